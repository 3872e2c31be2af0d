/**
 * The drawing of a design (DOC-1, DOC-3) as plain data: pure, with text measured through a port. Whatever document.json
 * holds, what comes out is well-formed, finite, and neither runs nor loads anything but the assets that the context names.
 */
export type { DrawingContext, Font, MeasureText } from "./context.ts";
export { DrawingMemory } from "./drawingMemory.ts";
export { drawNode } from "./drawNode.ts";
export { drawPage, nodeBounds, pageBounds } from "./drawPage.ts";
export { isObject, type JsonObject } from "./fields.ts";
export { keepEqual } from "./keepEqual.ts";
export { toMarkup } from "./markup.ts";
export { type NodeCorners, nodeCorners } from "./nodeCorners.ts";
export { boxAround, type Point, type Rect } from "./rect.ts";
export { svgDocument } from "./svgDocument.ts";
export type { SvgNode } from "./svgNode.ts";
export { tableMeasure } from "./tableMeasure.ts";
