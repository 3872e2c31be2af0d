import { within } from "./fields.ts";
import type { Rect } from "./rect.ts";
import { element, formatNumber, type SvgNode } from "./svgNode.ts";

/** A whole SVG file that shows `bounds` of the content, so many times as large; at least 1 × 1 px. */
export function svgDocument(content: SvgNode, bounds: Rect, scale: number): SvgNode {
  const factor = within(Number.isFinite(scale) && scale > 0 ? scale : 1, 0.001, 1000);
  const [width, height] = [Math.max(bounds.width, 1), Math.max(bounds.height, 1)];
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: [bounds.x, bounds.y, width, height].map(formatNumber).join(" "),
      width: width * factor,
      height: height * factor,
      // Every text in it is as wide at any scale.
      "text-rendering": "geometricPrecision",
    },
    [content],
  );
}
