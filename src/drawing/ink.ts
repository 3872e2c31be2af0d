import type { Paint, Stop } from "./paints.ts";
import type { Pen } from "./pen.ts";
import type { Rect } from "./rect.ts";
import { element, formatNumber, type SvgNode } from "./svgNode.ts";

/** How a paint is named in an element's `fill` or `stroke`, and the gradient it needs beside it. */
export interface Ink {
  readonly value: string;
  readonly opacity: number | undefined;
  readonly gradient: SvgNode | undefined;
}

/** `box` is what the paint covers, in the coordinates of the element that is painted. */
export function inkOf(paint: Paint, box: Rect, { memory }: Pen): Ink {
  if (paint.kind === "solid") return { value: paint.hex, opacity: unlessOpaque(paint.opacity), gradient: undefined };
  const id = memory.newId();
  const geometry = paint.kind === "linear" ? linearGeometry(paint.angle, box) : radialGeometry(paint, box);
  const gradient = element(
    paint.kind === "linear" ? "linearGradient" : "radialGradient",
    { id, gradientUnits: "userSpaceOnUse", ...geometry },
    paint.stops.map(stopNode),
  );
  return { value: `url(#${id})`, opacity: undefined, gradient };
}

/** The line through the centre whose ends' perpendiculars just touch the box's corners: every stop is inside it at any angle. */
function linearGeometry(angle: number, { x, y, width, height }: Rect): Record<string, number> {
  const radians = (angle * Math.PI) / 180;
  const [right, down] = [Math.cos(radians), Math.sin(radians)];
  const half = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  return { x1: cx - right * half, y1: cy - down * half, x2: cx + right * half, y2: cy + down * half };
}

/** Round in the box's own proportions: an ellipse in a box that isn't square. */
function radialGeometry(
  { cx, cy, r }: { readonly cx: number; readonly cy: number; readonly r: number },
  { x, y, width, height }: Rect,
): Record<string, number | string> {
  const [left, top, across, down] = [x, y, width, height].map(formatNumber);
  return { cx, cy, r, gradientTransform: `translate(${left} ${top}) scale(${across} ${down})` };
}

function stopNode({ offset, hex, opacity }: Stop): SvgNode {
  return element("stop", { offset, "stop-color": hex, "stop-opacity": unlessOpaque(opacity) });
}

export function unlessOpaque(opacity: number): number | undefined {
  return opacity < 1 ? opacity : undefined;
}
