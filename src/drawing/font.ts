import type { Font } from "./context.ts";
import { type JsonObject, numberOf, textOf, within } from "./fields.ts";
import type { Pen } from "./pen.ts";
import { resolveToken } from "./tokens.ts";

const fallbacks = ["system-ui", "sans-serif"];
const genericFamilies = new Set([
  "serif",
  "sans-serif",
  "monospace",
  "cursive",
  "fantasy",
  "system-ui",
  "ui-serif",
  "ui-sans-serif",
  "ui-monospace",
  "ui-rounded",
]);
const mostFamilies = 8;
const longestName = 80;

/** The font of a text node, with DOC-1's defaults. */
export function fontOf(node: JsonObject, pen: Pen): Font {
  const size = numberOf(resolveToken(node.fontSize, pen.lookups));
  return {
    family: familyOf(textOf(resolveToken(node.fontFamily, pen.lookups)) ?? ""),
    size: size === undefined || size <= 0 ? 16 : within(size, 0.01, 10_000),
    weight: Math.round(within(numberOf(node.fontWeight) ?? 400, 1, 1000)),
    italic: node.fontStyle === "italic",
    letterSpacing: within(numberOf(node.letterSpacing) ?? 0, -1000, 1000),
  };
}

/** A design has few families and many texts. */
const knownLists = new Map<string, string>();
const mostKnown = 500;

function familyOf(wanted: string): string {
  const known = knownLists.get(wanted);
  if (known !== undefined) return known;
  const list = familyList(wanted);
  if (knownLists.size >= mostKnown) knownLists.clear();
  knownLists.set(wanted, list);
  return list;
}

/** A CSS list of families that names nothing but families: every name is quoted, and what no name needs is dropped. */
export function familyList(wanted: string): string {
  const names = wanted
    .slice(0, mostFamilies * longestName)
    .split(",")
    .slice(0, mostFamilies)
    .map((name) =>
      name
        .replace(/[^\p{Letter}\p{Mark}\p{Number} ._-]/gu, "")
        .trim()
        .slice(0, longestName),
    )
    .filter((name) => name !== "");
  const written = names.map((name) => (genericFamilies.has(name.toLowerCase()) ? name.toLowerCase() : `"${name}"`));
  return [...new Set([...written, ...fallbacks])].join(", ");
}
