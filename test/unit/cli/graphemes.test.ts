import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastCharacters } from "../../../src/cli/graphemes.ts";

/** The rule as it is said, for texts that are short enough. */
function lastBySegmenter(text: string, count: number): string {
  const clusters = Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
    (each) => each.segment,
  );
  return clusters.slice(-count).join("");
}

const piece = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    " ",
    "\r\n",
    "\n",
    "\r",
    "é",
    "e\u0301",
    "\u200d",
    "\ufe0f",
    "漢",
    "か\u3099",
    "한",
    "ᄒ",
    "ᅡ",
  ),
  fc.constantFrom("👩‍👩‍👧", "👍🏽", "🇩🇪", "🇯", "🏽", "\u0600", "न्", "©", "\u00ad", "\ud83d"),
  fc.string({ unit: "binary", maxLength: 3 }),
);

describe("the last characters of a text", () => {
  it("CLI-2: are whole grapheme clusters, as a segmenter of the whole text has them", () => {
    const texts = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(""));
    void fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, count) => {
        expect(lastCharacters(text, count)).toBe(lastBySegmenter(text, count));
      }),
      { numRuns: 1000 },
    );
  });

  it("CLI-2: are the same in a text of several pieces, and where one cluster is longer than a piece", () => {
    for (const unit of ["a", "x👩‍👩‍👧", "🏽a", "🇩🇪", "👩‍👩‍👧", "e\u0301", "한", `a${"\u0301".repeat(1500)}`]) {
      const text = unit.repeat(Math.ceil(6_000 / unit.length));
      for (const count of [1, 3, 500, 700, 7_000])
        expect(lastCharacters(text, count)).toBe(lastBySegmenter(text, count));
    }
  });

  it("CLI-2: are none of none, and all of few", () => {
    expect(lastCharacters("abc", 0)).toBe("");
    expect(lastCharacters("", 5)).toBe("");
    expect(lastCharacters("abc", 3)).toBe("abc");
    expect(lastCharacters("🇩🇪🇫🇷", 2)).toBe("🇩🇪🇫🇷");
    expect(lastCharacters("🇩🇪🇫🇷", 1)).toBe("🇫🇷");
  });
});
