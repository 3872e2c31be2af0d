import { type JsonObject, numberOf } from "./fields.ts";
import { boxAround, cornersOf, movedBy, type Point, type Rect } from "./rect.ts";
import { formatNumber } from "./svgNode.ts";

/** Where a node stands in its parent: moved by (x, y), then turned by `degrees` clockwise around the centre of its box. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly degrees: number;
  readonly centre: Point;
}

const origin: Point = { x: 0, y: 0 };

/** `box` is asked for only where the node is turned. */
export function placeOf(node: JsonObject, box: () => Rect): Place {
  const degrees = (numberOf(node.rotation) ?? 0) % 360;
  return {
    x: numberOf(node.x) ?? 0,
    y: numberOf(node.y) ?? 0,
    degrees,
    centre: degrees === 0 ? origin : centreOf(box()),
  };
}

/** The `transform` attribute; undefined where the node stands at its parent's corner. */
export function transformOf({ x, y, degrees, centre }: Place): string | undefined {
  const moved = x === 0 && y === 0 ? [] : [`translate(${formatNumber(x)} ${formatNumber(y)})`];
  const turned =
    degrees === 0 ? [] : [`rotate(${[degrees, centre.x, centre.y].map((value) => formatNumber(value)).join(" ")})`];
  const parts = [...moved, ...turned];
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** A point of the node's own coordinates, in its parent's. */
export function toParent({ x, y, degrees, centre }: Place, point: Point): Point {
  if (degrees === 0) return { x: x + point.x, y: y + point.y };
  const angle = (degrees * Math.PI) / 180;
  const [right, down] = [point.x - centre.x, point.y - centre.y];
  return {
    x: x + centre.x + right * Math.cos(angle) - down * Math.sin(angle),
    y: y + centre.y + right * Math.sin(angle) + down * Math.cos(angle),
  };
}

/** The box around a box of the node's own coordinates, in its parent's. */
export function boxInParent(place: Place, box: Rect): Rect {
  if (place.degrees === 0) return movedBy(box, place);
  return boxAround(cornersOf(box).map((corner) => toParent(place, corner))) ?? box;
}

function centreOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
