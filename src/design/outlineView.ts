import type { Cut } from "./cut.ts";
import { isObject, type JsonObject } from "./json.ts";
import { MeasuredText } from "./measuredText.ts";
import { childList, idOf, pageList, quote } from "./names.ts";
import { countRest } from "./nodeCounts.ts";

const heading = 'id type "name" x y width height; "-" where there is none; (+n) for n nodes inside that are not listed';

/**
 * A line for each page and node that the cut shows, indented by its level. Undefined when that is longer than `limit`
 * UTF-16 units.
 */
export function outlineView(root: JsonObject, cut: Cut, limit: number): string | undefined {
  const text = new MeasuredText(limit);
  text.add(heading);
  const leftOut = addLines(text, pageList(root), cut, 0);
  if (leftOut > 0) text.add(`\n... ${leftOut} more nodes left out; ask for a node by its id`);
  return text.isTooLong ? undefined : text.toString();
}

/** Answers how many pages and nodes got no line. */
function addLines(text: MeasuredText, list: readonly unknown[], cut: Cut, level: number): number {
  const shown = shownEntries(cut, level);
  let leftOut = countRest(list, shown);
  for (const node of list.slice(0, shown)) {
    if (text.isTooLong) break;
    if (!isObject(node)) continue;
    const children = childList(node);
    const hidden = countRest(children, shownEntries(cut, level + 1));
    text.add("\n", "  ".repeat(level), lineOf(node, level), hidden === 0 ? "" : ` (+${hidden})`);
    leftOut += level < cut.depth ? addLines(text, children, cut, level + 1) : hidden;
  }
  return leftOut;
}

/** How many entries of the lists on a level are shown. */
function shownEntries({ depth, perList }: Cut, level: number): number {
  if (level > depth) return 0;
  return level === depth ? perList : Number.POSITIVE_INFINITY;
}

function lineOf(node: JsonObject, level: number): string {
  const name = [node.name, node.text].find((value) => typeof value === "string" && value !== "") ?? "";
  const type = level === 0 ? "page" : word(node.type);
  const place = [node.x, node.y, node.width, node.height].map((value) =>
    typeof value === "number" ? String(value) : "-",
  );
  return [word(idOf(node)), type, quote(name), ...place].join(" ");
}

/** As it is where it can't be mistaken for something else. */
function word(value: unknown): string {
  if (typeof value !== "string" || value === "") return "-";
  return /^[\w.:-]+$/.test(value) ? value : quote(value);
}
