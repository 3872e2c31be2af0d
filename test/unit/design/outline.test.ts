import { describe, expect, it } from "vitest";
import { outline } from "../../../src/design/outline.ts";

describe("the outline", () => {
  it("COM-2, DOC-1: counts more siblings than a call takes arguments", () => {
    const children = Array.from({ length: 130_000 }, (_, index) => ({ id: `n${index}`, type: "text" }));
    const { entries, more } = outline({ root: { pages: [{ id: "p", children }] } }, 3);
    expect(entries.map(({ id, depth }) => [id, depth])).toEqual([
      ["p", 0],
      ["n0", 1],
      ["n1", 1],
    ]);
    expect(more).toBe(129_998);
  });
});
