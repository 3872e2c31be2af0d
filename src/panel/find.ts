import type { Item } from "../archive/types.ts";
import { findPattern, findPatternInMarkdown } from "../protocol/index.ts";

/** What of an item is no text to read: what it is, and names for other things. */
const unread = new Set([
  "id",
  "type",
  "status",
  "code",
  "images",
  "hasImage",
  "callID",
  "time",
  "url",
  "nodes",
  "usage",
  "cost",
]);

/** The items that hold a text, from a place on: each with its place and how often it holds it. */
export function findItems(
  items: readonly Item[],
  { query, matchCase, from }: { readonly query: string; readonly matchCase: boolean; readonly from: number },
): [number, number][] {
  const pattern = findPattern(query, matchCase);
  const inMarkdown = findPatternInMarkdown(query, matchCase);
  if (pattern === undefined || inMarkdown === undefined) return [];
  const matches: [number, number][] = [];
  for (let index = from; index < items.length; index++) {
    const item = items[index];
    if (item === undefined) break;
    const { text, ...rest } = item;
    const count = countIn(text, item.type === "assistant" ? inMarkdown : pattern) + countIn(rest, pattern);
    if (count > 0) matches.push([index, count]);
  }
  return matches;
}

/** Every text in it is shown somewhere, if only among its other fields (FMT-5). */
function countIn(value: unknown, pattern: RegExp): number {
  if (typeof value === "string") return value.match(pattern)?.length ?? 0;
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  for (const [key, each] of Object.entries(value)) {
    if (!unread.has(key)) count += countIn(each, pattern);
  }
  return count;
}
