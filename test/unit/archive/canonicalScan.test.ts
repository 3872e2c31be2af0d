import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText, encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { findCanonicalEntries } from "../../../src/archive/canonicalScan.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text's bytes in the middle of others, so far from the start of their buffer. */
function within(text: string, offset: number): Uint8Array {
  const bytes = utf8(text);
  const buffer = new Uint8Array(offset + bytes.length + 9).fill(0x22);
  buffer.set(bytes, offset);
  return buffer.subarray(offset, offset + bytes.length);
}

/** Both ways: what the scan takes is what encoding gives, and what encoding gives the scan takes. */
function expectExact(wanted: string): void {
  const text = decode(utf8(wanted));
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const isCanonical = decode(encodeCanonicalJson(value)) === text;
  expect(`${findCanonicalEntries(utf8(text)) !== undefined}: ${text}`).toBe(`${isCanonical}: ${text}`);
}

const awkwardText = fc.array(
  fc.constantFrom(
    '"',
    "\\",
    "/",
    "\n",
    "\b",
    "\u0001",
    "\u001f",
    "\u007f",
    "\u2028",
    "é",
    "😀",
    "\ud83d",
    "\ude00",
    "u00",
    "n",
  ),
  { maxLength: 5 },
);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  awkwardText.map((parts) => parts.join("")),
);
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.double(),
    fc.integer(),
    fc.constantFrom(true, false, null, 1e21, 1e-7, -0, Infinity, -Infinity),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const anyObject = fc.dictionary(text, anyValue, { maxKeys: 4, noNullPrototype: true });

/** What a file that only looks canonical may differ in. */
const scrap = fc.constantFrom(
  ...'{}[]:,"\\/ \n\r\t-+.0123456789eEu'.split(""),
  "  ",
  "\n  ",
  "\n    }",
  "\\u0041",
  "\\u000A",
  "\\u001F",
  "\\/",
  "\\ud83d\\ude00",
  "\\ud83D",
  "\\ude00",
  "1.0",
  "1e2",
  "-0",
  ' : "x"',
  '"x" : 1,',
  "true",
);

describe("findCanonicalEntries", () => {
  it("FMT-3: takes whatever encodeCanonicalJson writes, and tells where the entries of the lists stand", () => {
    fc.assert(
      fc.property(anyObject, (value) => {
        const bytes = encodeCanonicalJson(value);
        const lists = findCanonicalEntries(bytes);
        const read: unknown = JSON.parse(decode(bytes));
        expect(lists).toBeDefined();
        const found = [...(lists ?? [])].map(([key, places]) => [
          key,
          places.map(({ start, end }) => decode(bytes.subarray(start, end))),
        ]);
        const expected = Object.entries(Object(read))
          .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
          .map(([key, list]) => [key, list.map((entry) => `\n    ${canonicalText(entry, "\n    ")}`)]);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 500 },
    );
  });

  it("FMT-3: takes nothing else: one scrap more or less, and it is told apart exactly as encoding tells", () => {
    fc.assert(
      fc.property(anyObject, fc.nat(), fc.nat(3), scrap, (value, place, length, piece) => {
        const whole = decode(encodeCanonicalJson(value));
        const at = place % whole.length;
        expectExact(whole.slice(0, at) + piece + whole.slice(at + length));
      }),
      { numRuns: 5000 },
    );
  });

  it("FMT-3: finds the entries wherever the file stands in its buffer, and the one escape that isn't ours", () => {
    const long = fc.array(fc.oneof(text, fc.constantFrom("goes on and on", "ööööööö")), { maxLength: 8 });
    const texts = fc.array(
      long.map((parts) => parts.join("")),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(texts, fc.nat(7), (list, offset) => {
        const file = decode(encodeCanonicalJson({ list }));
        const bytes = within(file, offset);
        const places = findCanonicalEntries(bytes)?.get("list") ?? [];
        expect(places.map(({ start, end }) => decode(bytes.subarray(start, end)))).toEqual(
          list.map((entry) => `\n    ${canonicalText(entry, "")}`),
        );
        const end = file.lastIndexOf('"');
        expect(findCanonicalEntries(within(`${file.slice(0, end)}\\u0041${file.slice(end)}`, offset))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it("FMT-3: takes no other layout", () => {
    fc.assert(
      fc.property(anyObject, (value) => {
        for (const other of [
          JSON.stringify(value),
          JSON.stringify(value, null, 2),
          `${JSON.stringify(value, null, 2)}\n`,
          decode(encodeCanonicalJson(value)).replaceAll("\n", "\r\n"),
          `\ufeff${decode(encodeCanonicalJson(value))}`,
        ]) {
          expectExact(other);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['{\n  "b" : 1,\n  "a" : 2\n}\n'],
    ['{\n  "a" : 1,\n  "a" : 2\n}\n'],
    ['{\n  "\\ud83d" : 1,\n  "😀" : 2\n}\n'],
    ['{\n  "😀" : 1,\n  "\ue000" : 2\n}\n'],
    ['{\n  "\ue000" : 1,\n  "😀" : 2\n}\n'],
    ['{\n  "ab" : 1,\n  "a" : 2\n}\n'],
    ['{\n  "a" : 1,\n  "ab" : 2\n}\n'],
    ['{\n  "a\\"" : 1,\n  "a" : 2\n}\n'],
    ['{\n  "a" : "\\u005c"\n}\n'],
    ['{\n  "a" : "\\u000b"\n}\n'],
    ['{\n  "a" : "\\u0008"\n}\n'],
    ['{\n  "a" : [\n    {\n    },\n    1\n  ]\n}\n'],
    ['{\n  "a" : [\n    {},\n    1\n  ]\n}\n'],
    ['{\n  "a" : 1e999\n}\n'],
    ['{\n  "a" : 1e998\n}\n'],
    ["{}\n"],
    ["{}"],
    ["{\n}\n"],
  ])("FMT-3: %j is canonical or not as encoding says", (each) => expectExact(each));
});
