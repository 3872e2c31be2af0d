import { breakablePieces, graphemesOf } from "./lineBreaks.ts";

/** So much of one text is drawn at most, in UTF-16 units and in lines. */
const longest = 50_000;
const mostLines = 2_000;

/** Room for widths that measure a hair more than they were given. */
const tolerance = 0.01;

/** The text's lines: its own line breaks are kept, and what is wider than `width` px is wrapped. Spaces at a wrap are dropped. */
export function wrapText(
  text: string,
  width: number | undefined,
  measure: (line: string) => number,
): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    if (width === undefined || measure(paragraph) <= width + tolerance) lines.push(paragraph);
    else wrapParagraph(paragraph, width + tolerance, measure, lines);
    if (lines.length >= mostLines) return lines.slice(0, mostLines);
  }
  return lines;
}

/** What most texts are made of. */
const plain = /^[ -~]*$/;

function paragraphsOf(text: string): string[] {
  if (text.length <= longest && plain.test(text)) return [text];
  return text
    .slice(0, longest)
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.replace(/\t/g, " ").replace(/\p{Control}|\p{Surrogate}|[\u00ad\ufffe\uffff]/gu, ""));
}

function wrapParagraph(paragraph: string, width: number, measure: (line: string) => number, lines: string[]): void {
  let line = "";
  for (const piece of breakablePieces(paragraph)) {
    if (measure((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = measure(piece.trimEnd()) <= width ? piece : brokenWord(piece, width, measure, lines);
    if (lines.length >= mostLines) return;
  }
  lines.push(line.trimEnd());
}

/** Fills lines with what fits of a word that no line can hold; gives the rest. Each line takes one grapheme at least. */
function brokenWord(word: string, width: number, measure: (line: string) => number, lines: string[]): string {
  let line = "";
  for (const grapheme of graphemesOf(word)) {
    if (line !== "" && measure((line + grapheme).trimEnd()) > width) {
      lines.push(line);
      line = "";
      if (lines.length >= mostLines) return "";
    }
    line += grapheme;
  }
  return line;
}
