import type { JsonObject } from "./fields.ts";
import { painted } from "./painted.ts";
import type { Pen } from "./pen.ts";
import { movedBy, type Point } from "./rect.ts";
import { element, type SvgNode } from "./svgNode.ts";
import { type Align, layoutText } from "./textLayout.ts";

const anchors: Readonly<Record<Align, string | undefined>> = { left: undefined, center: "middle", right: "end" };
/** Spaces that would be lost: at an end, or more than one. */
const unusualSpaces = /^\s|\s$|\s\s/;
const black = "#000000";

/** The text with its box's top left corner at a place. */
export function drawText(node: JsonObject, at: Point, pen: Pen): readonly SvgNode[] {
  const { font, align, x, lines, box } = layoutText(node, pen);
  const seen = lines.flatMap(({ text, baseline }) =>
    text.trim() === "" ? [] : [{ text, x: at.x + x, y: at.y + baseline }],
  );
  const [only] = seen;
  if (only === undefined) return [];
  const isOneLine = seen.length === 1;
  const children = isOneLine ? [only.text] : seen.map(({ text, x, y }) => element("tspan", { x, y }, [text]));
  const attributes = {
    x: isOneLine ? only.x : undefined,
    y: isOneLine ? only.y : undefined,
    "font-family": font.family,
    "font-size": font.size,
    "font-weight": font.weight === 400 ? undefined : font.weight,
    "font-style": font.italic ? "italic" : undefined,
    "letter-spacing": font.letterSpacing === 0 ? undefined : font.letterSpacing,
    "text-anchor": anchors[align],
    "xml:space": seen.some(({ text }) => unusualSpaces.test(text)) ? "preserve" : undefined,
  };
  return painted({ tag: "text", attributes, children }, movedBy(box, at), { ...node, fill: node.fill ?? black }, pen);
}
