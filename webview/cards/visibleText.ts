/** Text that somebody must be able to read before they say yes to it: nothing in it is invisible or turns its order. */
import { html, type TemplateResult } from "lit";

/** A stretch of text as it is, or a mark in place of characters that can't be seen. */
type Piece = string | { readonly mark: string; readonly title: string };

/**
 * Control characters but line break and tab, lone surrogates, and all that Unicode has shown as nothing: marks of writing
 * direction, joiners, tags. And a run of blanks so long that it could push text out of sight.
 */
const unseen =
  /(?<blanks>[\p{Zs}\t\n]{100,})|(?<character>(?![\t\n])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb])\k<character>*/gu;

/** An emoji before, and for the joiner one after: there these two are part of a picture. */
const emojiBefore = /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*$/u;
const emojiAfter = /^\p{Extended_Pictographic}/u;

/** So many marks are elements; the marks of a text with more are text like the rest. */
const mostMarks = 1000;

/** The pieces of a text. No character of it is left out. */
export function visiblePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let shown = 0;
  for (const match of text.matchAll(unseen)) {
    const end = match.index + match[0].length;
    if (isPartOfEmoji(match[0], text, match.index, end)) continue;
    if (match.index > shown) pieces.push(text.slice(shown, match.index));
    pieces.push(markOf(match[0], match.groups?.character));
    shown = end;
  }
  if (shown < text.length) pieces.push(text.slice(shown));
  return pieces;
}

/** The text for the page, with marks where something couldn't be seen. */
export function visibleText(text: string): TemplateResult {
  const pieces = visiblePieces(text);
  if (pieces.length > mostMarks) return html`${plainText(pieces)}`;
  return html`${pieces.map((piece) =>
    typeof piece === "string" ? piece : html`<span class="mark" title=${piece.title}>${piece.mark}</span>`,
  )}`;
}

/** The same as one text, for names and tooltips. */
export function visiblePlainText(text: string): string {
  return plainText(visiblePieces(text));
}

function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : `[${piece.mark}]`)).join("");
}

function isPartOfEmoji(found: string, text: string, start: number, end: number): boolean {
  if (found !== "\ufe0f" && found !== "\u200d") return false;
  const isAfterEmoji = emojiBefore.test(text.slice(Math.max(0, start - 8), start));
  return isAfterEmoji && (found === "\ufe0f" || emojiAfter.test(text.slice(end, end + 2)));
}

function markOf(found: string, character: string | undefined): Piece {
  if (character === undefined) {
    const count = found.length.toLocaleString("en-US");
    const kind = /^ +$/.test(found) ? "spaces" : "blank characters";
    return { mark: `${count} ${kind}`, title: `${count} ${kind} stand here` };
  }
  const count = found.length / character.length;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const title = names.get(character) ?? "A character that can't be seen";
  return { mark: count === 1 ? code : `${code} × ${count.toLocaleString("en-US")}`, title };
}

const names: ReadonlyMap<string, string> = new Map([
  ["\u0000", "Null"],
  ["\u0007", "Bell"],
  ["\u0008", "Backspace"],
  ["\r", "Carriage return"],
  ["\u001b", "Escape: begins a command to a terminal"],
  ["\u200b", "Zero width space"],
  ["\u200e", "Left-to-right mark"],
  ["\u200f", "Right-to-left mark"],
  ["\u202a", "Left-to-right embedding"],
  ["\u202b", "Right-to-left embedding"],
  ["\u202c", "Pop directional formatting"],
  ["\u202d", "Left-to-right override"],
  ["\u202e", "Right-to-left override"],
  ["\u2066", "Left-to-right isolate"],
  ["\u2067", "Right-to-left isolate"],
  ["\u2068", "First strong isolate"],
  ["\u2069", "Pop directional isolate"],
  ["\ufeff", "Byte order mark"],
]);
