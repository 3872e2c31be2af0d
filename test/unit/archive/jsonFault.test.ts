import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "../../../src/archive/jsonFault.ts";

const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const pieces = fc.constantFrom(
  ...'{}[]:,"\\-+.0123456789eE \n\ttruefalsn'.split(""),
  "true",
  "null",
  '"a"',
  "\\u00",
  "\\u00e9",
  "1e5",
  "\u0001",
  "é",
  "",
);
const nearlyJson = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.tuple(fc.jsonValue(), fc.nat(60), pieces).map(([value, at, piece]) => {
    const text = JSON.stringify(value);
    return text.slice(0, at) + piece + text.slice(at + 1);
  }),
);

describe("findJsonFault", () => {
  it("COM-4: finds a fault exactly where JSON.parse does", () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect(findJsonFault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("COM-4: every proper start of a JSON text that isn't one itself is cut off", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 1);
        for (let length = 0; length < text.length; length += 1) {
          const start = text.slice(0, length);
          if (!parses(start)) expect(findJsonFault(start)).toEqual({ offset: length, cutOff: true });
        }
      }),
    );
  });

  it.each([
    ['{"a":1,}', 7],
    ["[1 2]", 3],
    ["[1.x]", 2],
    ["tru ", 0],
    ['["a\nb"]', 3],
    ['["\\x"]', 2],
    ["{a:1}", 1],
    ["1 1", 2],
    ["[}", 1],
  ])("COM-4: %j is wrong at its first wrong character", (text, offset) => {
    expect(findJsonFault(text)).toEqual({ offset, cutOff: false });
  });

  it("COM-4: no nesting is too deep", () => {
    expect(findJsonFault("[".repeat(500_000))).toEqual({ offset: 500_000, cutOff: true });
  });
});
