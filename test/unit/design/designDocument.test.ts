import { describe, expect, it } from "vitest";
import { designBytes, designName, readDesign, renameDesign } from "../../../src/design/designDocument.ts";
import { outline } from "../../../src/design/outline.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function readable(text: string) {
  const design = readDesign(bytes(text));
  if (design.kind === "damaged") throw new Error(design.reason);
  return design;
}

describe("document.json", () => {
  it("PKG-3: is any JSON object, written back as it was read", () => {
    const text = '\uFEFF{\r\n\t"b" : 1.50,\r\n  "a":"é", "pages": [] }\r\n';
    const design = readable(text);
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(designBytes(design))).toBe(text);
  });

  const damaged: [string, Uint8Array | undefined, string][] = [
    ["missing", undefined, "isn't there"],
    ["empty", bytes(" \n"), "empty"],
    ["cut off", bytes('{"name": '), "valid JSON"],
    ["a list", bytes("[]"), "isn't a JSON object"],
    ["null", bytes("null"), "isn't a JSON object"],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), "UTF-8"],
    ["a merge conflict", bytes('{\n<<<<<<< HEAD\n"a":1\n=======\n"a":2\n>>>>>>> b\n}'), "merge conflict"],
  ];
  it.each(damaged)("PKG-3: a damaged one names its cause: %s", (_name, content, reason) => {
    expect(readDesign(content)).toMatchObject({ kind: "damaged", reason: expect.stringContaining(reason) });
  });

  it("DOC-4: renaming changes the name's bytes and no others", () => {
    const text = '{ "pages" : [],   "name":"Old",\n  "size": 1.0e3 }';
    expect(renameDesign(readable(text), "New “1”").text).toBe(text.replace('"Old"', '"New “1”"'));
  });

  it("DOC-4: a document without a name gets one in front; the rest stays", () => {
    expect(renameDesign(readable('{"size": 1.0}'), "Poster").root).toEqual({ name: "Poster", size: 1 });
    expect(renameDesign(readable("{}"), "Poster").root).toEqual({ name: "Poster" });
    expect(renameDesign(readable('{"size": 1.0}'), "Poster").text).toContain('"size": 1.0');
  });

  it("DOC-1: goes by its name, else by its folder's", () => {
    expect(designName(readable('{"name":"A"}'), "Poster")).toBe("A");
    expect(designName(readable('{"name":""}'), "Poster")).toBe("Poster");
    expect(designName(readable('{"name":7}'), "Poster")).toBe("Poster");
  });
});

describe("outline", () => {
  it("DOC-1: lists pages and nodes in order with their depth; strangers are passed over", () => {
    const design = readable(
      JSON.stringify({
        pages: [
          {
            id: "p1",
            name: "Front",
            children: [{ id: "f", type: "frame", children: [{ id: "t", type: "text", text: "Hi" }, 7] }],
          },
          "stranger",
          { id: "p2" },
        ],
      }),
    );
    expect(outline(design, 10)).toEqual({
      entries: [
        { id: "p1", type: "page", name: "Front", depth: 0 },
        { id: "f", type: "frame", name: "f", depth: 1 },
        { id: "t", type: "text", name: "Hi", depth: 2 },
        { id: "p2", type: "page", name: "p2", depth: 0 },
      ],
      more: 0,
    });
    expect(outline(design, 2)).toMatchObject({ entries: [{ id: "p1" }, { id: "f" }], more: 2 });
  });

  it("survives nesting that would overflow a recursive walk", () => {
    const design = readable(`{"pages":[${'{"children":['.repeat(5000)}{}${"]}".repeat(5000)}]}`);
    expect(outline(design, 1).more).toBe(5000);
  });
});
