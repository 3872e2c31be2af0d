import { type JsonObject, lengthOf, numberOf } from "./fields.ts";
import { type Ink, inkOf } from "./ink.ts";
import { type Paint, paintsOf } from "./paints.ts";
import type { Pen } from "./pen.ts";
import type { Rect } from "./rect.ts";
import { type Attributes, element, type SvgNode } from "./svgNode.ts";

/** An element without its paint. */
export interface Shape {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children?: readonly (SvgNode | string)[];
}

/** The shape once for each fill and stroke, the first one lowest; one fill and one stroke share an element. `box` is what gradients span. */
export function painted(shape: Shape, box: Rect, node: JsonObject, pen: Pen): readonly SvgNode[] {
  const fills = paintsOf(node.fill, pen.lookups);
  const { paints: strokes, width } = strokeOf(node, pen);
  const [fill, stroke] = [fills[0], strokes[0]];
  if (fills.length > 1 || strokes.length > 1 || fill === undefined || stroke === undefined) {
    const filling = layers(shape, box, fills, fillWith, pen);
    return width === 0 ? filling : [...filling, ...layers(shape, box, strokes, strokeWith(width), pen)];
  }
  const [below, above] = [inkOf(fill, box, pen), inkOf(stroke, box, pen)];
  const shared = layer(shape, { ...fillWith(below), ...strokeWith(width)(above), fill: below.value });
  const gradients = [below.gradient, above.gradient].flatMap((gradient) => gradient ?? []);
  return gradients.length === 0 ? [shared] : [element("defs", {}, gradients), shared];
}

export function filled(shape: Shape, box: Rect, { fill }: JsonObject, pen: Pen): readonly SvgNode[] {
  return layers(shape, box, paintsOf(fill, pen.lookups), fillWith, pen);
}

export function stroked(shape: Shape, box: Rect, node: JsonObject, pen: Pen): readonly SvgNode[] {
  const { paints, width } = strokeOf(node, pen);
  return layers(shape, box, paints, strokeWith(width), pen);
}

/** In px; 0 where nothing is stroked. */
export function strokeWidthOf(node: JsonObject, pen: Pen): number {
  return strokeOf(node, pen).width;
}

const noStroke = { paints: [], width: 0 };

function strokeOf({ stroke, strokeWidth }: JsonObject, pen: Pen): { paints: readonly Paint[]; width: number } {
  if (stroke === undefined) return noStroke;
  const paints = paintsOf(stroke, pen.lookups);
  const width = numberOf(strokeWidth) === undefined ? 1 : lengthOf(strokeWidth);
  return paints.length === 0 || width === 0 ? noStroke : { paints, width };
}

type Brush = (ink: Ink) => Attributes;

const fillWith: Brush = ({ value, opacity }) => ({ fill: value, "fill-opacity": opacity });

function strokeWith(width: number): Brush {
  return ({ value, opacity }) => ({
    fill: "none",
    stroke: value,
    "stroke-opacity": opacity,
    "stroke-width": width === 1 ? undefined : width,
  });
}

function layers(shape: Shape, box: Rect, paints: readonly Paint[], brush: Brush, pen: Pen): readonly SvgNode[] {
  const nodes: SvgNode[] = [];
  for (const paint of paints) {
    const ink = inkOf(paint, box, pen);
    if (ink.gradient !== undefined) nodes.push(element("defs", {}, [ink.gradient]));
    nodes.push(layer(shape, brush(ink)));
  }
  return nodes;
}

function layer({ tag, attributes, children }: Shape, paint: Attributes): SvgNode {
  return element(tag, attributes, children, paint);
}
