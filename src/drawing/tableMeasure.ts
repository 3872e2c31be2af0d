import type { MeasureText } from "./context.ts";

/** Advance widths of a common sans serif, in thousandths of the size, from U+0020 on. */
// biome-ignore format: sixteen to a line, as ASCII tables go.
const asciiWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
  556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u;
const without = /[\p{Mark}\p{Format}]/u;
const otherWidth = 556;

/** Widths where there is no font to ask: near to what a sans serif takes, and the same on every machine. */
export const tableMeasure: MeasureText = (text, { family, size, weight, letterSpacing }) => {
  const isFixed = /mono|courier|consolas/i.test(family.split(",")[0] ?? "");
  let thousandths = 0;
  let characters = 0;
  for (const character of text) {
    if (without.test(character)) continue;
    characters += 1;
    thousandths += isFixed && !wide.test(character) ? 600 : widthOf(character);
  }
  const bolder = weight >= 600 && !isFixed ? 1.06 : 1;
  return (thousandths / 1000) * size * bolder + characters * letterSpacing;
};

function widthOf(character: string): number {
  const ascii = asciiWidths[(character.codePointAt(0) ?? 0) - 0x20];
  return ascii ?? (wide.test(character) ? 1000 : otherWidth);
}
