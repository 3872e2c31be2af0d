/** What was found: by places of items, in order, each with how often it holds the text. */
export type Found = readonly (readonly [place: number, count: number])[];

/** One match: the item's place, and which of its matches it is. */
export interface Match {
  readonly place: number;
  readonly nth: number;
}

export function totalOf(found: Found): number {
  return found.reduce((sum, [, count]) => sum + count, 0);
}

/** The match of this number, from 0; numbers beyond the ends go around. */
export function matchAt(found: Found, number: number): Match | undefined {
  const total = totalOf(found);
  if (total === 0) return undefined;
  let left = ((number % total) + total) % total;
  for (const [place, count] of found) {
    if (left < count) return { place, nth: left };
    left -= count;
  }
  return undefined;
}

/** The number of a match; where it isn't there any more, that of the next one, or the first after the last. */
export function numberOf(found: Found, { place, nth }: Match): number {
  let before = 0;
  for (const [at, count] of found) {
    if (at > place) return before;
    if (at === place && nth < count) return before + nth;
    before += count;
  }
  return 0;
}

/** What is found in the whole, after the part from a place on was searched again. */
export function withPart(found: Found, from: number, part: Found): Found {
  return [...found.filter(([place]) => place < from), ...part];
}
