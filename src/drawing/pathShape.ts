import { type JsonObject, numberOf, textOf } from "./fields.ts";
import { type PathCommand, parsePath } from "./pathData.ts";
import { pathPoints } from "./pathPoints.ts";
import { boxAround, type Point, type Rect } from "./rect.ts";
import { formatNumber, limited } from "./svgNode.ts";

/** Path data written anew from what was understood of the node's, moved to a place; empty for none. */
export function pathText(node: JsonObject, at: Point): string {
  const commands = parsePath(textOf(node.d) ?? "");
  return commands.map((command, index) => written(command, index === 0 ? "M" : command.letter, at)).join("");
}

/** What the node says it takes, or else what its line covers. */
export function pathBox(node: JsonObject): Rect {
  const [width, height] = [numberOf(node.width) ?? 0, numberOf(node.height) ?? 0];
  return width > 0 && height > 0 ? { x: 0, y: 0, width, height } : lineOfPath(node);
}

/** The box around the path's line, without its stroke. */
export function lineOfPath(node: JsonObject): Rect {
  return limitedBox(boxAround(pathPoints(parsePath(textOf(node.d) ?? ""))));
}

/** Absolute commands move along; relative ones needn't, but for the first, which is from the origin. */
function written({ letter, values }: PathCommand, as: string, at: Point): string {
  return letter + values.map((value, index) => formatNumber(value + shiftOf(as, index, at))).join(" ");
}

function shiftOf(letter: string, index: number, at: Point): number {
  switch (letter) {
    case "H":
      return at.x;
    case "V":
      return at.y;
    case "A":
      return index === 5 ? at.x : index === 6 ? at.y : 0;
    case "M":
    case "L":
    case "C":
    case "S":
    case "Q":
    case "T":
      return index % 2 === 0 ? at.x : at.y;
    default:
      return 0;
  }
}

function limitedBox(box: Rect | undefined): Rect {
  if (box === undefined) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [limited(box.x), limited(box.y)];
  return { x, y, width: limited(box.x + box.width) - x, height: limited(box.y + box.height) - y };
}
