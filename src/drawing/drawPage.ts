import type { DrawingContext } from "./context.ts";
import { drawChildren } from "./drawNode.ts";
import { reachInParent } from "./extent.ts";
import { childrenOf, isObject, type JsonObject, lengthOf, numberOf, textOf } from "./fields.ts";
import { filled } from "./painted.ts";
import { fraction, isOpaque, paintsOf } from "./paints.ts";
import { deeper, type Pen, penFor } from "./pen.ts";
import { type Rect, union } from "./rect.ts";
import { element, type SvgNode } from "./svgNode.ts";

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };
const white = "#ffffff";

/** A page as one `<g data-page="id">`: its sheet (white, under its `background`), then its nodes. Never throws. */
export function drawPage(page: unknown, context: DrawingContext): SvgNode {
  if (!isObject(page)) return element("g", {});
  const pen = penFor(context);
  const bounds = boundsOf(page, pen);
  const isBare =
    bounds.width === 0 || bounds.height === 0 || childrenOf(page).some((node) => covers(node, bounds, pen));
  const sheet = isBare ? [] : sheetOf(bounds, page, pen);
  return element("g", { "data-page": textOf(page.id) }, [...sheet, ...drawChildren(page, pen)]);
}

/** What a page takes, in px: its own `width` and `height`, or else the box around all that is drawn on it; 0 × 0 for nothing. */
export function pageBounds(page: unknown, context: DrawingContext): Rect {
  return isObject(page) ? boundsOf(page, penFor(context)) : nowhere;
}

/** The box around all that is drawn of a node, in its parent's coordinates; 0 × 0 for nothing. */
export function nodeBounds(node: unknown, context: DrawingContext): Rect {
  return (isObject(node) ? reachInParent(node, penFor(context)) : undefined) ?? nowhere;
}

function boundsOf(page: JsonObject, pen: Pen): Rect {
  const [width, height] = [lengthOf(page.width), lengthOf(page.height)];
  if (width > 0 && height > 0) return { x: 0, y: 0, width, height };
  const inner = deeper(pen);
  return (
    childrenOf(page).reduce<Rect | undefined>((box, child) => union(box, reachInParent(child, inner)), undefined) ??
    nowhere
  );
}

/** Whether a node hides the whole sheet. One that isn't seen isn't drawn: where an edge lies between two pixels it would shine out. */
function covers(node: JsonObject, bounds: Rect, pen: Pen): boolean {
  if (node.type !== "frame" && node.type !== "rectangle") return false;
  if (node.visible === false || node.rotation || node.cornerRadius || fraction(node.opacity, 1) < 1) return false;
  const [left, top] = [numberOf(node.x) ?? 0, numberOf(node.y) ?? 0];
  const isOver =
    left <= bounds.x &&
    top <= bounds.y &&
    left + lengthOf(node.width) >= bounds.x + bounds.width &&
    top + lengthOf(node.height) >= bounds.y + bounds.height;
  return isOver && paintsOf(node.fill, pen.lookups).some(isOpaque);
}

function sheetOf(bounds: Rect, { background }: JsonObject, pen: Pen): readonly SvgNode[] {
  const shape = { tag: "rect", attributes: { ...bounds } };
  return [element("rect", { ...bounds, fill: white }), ...filled(shape, bounds, { fill: background }, pen)];
}
