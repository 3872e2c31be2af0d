import { lengthOf, numberOf } from "./fields.ts";
import type { Shape } from "./painted.ts";
import type { Pen } from "./pen.ts";
import type { Point, Rect } from "./rect.ts";
import { formatNumber } from "./svgNode.ts";
import { resolveToken } from "./tokens.ts";

/** Radii from the top left, clockwise, in px. */
type Radii = readonly [number, number, number, number];

/** The rectangle of a box with its corners rounded as `cornerRadius` says. */
export function boxShape({ x, y, width, height }: Rect, cornerRadius: unknown, pen: Pen): Shape {
  const radii = fitting(radiiOf(cornerRadius, pen), width, height);
  if (typeof radii !== "number") return { tag: "path", attributes: { d: roundedPath({ x, y, width, height }, radii) } };
  return { tag: "rect", attributes: { ...cornerOf({ x, y }), width, height, rx: radii === 0 ? undefined : radii } };
}

/** `x` and `y`, left out where they are 0. */
export function cornerOf({ x, y }: Point): { readonly x: number | undefined; readonly y: number | undefined } {
  return { x: x === 0 ? undefined : x, y: y === 0 ? undefined : y };
}

/** One radius for all corners, or one for each. */
function radiiOf(cornerRadius: unknown, pen: Pen): number | Radii {
  if (cornerRadius === undefined) return 0;
  const value = resolveToken(cornerRadius, pen.lookups);
  if (!Array.isArray(value)) return lengthOf(value);
  const at = (index: number) => lengthOf(resolveToken(value[index], pen.lookups));
  const radii = [at(0), at(1), at(2), at(3)] as const;
  return radii.every((radius) => radius === radii[0]) ? radii[0] : radii;
}

/** Radii that don't fit on a side all shrink by the same factor, as CSS has it. */
function fitting(radii: number | Radii, width: number, height: number): number | Radii {
  if (typeof radii === "number") return Math.min(radii, width / 2, height / 2);
  const [topLeft, topRight, bottomRight, bottomLeft] = radii;
  const sides = [
    [width, topLeft + topRight],
    [height, topRight + bottomRight],
    [width, bottomRight + bottomLeft],
    [height, bottomLeft + topLeft],
  ] as const;
  const factor = sides.reduce((least, [side, taken]) => (taken > side ? Math.min(least, side / taken) : least), 1);
  return factor === 1 ? radii : [topLeft * factor, topRight * factor, bottomRight * factor, bottomLeft * factor];
}

function roundedPath({ x, y, width, height }: Rect, [topLeft, topRight, bottomRight, bottomLeft]: Radii): string {
  const to = (command: string, ...values: number[]) => command + values.map(formatNumber).join(" ");
  const arc = (radius: number, endX: number, endY: number) =>
    radius === 0
      ? ""
      : `A${formatNumber(radius)} ${formatNumber(radius)} 0 0 1 ${formatNumber(endX)} ${formatNumber(endY)}`;
  const [right, bottom] = [x + width, y + height];
  return [
    to("M", x + topLeft, y),
    to("H", right - topRight),
    arc(topRight, right, y + topRight),
    to("V", bottom - bottomRight),
    arc(bottomRight, right - bottomRight, bottom),
    to("H", x + bottomLeft),
    arc(bottomLeft, x, bottom - bottomLeft),
    to("V", y + topLeft),
    arc(topLeft, x + topLeft, y),
    "Z",
  ].join("");
}

/** Whether nothing of a rectangle comes over the edge of the rounded box: its corners are inside, and so then is the rest. */
export function holds(box: Rect, cornerRadius: unknown, inner: Rect, pen: Pen): boolean {
  const isInside =
    inner.x >= box.x &&
    inner.y >= box.y &&
    inner.x + inner.width <= box.x + box.width &&
    inner.y + inner.height <= box.y + box.height;
  if (!isInside) return false;
  const radii = fitting(radiiOf(cornerRadius, pen), box.width, box.height);
  if (radii === 0) return true;
  const [left, top] = [inner.x - box.x, inner.y - box.y];
  const [right, bottom] = [box.width - left - inner.width, box.height - top - inner.height];
  const distances = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  return distances.every(([across, down], corner) => {
    const radius = typeof radii === "number" ? radii : (radii[corner] ?? 0);
    return across >= radius || down >= radius || Math.hypot(radius - across, radius - down) <= radius;
  });
}

/** The node's own box: from its top left corner, as wide and high as it says. */
export function ownBox({ width, height }: Readonly<Record<string, unknown>>): Rect {
  return { x: 0, y: 0, width: lengthOf(width), height: lengthOf(height) };
}

/** The box of a node that has to be seen although it may say no size. */
export function seenBox({ width, height }: Readonly<Record<string, unknown>>): Rect {
  const seen = (length: unknown) => Math.max(numberOf(length) ?? 0, 24);
  return { x: 0, y: 0, width: seen(width), height: seen(height) };
}
