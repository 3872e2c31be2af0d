import { ownBox, seenBox } from "./boxShape.ts";
import { childrenOf, type JsonObject, numberOf } from "./fields.ts";
import { componentOf, overridden } from "./instance.ts";
import { strokeWidthOf } from "./painted.ts";
import { lineOfPath, pathBox } from "./pathShape.ts";
import { deeper, mayDraw, type Pen } from "./pen.ts";
import { boxInParent, placeOf } from "./place.ts";
import { outset, type Rect, union } from "./rect.ts";
import { layoutText, linesBox } from "./textLayout.ts";

/** A node's size, in its own coordinates. */
export interface Extent {
  /** What it says it takes, and turns around. */
  readonly box: Rect;
  /** All that is drawn of it and its children; undefined where nothing is. */
  readonly reach: Rect | undefined;
}

const nowhere: Extent = { box: { x: 0, y: 0, width: 0, height: 0 }, reach: undefined };

export function extentOf(node: JsonObject, pen: Pen): Extent {
  if (!mayDraw(pen)) return nowhere;
  if (pen.inside.length > 0 || isSimple(node)) return measured(node, pen);
  return pen.memory.extent(node, pen.lookups, () => measured(node, pen));
}

/** Whether the extent is quicker measured than remembered. */
function isSimple({ type }: JsonObject): boolean {
  return type === "rectangle" || type === "ellipse" || type === "line" || type === "image";
}

/** What is drawn of the node, in its parent's coordinates; undefined where nothing is. */
export function reachInParent(node: JsonObject, pen: Pen): Rect | undefined {
  return onParent(node, pen, ({ reach }) => reach);
}

/** The node's own box, in its parent's coordinates; undefined where it isn't seen. */
function boxOnParent(node: JsonObject, pen: Pen): Rect | undefined {
  return onParent(node, pen, ({ reach, box }) => reach && box);
}

function onParent(node: JsonObject, pen: Pen, choose: (extent: Extent) => Rect | undefined): Rect | undefined {
  if (node.visible === false) return undefined;
  const extent = extentOf(node, pen);
  const chosen = choose(extent);
  return (
    chosen &&
    boxInParent(
      placeOf(shownNode(node, pen), () => extent.box),
      chosen,
    )
  );
}

/** The node whose place counts: for an instance, its component with the instance's own fields. */
export function shownNode(node: JsonObject, pen: Pen): JsonObject {
  return (node.type === "instance" ? componentOf(node, pen)?.node : undefined) ?? node;
}

function measured(node: JsonObject, pen: Pen): Extent {
  switch (node.type) {
    case "frame":
      return node.clip === false
        ? withChildren(outlined(ownBox(node), node, pen), node, pen)
        : outlined(ownBox(node), node, pen);
    case "rectangle":
    case "ellipse":
    case "image":
      return outlined(ownBox(node), node, pen);
    case "line":
      return outlined(lineBox(node), node, pen);
    case "path":
      return { box: pathBox(node), reach: outset(lineOfPath(node), strokeWidthOf(node, pen) / 2) };
    case "text": {
      const layout = layoutText(node, pen);
      return { box: layout.box, reach: union(layout.box, linesBox(layout)) };
    }
    case "group":
      return groupExtent(node, pen);
    case "instance": {
      const shown = componentOf(node, pen);
      return shown === undefined ? bare(seenBox(node)) : extentOf(shown.node, shown.pen);
    }
    default:
      return withChildren(bare(seenBox(node)), node, pen);
  }
}

/** From where the line begins to where it ends, in either direction. */
export function lineBox({ width, height }: JsonObject): Rect {
  const [right, down] = [numberOf(width) ?? 0, numberOf(height) ?? 0];
  return { x: Math.min(right, 0), y: Math.min(down, 0), width: Math.abs(right), height: Math.abs(down) };
}

/** A group that says no size takes what its children's boxes take, whatever hangs over their edges. */
function groupExtent(node: JsonObject, pen: Pen): Extent {
  const reach = childrenReach(node, pen);
  const said = ownBox(node);
  if (said.width > 0 && said.height > 0) return { box: said, reach };
  const inner = deeper(pen);
  const box = childrenOf(node).reduce<Rect | undefined>(
    (all, child) => union(all, boxOnParent(overridden(child, pen), inner)),
    undefined,
  );
  return { box: box ?? said, reach };
}

function bare(box: Rect): Extent {
  return { box, reach: box };
}

function outlined(box: Rect, node: JsonObject, pen: Pen): Extent {
  return { box, reach: outset(box, strokeWidthOf(node, pen) / 2) };
}

function withChildren({ box, reach }: Extent, node: JsonObject, pen: Pen): Extent {
  return { box, reach: union(reach, childrenReach(node, pen)) };
}

/** All that is drawn of a node's children, in the node's own coordinates. */
export function childrenReach(node: JsonObject, pen: Pen): Rect | undefined {
  const inner = deeper(pen);
  return childrenOf(node).reduce<Rect | undefined>(
    (reach, child) => union(reach, reachInParent(overridden(child, pen), inner)),
    undefined,
  );
}
