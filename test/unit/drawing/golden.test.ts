import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cases } from "./cases.ts";
import { markupOf } from "./drawings.ts";
import { parseXml } from "./xml.ts";

const folder = "test/golden/drawing";

describe("the drawing of each kind of node", () => {
  it.each(Object.entries(cases))("DOC-1: %s is as its picture", (name, { page, context }) => {
    const markup = markupOf(page, context);
    parseXml(markup);
    const file = `${folder}/${name}.svg`;
    const lines = `${markup.replace(/></g, ">\n<")}\n`;
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, lines);
    expect(existsSync(file), `${file} isn't there; UPDATE_GOLDEN=1 writes it`).toBe(true);
    expect(lines).toBe(readFileSync(file, "utf8"));
  });

  it("has no picture too many", () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(cases)
        .map((name) => `${name}.svg`)
        .sort(),
    );
  });
});
