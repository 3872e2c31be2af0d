import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { readExample } from "../../support/caseFolders.ts";

const encode = (value: unknown) => new TextDecoder().decode(encodeCanonicalJson(value));

describe("encodeCanonicalJson", () => {
  it("FMT-3: the example encodes to the golden file", () => {
    const example: unknown = JSON.parse(new TextDecoder().decode(readExample()));
    const golden = readFileSync(new URL("../../golden/example.json", import.meta.url), "utf8");
    expect(encode(example)).toBe(golden);
  });

  it("FMT-3: keys are sorted at every level in code-unit order", () => {
    const text = encode({ "9": 1, "10": 2, b: { z: 1, Z: 2, "\ue000": 3, "😀": 4 }, a: 0 });
    expect(text).toBe(
      '{\n  "10" : 2,\n  "9" : 1,\n  "a" : 0,\n  "b" : {\n    "Z" : 2,\n    "z" : 1,\n    "😀" : 4,\n    "\ue000" : 3\n  }\n}\n',
    );
  });

  it("FMT-3: empty containers are {} and [], slashes stay, lone surrogates are escaped", () => {
    expect(encode({ a: {}, b: [], c: "a/b", d: "\ud83d" })).toBe(
      '{\n  "a" : {},\n  "b" : [],\n  "c" : "a/b",\n  "d" : "\\ud83d"\n}\n',
    );
    expect(encode([[], {}])).toBe("[\n  [],\n  {}\n]\n");
  });

  it("FMT-3: UTF-8 without a BOM, one newline at the end, numbers as JavaScript prints them", () => {
    const bytes = encodeCanonicalJson([1e21, 0.1, -0, 1.5e-7, "é"]);
    expect([...bytes.slice(0, 1)]).toEqual([0x5b]);
    expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toBe(
      '[\n  1e+21,\n  0.1,\n  0,\n  1.5e-7,\n  "é"\n]\n',
    );
  });

  it("FMT-5: a number that no JavaScript number holds stays one that reads the same", () => {
    expect(encode(JSON.parse("[1e999,-1e999]"))).toBe("[\n  1e999,\n  -1e999\n]\n");
  });

  it("FMT-5: an own __proto__ key is written like any other", () => {
    const value: unknown = JSON.parse('{"b":{"__proto__":{"x":1}},"__proto__":2}');
    expect(encode(value)).toBe('{\n  "__proto__" : 2,\n  "b" : {\n    "__proto__" : {\n      "x" : 1\n    }\n  }\n}\n');
  });

  it("FMT-3: any JSON value reads back as itself, whatever the order of its keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = encode(value);
        const again: unknown = JSON.parse(text);
        expect(encode(again)).toBe(text);
        expect(again).toEqual(JSON.parse(JSON.stringify(value)));
        expect(encode(reversed(value))).toBe(text);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
