/** Scripts written without spaces between words; a line may end after each of their characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
/** No line begins with these. */
const closing =
  /^[\p{Close_Punctuation}\p{Final_Punctuation}、。，．・：；？！ー々〜…‥ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!%]/u;
/** No line ends with these. */
const opening = /[\p{Open_Punctuation}\p{Initial_Punctuation}]$/u;

/** Pieces a line may end after, in order; together they are the text. A piece keeps the spaces behind it. */
export function breakablePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (const word of text.match(/[^ \t]*[ \t]+|[^ \t]+$/g) ?? []) {
    for (const part of word.split(/(?<=[\p{Letter}\p{Number}][-‐–—])(?=[\p{Letter}\p{Number}])/u)) {
      if (unspaced.test(part)) pieces.push(...unspacedPieces(part));
      else pieces.push(part);
    }
  }
  return pieces;
}

function unspacedPieces(text: string): string[] {
  const pieces: string[] = [];
  let last = "";
  for (const character of graphemesOf(text)) {
    const mayEnd = last === "" || ((unspaced.test(last) || unspaced.test(character)) && !opening.test(last));
    if (pieces.length > 0 && (!mayEnd || closing.test(character) || /^\s/.test(character))) {
      pieces[pieces.length - 1] += character;
    } else pieces.push(character);
    last = character;
  }
  return pieces;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a reader takes for one character each. */
export function graphemesOf(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII needs no segmenter.
  if (/^[\u0000-\u007f]*$/.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
