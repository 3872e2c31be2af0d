import { boxShape, holds, ownBox, seenBox } from "./boxShape.ts";
import type { DrawingContext } from "./context.ts";
import { clipped, drawImage } from "./drawImage.ts";
import { drawText } from "./drawText.ts";
import { childrenReach, extentOf, lineBox } from "./extent.ts";
import { childrenOf, isObject, type JsonObject, textOf } from "./fields.ts";
import { unlessOpaque } from "./ink.ts";
import { componentOf, overridden } from "./instance.ts";
import { filled, painted, stroked } from "./painted.ts";
import { fraction } from "./paints.ts";
import { pathBox, pathText } from "./pathShape.ts";
import { deeper, mayDraw, type Pen, penFor } from "./pen.ts";
import { placeOf, transformOf } from "./place.ts";
import { labelledBox } from "./placeholder.ts";
import { movedBy, type Point } from "./rect.ts";
import { element, type SvgNode } from "./svgNode.ts";

const leaves: ReadonlySet<unknown> = new Set(["rectangle", "ellipse", "line", "path", "text", "image"]);
const origin: Point = { x: 0, y: 0 };

/**
 * A node with its children as one element with `data-node="id"`, which has its gradients and clips inside and so can be
 * replaced alone. Undefined for what isn't a node, is hidden, or lies too deep. Never throws, whatever the node holds.
 */
export function drawNode(node: unknown, context: DrawingContext): SvgNode | undefined {
  return isObject(node) ? draw(node, penFor(context)) : undefined;
}

export function draw(node: JsonObject, pen: Pen): SvgNode | undefined {
  if (node.visible === false || !mayDraw(pen)) return undefined;
  if (pen.inside.length > 0) return drawAfresh(node, pen);
  return pen.memory.drawn(node, pen.lookups, () => drawAfresh(node, pen));
}

export function drawChildren(node: JsonObject, pen: Pen): readonly SvgNode[] {
  const inner = deeper(pen);
  return childrenOf(node).flatMap((child) => draw(overridden(child, pen), inner) ?? []);
}

function drawAfresh(node: JsonObject, pen: Pen): SvgNode | undefined {
  if (node.type === "instance") return drawInstance(node, pen);
  const place = placeOf(node, () => extentOf(node, pen).box);
  // What holds nothing else is drawn where it stands: every transform costs the browser a layer of its own to think of.
  if (leaves.has(node.type) && place.degrees === 0) return group(node, undefined, drawContent(node, place, pen), pen);
  return group(node, transformOf(place), drawContent(node, origin, pen), pen);
}

/** One element that stands for the node: its only shape, where it has no more than one, or else a group of them. */
function group(node: JsonObject, transform: string | undefined, content: readonly SvgNode[], pen: Pen): SvgNode {
  const opacity = unlessOpaque(fraction(node.opacity, 1));
  const own = { "data-node": nameOf(node, pen), transform, opacity };
  const [shape] = content;
  if (content.length !== 1 || shape === undefined || !leaves.has(node.type)) return element("g", own, content);
  return element(shape.tag, shape.attributes, shape.children, own);
}

/** Nodes inside an instance have no name of their own: whoever asks for one means the instance. */
function nameOf(node: JsonObject, pen: Pen): string | undefined {
  const id = textOf(node.id);
  return pen.inside.length > 0 || id === "" ? undefined : id;
}

function drawInstance(node: JsonObject, pen: Pen): SvgNode | undefined {
  const shown = componentOf(node, pen);
  if (shown === undefined) {
    const label = `Missing component ${textOf(node.component) ?? ""}`.trim();
    const place = placeOf(node, () => seenBox(node));
    return group(node, transformOf(place), labelledBox(seenBox(node), label), pen);
  }
  const drawn = draw(shown.node, shown.pen);
  const name = nameOf(node, pen);
  if (drawn === undefined || name === undefined) return drawn;
  return { ...drawn, attributes: { "data-node": name, ...drawn.attributes } };
}

/** What is drawn of a node, its own origin at a place. */
function drawContent(node: JsonObject, at: Point, pen: Pen): readonly SvgNode[] {
  switch (node.type) {
    case "frame":
      return drawFrame(node, pen);
    case "group":
      return drawChildren(node, pen);
    case "rectangle": {
      const box = movedBy(ownBox(node), at);
      return painted(boxShape(box, node.cornerRadius, pen), box, node, pen);
    }
    case "ellipse": {
      const box = movedBy(ownBox(node), at);
      const [rx, ry] = [box.width / 2, box.height / 2];
      return painted({ tag: "ellipse", attributes: { cx: box.x + rx, cy: box.y + ry, rx, ry } }, box, node, pen);
    }
    case "line":
      return drawLine(node, at, pen);
    case "path": {
      const d = pathText(node, at);
      return d === "" ? [] : painted({ tag: "path", attributes: { d } }, movedBy(pathBox(node), at), node, pen);
    }
    case "text":
      return drawText(node, at, pen);
    case "image":
      return drawImage(node, at, pen);
    default:
      return [...labelledBox(seenBox(node), unknownLabel(node)), ...drawChildren(node, pen)];
  }
}

function drawLine(node: JsonObject, { x, y }: Point, pen: Pen): readonly SvgNode[] {
  const box = lineBox(node);
  const [right, down] = [box.x < 0 ? box.x : box.width, box.y < 0 ? box.y : box.height];
  const attributes = { x1: x, y1: y, x2: x + right, y2: y + down };
  return stroked({ tag: "line", attributes }, movedBy(box, { x, y }), node, pen);
}

/** The stroke lies above the children: what fills a frame doesn't hide its edge. A clip is there only where it cuts something off. */
function drawFrame(node: JsonObject, pen: Pen): readonly SvgNode[] {
  const box = ownBox(node);
  const shape = boxShape(box, node.cornerRadius, pen);
  const children = drawChildren(node, pen);
  const reach = node.clip === false ? undefined : childrenReach(node, pen);
  const isClipped = reach !== undefined && !holds(box, node.cornerRadius, reach, pen);
  return [
    ...filled(shape, box, node, pen),
    ...(isClipped ? clipped(children, shape, pen) : children),
    ...stroked(shape, box, node, pen),
  ];
}

function unknownLabel({ type, name }: JsonObject): string {
  return [textOf(type) ?? "node", textOf(name) ?? ""].filter((part) => part !== "").join(": ");
}
