/** What of a scrolled element is in sight, and where: places in pixels, from the top of what is seen. */

/** How many elements deep what is read is looked for. */
const deepest = 8;

export function topIn(scroller: Element, element: Element): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

/** Whether it isn't wholly above what is seen. */
export function reachesInto(scroller: Element, element: Element): boolean {
  return element.getBoundingClientRect().bottom > scroller.getBoundingClientRect().top + 1;
}

/** The place of the first item that is seen, of the rows on the page. */
export function firstInSight(
  scroller: Element,
  rows: readonly { readonly first: number; readonly element: Element }[],
): number {
  return rows.find(({ element }) => reachesInto(scroller, element))?.first ?? 0;
}

/** The smallest piece of a row at the top of what is seen: rows can be higher than the window. */
export function pieceInSight(scroller: Element, row: Element): Element {
  let piece = row;
  for (let depth = 0; depth < deepest; depth++) {
    const inner = [...piece.children].find((child) => child.clientHeight > 0 && reachesInto(scroller, child));
    if (inner === undefined || topIn(scroller, inner) > scroller.clientHeight) break;
    piece = inner;
  }
  return piece;
}
