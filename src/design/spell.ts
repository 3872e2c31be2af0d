import { isObject, type JsonObject } from "./json.ts";
import type { Manner } from "./manner.ts";

/** Writes a JSON value over several lines; `indent` is that of the line it starts on. Nests no deeper than a call may. */
export function spellOnLines(value: unknown, manner: Manner, indent: string): string {
  const inner = manner.lineEnd + indent + manner.unit;
  const edges = { first: inner, last: manner.lineEnd + indent };
  const layout = { ofObjects: edges, ofLists: edges, comma: `,${inner}`, colon: manner.colon };
  return spell(value, layout, (entry) => spellOnLines(entry, manner, indent + manner.unit));
}

/** Writes a JSON value on one line. Nests no deeper than a call may. */
export function spellOnOneLine(value: unknown, manner: Manner): string {
  const { padding, comma, colon } = manner;
  const layout = { ofObjects: { first: padding, last: padding }, ofLists: { first: "", last: "" }, comma, colon };
  return spell(value, layout, (entry) => spellOnOneLine(entry, manner));
}

/**
 * Writes a node with its fields on one line, and each of its children on a line of its own; `indent` is that of the line
 * it starts on. Nests no deeper than a call may.
 */
export function spellNodePerLine(node: JsonObject, manner: Manner, indent: string): string {
  const inner = manner.lineEnd + indent + manner.unit;
  const child = (value: unknown) =>
    isObject(value) ? spellNodePerLine(value, manner, indent + manner.unit) : spellOnOneLine(value, manner);
  const entries = Object.entries(node).map(([key, value]) => {
    const isList = key === "children" && Array.isArray(value) && value.length > 0;
    const text = isList
      ? `[${inner}${value.map(child).join(`,${inner}`)}${manner.lineEnd}${indent}]`
      : spellOnOneLine(value, manner);
    return JSON.stringify(key) + manner.colon + text;
  });
  return `{${manner.padding}${entries.join(manner.comma)}${manner.padding}}`;
}

/** What stands behind the opening and in front of the closing bracket. */
interface Edges {
  readonly first: string;
  readonly last: string;
}

interface Layout {
  readonly ofObjects: Edges;
  readonly ofLists: Edges;
  readonly comma: string;
  readonly colon: string;
}

function spell(value: unknown, layout: Layout, inside: (value: unknown) => string): string {
  const { ofObjects, ofLists, comma, colon } = layout;
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `[${ofLists.first}${value.map(inside).join(comma)}${ofLists.last}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => JSON.stringify(key) + colon + inside(entry));
    return entries.length === 0 ? "{}" : `{${ofObjects.first}${entries.join(comma)}${ofObjects.last}}`;
  }
  return spellScalar(value);
}

/** As JSON.stringify does; a number that no JavaScript number holds stays one (`1e999`). */
function spellScalar(value: unknown): string {
  if (value === Infinity || value === -Infinity) return value > 0 ? "1e999" : "-1e999";
  return JSON.stringify(value) ?? "null";
}
