const spacers = new WeakMap<Element, HTMLElement>();

interface LaidRow {
  readonly element: HTMLElement;
  /** Room before it for rows that aren't on the page, in pixels. */
  readonly gap: number;
}

/**
 * Makes these rows, in this order, the container's content. What stays isn't moved: an element that is put elsewhere on the page
 * loses the focus, and what is selected in it.
 */
export function layRows(container: HTMLElement, rows: readonly LaidRow[], gapAfter: number): void {
  const nodes = rows.flatMap(({ element, gap }) => [spacerOf(element, gap), element]);
  nodes.push(spacerOf(container, gapAfter));
  const kept = new Set<Node>(nodes);
  for (const child of [...container.childNodes]) if (!kept.has(child)) child.remove();
  let next = container.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else container.insertBefore(node, next);
  }
}

/** The room is an element of its own: a margin that changes would keep the browser from holding what is seen. */
function spacerOf(element: Element, height: number): HTMLElement {
  const spacer = spacers.get(element) ?? document.createElement("div");
  spacers.set(element, spacer);
  const wanted = `${Math.max(height, 0)}px`;
  if (spacer.style.height !== wanted) spacer.style.height = wanted;
  return spacer;
}
