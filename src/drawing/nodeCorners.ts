import type { DrawingContext } from "./context.ts";
import { extentOf, shownNode } from "./extent.ts";
import { childrenOf, isObject, type JsonObject, textOf } from "./fields.ts";
import { deeper, deepest, type Pen, penFor } from "./pen.ts";
import { placeOf, toParent } from "./place.ts";
import { cornersOf, type Point } from "./rect.ts";

/** Where one node stands on its page. */
export interface NodeCorners {
  readonly id: string;
  readonly node: JsonObject;
  /** The corners of the node's box on the page, clockwise from what was its top left, turned as it is. */
  readonly corners: readonly Point[];
  /** Of the box itself, in px, as it was before it was turned. */
  readonly width: number;
  readonly height: number;
}

/** Finds the nodes of these ids on a page, hidden ones as well; every one of them where an id is there more than once. */
export function nodeCorners(page: unknown, ids: ReadonlySet<string>, context: DrawingContext): readonly NodeCorners[] {
  const found: NodeCorners[] = [];
  if (isObject(page) && ids.size > 0) search(page, ids, deeper(penFor(context)), (point) => point, found);
  return found;
}

function search(
  parent: JsonObject,
  ids: ReadonlySet<string>,
  pen: Pen,
  toPage: (point: Point) => Point,
  found: NodeCorners[],
): void {
  const inner = deeper(pen);
  if (pen.depth > deepest) return;
  for (const node of childrenOf(parent)) {
    const hasChildren = node.children !== undefined;
    const id = textOf(node.id);
    const isWanted = id !== undefined && ids.has(id);
    if (!isWanted && !hasChildren) continue;
    const place = placeOf(shownNode(node, pen), () => extentOf(node, pen).box);
    const nodeToPage = (point: Point) => toPage(toParent(place, point));
    if (isWanted) {
      const { box } = extentOf(node, pen);
      found.push({ id, node, corners: cornersOf(box).map(nodeToPage), width: box.width, height: box.height });
    }
    if (hasChildren) search(node, ids, inner, nodeToPage, found);
  }
}
