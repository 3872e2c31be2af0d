import { hasLines, lastIndent, type Manner } from "./manner.ts";
import { indexOf, type Place } from "./places.ts";
import type { Branch, Item } from "./spelledTree.ts";

/** How a node is written. */
export interface Form {
  /** The indent of the line that it starts on. */
  readonly indent: string;
  /** Each field on a line; each node on a line; or all on one line. */
  readonly layout: "lines" | "nodes" | "line";
}

/** How a new node is written at an index of the parent's list: as the one beside it, else as what it stands in. */
export function formAt(parent: Place, index: number, manner: Manner): Form {
  if (!manner.hasLines) return { indent: "", layout: "line" };
  const items = parent.branch.list?.items ?? [];
  const beside = items[Math.max(0, Math.min(index, items.length) - 1)];
  const around = listIndent(parent, manner);
  if (beside === undefined) return { indent: around + manner.unit, layout: isOnLines(parent) ? "lines" : "nodes" };
  const like = items.length > 1 ? items[Math.max(1, Math.min(index, items.length - 1))] : beside;
  const ownIndent = lastIndent((index === 0 ? beside : like)?.gap ?? "");
  const indent = ownIndent ?? indentAt(items, index - 1) ?? around;
  const onLines = isEmptyObject(beside.content) ? isOnLines(parent) : hasOwnLines(beside.content);
  return { indent, layout: onLines ? "lines" : ownIndent === undefined ? "line" : "nodes" };
}

/** How the node in a place is written. */
export function formOf(place: Place, manner: Manner): Form {
  const { gap = "" } = place.parent?.branch.list?.items[indexOf(place)] ?? {};
  const layout = isOnLines(place) ? "lines" : hasLines(gap) ? "nodes" : "line";
  return { indent: lineIndent(place, manner), layout };
}

/** Whether an object's fields have lines of their own; in an empty one they would where they do in the one around it. */
export function isOnLines(place: Place): boolean {
  if (hasOwnLines(place.branch)) return true;
  if (!isEmptyObject(place.branch)) return false;
  return place.parent === undefined || isOnLines(place.parent);
}

/** The indent of the line that the place's object starts on. */
export function lineIndent(place: Place, manner: Manner): string {
  if (!manner.hasLines || place.parent === undefined) return "";
  const items = place.parent.branch.list?.items ?? [];
  return indentAt(items, indexOf(place)) ?? listIndent(place.parent, manner);
}

/** The indent of the line that the place's list starts on. */
export function listIndent(place: Place, manner: Manner): string {
  return (manner.hasLines ? lastIndent(place.branch.head) : "") ?? lineIndent(place, manner);
}

/** The indent of the line that an item starts on; undefined when that is the line of the list. */
function indentAt(items: readonly Item[], index: number): string | undefined {
  for (let at = index; at >= 0; at -= 1) {
    const own = lastIndent(items[at]?.gap ?? "");
    if (own !== undefined) return own;
  }
  return undefined;
}

function hasOwnLines(content: Branch | string): boolean {
  return typeof content === "string" ? hasLines(content) : hasLines(content.head) || hasLines(content.foot);
}

function isEmptyObject(content: Branch | string): boolean {
  return typeof content !== "string" && /^\{\s*\}$/.test(content.head);
}
