import { deepestNesting } from "./limits.ts";

/** What of a document is shown where all of it would be too long. */
export interface Cut {
  /** How many levels of pages and nodes are shown below the outermost. */
  readonly depth: number;
  /** How many entries of each list on the deepest of these levels are shown. */
  readonly perList: number;
  /** From which length on a field's value is shortened, in UTF-16 units of JSON. */
  readonly valueLength: number;
}

/** Everything but what lies deeper than the drawing goes, so that a call may go as deep. */
export const uncut: Cut = {
  depth: deepestNesting,
  perList: Number.POSITIVE_INFINITY,
  valueLength: Number.POSITIVE_INFINITY,
};

/**
 * The fullest view that fits, by a fixed order: long values are shortened first; then the deepest levels go; and of the
 * level that doesn't fit whole, as many entries of each list stay as do. `render` gives undefined for a view that is too
 * long; `whole` is what was asked for. Undefined when no view fits.
 */
export function fullestView(render: (cut: Cut) => string | undefined, whole: Cut): string | undefined {
  for (const valueLength of [whole.valueLength, 2000, 200]) {
    const view = render({ ...whole, valueLength });
    if (view !== undefined) return view;
  }
  for (const valueLength of [2000, 200]) {
    const view = deepestView((cut) => render({ ...cut, valueLength }), whole);
    if (view !== undefined) return view;
  }
  return undefined;
}

function deepestView(render: (cut: Cut) => string | undefined, whole: Cut): string | undefined {
  let view: string | undefined;
  for (let depth = 0; depth <= whole.depth; depth += 1) {
    const next = render({ ...whole, depth });
    if (next === undefined) return widestView((perList) => render({ ...whole, depth, perList })) ?? view;
    view = next;
  }
  return view;
}

/** The view with the longest lists, where whole ones are too long; undefined when not even lists of one fit. */
function widestView(render: (perList: number) => string | undefined): string | undefined {
  let view: string | undefined;
  let [fits, tooLong] = [0, 1];
  for (let next = render(tooLong); next !== undefined; next = render(tooLong)) {
    view = next;
    [fits, tooLong] = [tooLong, tooLong * 2];
  }
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const next = render(middle);
    if (next === undefined) tooLong = middle;
    else [view, fits] = [next, middle];
  }
  return view;
}
