/**
 * Text that is too long to be laid out in one go, in pieces: the browser lays out those that are near what is seen. The pieces
 * together are the whole text, so that what is copied and what is found don't know of them.
 */

/** Longest text in UTF-16 units that stands on the page as one. */
const longest = 50_000;

/** How long a piece is at most, in UTF-16 units. */
const pieceLength = 8_000;

/** How far back from its end a piece looks for the beginning of a character that is made of several. */
const longestCharacter = 64;

const charactersOfLine = 70;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function isOverlong(text: string): boolean {
  return text.length > longest;
}

/** What comes later changes none but the last. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > pieceLength) {
    const length = cutOf(text.slice(start, start + pieceLength + 1));
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** About how high a piece is, for as long as it hasn't been laid out. */
export function pieceStyle(piece: string): string {
  const lines = piece
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersOfLine)), 0);
  return `contain-intrinsic-height: auto ${lines * 1.6}em`;
}

/** Where the first piece ends: with a line, or else with a word, or else with a character. */
function cutOf(window: string): number {
  const line = window.lastIndexOf("\n", pieceLength - 1) + 1;
  if (line > pieceLength / 2) return line;
  const word = window.lastIndexOf(" ", pieceLength - 1) + 1;
  if (word > pieceLength / 2) return word;
  const from = pieceLength - longestCharacter;
  const character = characters.segment(window.slice(from)).containing(longestCharacter);
  return from + (character?.index || longestCharacter);
}
