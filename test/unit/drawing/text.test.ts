import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { familyList } from "../../../src/drawing/font.ts";
import { type Font, nodeBounds, tableMeasure } from "../../../src/drawing/index.ts";
import { wrapText } from "../../../src/drawing/wrapText.ts";
import { contextOf } from "./drawings.ts";

const font: Font = { family: "system-ui", size: 10, weight: 400, italic: false, letterSpacing: 0 };
/** One px for each UTF-16 unit. */
const byLength = (line: string) => line.length;
const wrap = (text: string, width: number) => wrapText(text, width, byLength);

describe("text", () => {
  it("DOC-1: keeps its line breaks, of whatever kind, and empty lines", () => {
    expect(wrapText("one\ntwo\r\nthree\rfour\u2028\n", undefined, byLength)).toEqual([
      "one",
      "two",
      "three",
      "four",
      "",
      "",
    ]);
  });

  const wraps: [string, string, number, string[]][] = [
    ["at spaces, which go", "every friday in june", 10, ["every", "friday in", "june"]],
    ["keeps indents and wide gaps", "  a  b c", 6, ["  a  b", "c"]],
    ["what just fits", "abc def", 7, ["abc def"]],
    ["after a hyphen", "half-timbered", 8, ["half-", "timbered"]],
    ["not at a leading minus", "at -5 now", 5, ["at -5", "now"]],
    ["a long word where it has to", "no abcdefghij end", 4, ["no", "abcd", "efgh", "ij", "end"]],
    ["goes on behind a long word's rest", "abcdef g", 4, ["abcd", "ef g"]],
    ["not inside an emoji", "ab👩‍👩‍👧cd", 9, ["ab", "👩‍👩‍👧c", "d"]],
    ["not at a no-break space", "a\u00a0b c", 3, ["a\u00a0b", "c"]],
    ["between ideographs", "夜市毎週金曜", 3, ["夜市毎", "週金曜"]],
    ["not before what closes", "夜市毎、週金", 3, ["夜市", "毎、週", "金"]],
    ["not behind what opens", "夜市「毎週", 3, ["夜市", "「毎週"]],
    ["Latin words inside Chinese stay whole", "去market吧", 7, ["去market", "吧"]],
    ["one character a line at least", "abc", 0, ["a", "b", "c"]],
  ];
  it.each(wraps)("DOC-1: wraps %s", (_name, text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it("DOC-1: loses nothing but spaces at line ends, and no line is too wide that could be narrower", () => {
    const unit = fc.constantFrom(..."abc  -、。「」夜市éñ👩‍👧🇫🇷\u0301.,");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (text, width) => {
        const lines = wrap(text, width);
        expect(lines.join("").replace(/ /g, "")).toBe(text.replace(/ /g, ""));
        for (const line of lines) {
          const graphemes = [...new Intl.Segmenter().segment(line.trim())];
          expect(line.length <= width || graphemes.length === 1).toBe(true);
        }
      }),
    );
  });

  it("DOC-1: removes control characters", () => {
    expect(wrapText("a\u0000b\u001b[31mc\ud800d\te", undefined, byLength)).toEqual(["ab[31mcd e"]);
  });

  const families: [string, string][] = [
    ["", "system-ui, sans-serif"],
    ["Inter", '"Inter", system-ui, sans-serif'],
    ["'Times New Roman', Serif", '"Times New Roman", serif, system-ui, sans-serif'],
    ['x"; src: url(//e)', '"x src urle", system-ui, sans-serif'],
    ["源ノ角ゴシック", '"源ノ角ゴシック", system-ui, sans-serif'],
    ["a\\22 , b", '"a22", "b", system-ui, sans-serif'],
    [",,,", "system-ui, sans-serif"],
  ];
  it.each(families)("DOC-1: the family %j is the list %s", (family, list) => {
    expect(familyList(family)).toBe(list);
  });

  it("DOC-1: takes the room of its longest line, or its own width and as many lines as that needs", () => {
    const context = contextOf({ measure: (text) => text.length * 10 });
    expect(nodeBounds({ type: "text", text: "abc\nabcde", fontSize: 10, lineHeight: 2 }, context)).toMatchObject({
      width: 50,
      height: 40,
    });
    expect(
      nodeBounds({ type: "text", text: "abc def", width: 40, fontSize: 10, lineHeight: 2 }, context),
    ).toMatchObject({ width: 40, height: 40 });
  });

  it("DOC-1: a size of 0 or less counts as none", () => {
    const context = contextOf();
    const plain = nodeBounds({ type: "text", text: "a" }, context);
    expect(nodeBounds({ type: "text", text: "a", fontSize: 0, width: 0 }, context)).toEqual(plain);
    expect(nodeBounds({ type: "text", text: "a", fontSize: "20" }, context)).toEqual(plain);
  });
});

describe("the metrics table", () => {
  it("knows wide, narrow, bold, fixed and spaced text", () => {
    expect(tableMeasure("", font)).toBe(0);
    expect(tableMeasure("iiii", font)).toBeLessThan(tableMeasure("mmmm", font) / 3);
    expect(tableMeasure("夜市", font)).toBe(20);
    expect(tableMeasure("e\u0301", font)).toBe(tableMeasure("e", font));
    expect(tableMeasure("Night", { ...font, weight: 700 })).toBeGreaterThan(tableMeasure("Night", font));
    expect(tableMeasure("il", { ...font, family: '"Some Mono", monospace' })).toBe(12);
    expect(tableMeasure("abc", { ...font, letterSpacing: 2 })).toBe(tableMeasure("abc", font) + 6);
  });
});
