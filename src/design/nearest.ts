import { quote } from "./names.ts";

/** A sentence with what was likely meant, with a space in front; "" when nothing is close. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : ` Did you mean ${quote(meant)}?`;
}

/** The candidate that someone who wrote `word` most likely meant; undefined when none is close. */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = countEdits(word.toLowerCase(), candidate.toLowerCase(), fewest);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** How many characters must be put in, taken out or replaced to make one of the other; `enough` when it is that many or more. */
function countEdits(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let across = 1; across <= other.length; across += 1) {
      const replaced = (row[across - 1] ?? 0) + (one[at - 1] === other[across - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[across] ?? 0) + 1, (next[across - 1] ?? 0) + 1));
    }
    if (Math.min(...next) >= enough) return enough;
    row = next;
  }
  return row[other.length] ?? enough;
}
