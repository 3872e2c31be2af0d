import { hasLines } from "./manner.ts";

/** An entry of an object or a list with what stands in front of it: white space, and a comma where it isn't the first. */
export interface Spaced {
  readonly gap: string;
}

/**
 * Puts an entry among others, parted from them as they are from each other. `entries` isn't empty; `comma` parts entries
 * on one line.
 */
export function insertSpaced<T extends Spaced>(
  entries: T[],
  index: number,
  make: (gap: string) => T,
  comma: string,
): void {
  const [first] = entries;
  if (first === undefined) throw new Error("There is nothing that the entry could be parted from.");
  const like = entries[Math.min(Math.max(index, 1), entries.length - 1)];
  const parting = entries.length > 1 && like !== undefined ? like.gap : hasLines(first.gap) ? `,${first.gap}` : comma;
  if (index > 0) {
    entries.splice(index, 0, make(parting));
  } else {
    entries.splice(0, 1, make(first.gap), { ...first, gap: parting });
  }
}

/** Takes an entry out with the comma and white space that belong to it. Answers whether others are left. */
export function removeSpaced<T extends Spaced>(entries: T[], index: number): boolean {
  const [removed] = entries.splice(index, 1);
  const [first] = entries;
  if (index === 0 && removed !== undefined && first !== undefined) entries[0] = { ...first, gap: removed.gap };
  return entries.length > 0;
}
