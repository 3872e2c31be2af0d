/** How far beside a thin line one may point, in px: looked at from the middle outwards. */
const around = [
  [0, 0],
  [2, 0],
  [-2, 0],
  [0, 2],
  [0, -2],
  [3, 3],
  [-3, 3],
  [3, -3],
  [-3, -3],
] as const;

/** The id of the deepest node of the drawing at a place of the window. */
export function nodeIdAt(drawing: Element, clientX: number, clientY: number): string | undefined {
  for (const [right, down] of around) {
    const found = document.elementFromPoint(clientX + right, clientY + down);
    const node = found !== null && drawing.contains(found) ? found.closest("[data-node]") : null;
    const id = node?.getAttribute("data-node");
    if (id !== null && id !== undefined) return id;
  }
  return undefined;
}
