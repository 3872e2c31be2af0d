import type { Rect } from "./rect.ts";
import { element, formatNumber, type SvgNode } from "./svgNode.ts";

const grey = "#8a8f98";
const longestLabel = 60;

/** A dashed box with a name, for what can't be drawn. */
export function labelledBox(box: Rect, label: string): readonly SvgNode[] {
  const size = Math.min(Math.max(box.height / 4, 7), 12);
  const room = Math.floor((box.width - size) / (size * 0.6));
  const text = shortened(label.replace(/\p{Control}|\p{Surrogate}|[\u2028\u2029\ufffe\uffff]/gu, " ").trim(), room);
  const { x, y, width, height } = box;
  const frame = element("rect", {
    x: x + 0.5,
    y: y + 0.5,
    width: Math.max(width - 1, 0),
    height: Math.max(height - 1, 0),
    rx: 2,
    fill: grey,
    "fill-opacity": 0.08,
    stroke: grey,
    "stroke-dasharray": "4 3",
  });
  const name = element(
    "text",
    { x: x + size / 2, y: y + size * 1.4, "font-family": "system-ui, sans-serif", "font-size": size, fill: grey },
    [text],
  );
  return text === "" ? [frame] : [frame, name];
}

/** A grey box with hills and a sun, for an image that isn't there. */
export function missingImage(box: Rect): readonly SvgNode[] {
  const { x, y, width, height } = box;
  const side = Math.min(width, height, 160) / 2;
  const [left, top] = [x + (width - side) / 2, y + (height - side) / 2];
  const at = (across: number, down: number) =>
    `${formatNumber(left + across * side)} ${formatNumber(top + down * side)}`;
  return [
    element("rect", { x, y, width, height, fill: grey, "fill-opacity": 0.16 }),
    element("path", {
      d: `M${at(0.04, 0.86)}L${at(0.36, 0.4)}L${at(0.58, 0.7)}L${at(0.72, 0.54)}L${at(0.96, 0.86)}Z`,
      fill: grey,
      "fill-opacity": 0.55,
    }),
    element("circle", {
      cx: left + side * 0.72,
      cy: top + side * 0.26,
      r: side * 0.1,
      fill: grey,
      "fill-opacity": 0.55,
    }),
  ];
}

function shortened(label: string, room: number): string {
  const characters = [...label.slice(0, 4 * longestLabel)];
  const most = Math.min(room, longestLabel);
  if (characters.length <= most) return label.slice(0, 4 * longestLabel);
  return most < 2 ? "" : `${characters.slice(0, most - 1).join("")}…`;
}
