import { childrenOf, type DrawingChange, isJsonObject, type JsonObject } from "../protocol/index.ts";

/**
 * The changes that lead from one version of a page to another. Nodes that are the same object are passed over, so that
 * an edit costs the nodes that it touched and the way down to them.
 */
export function drawingChanges(before: JsonObject, after: JsonObject): DrawingChange[] {
  const changes: DrawingChange[] = [];
  compare(before, after, [], changes);
  return changes;
}

function compare(before: JsonObject, after: JsonObject, path: readonly number[], changes: DrawingChange[]): void {
  if (before === after) return;
  const haveLists = Array.isArray(before.children) && Array.isArray(after.children);
  const fields = fieldChange(before, after, path, haveLists ? ["children"] : []);
  if (fields !== undefined) changes.push(fields);
  if (haveLists) compareChildren(childrenOf(before), childrenOf(after), path, changes);
}

function fieldChange(
  before: JsonObject,
  after: JsonObject,
  path: readonly number[],
  except: readonly string[],
): DrawingChange | undefined {
  const set = Object.keys(after).filter(
    (key) => !except.includes(key) && (before[key] !== after[key] || !Object.hasOwn(before, key)),
  );
  const unset = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  if (set.length === 0 && unset.length === 0) return undefined;
  return { op: "fields", path: [...path], set: Object.fromEntries(set.map((key) => [key, after[key]])), unset };
}

/** What is alike at both ends stays; of what is between, as many as both have are compared, the rest goes or comes. */
function compareChildren(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly number[],
  changes: DrawingChange[],
): void {
  if (before === after) return;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameNode(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSameNode(before.at(-1 - end), after.at(-1 - end))) end++;
  const remove = before.length - start - end;
  const insert = after.slice(start, after.length - end);
  if (remove > 0 || insert.length > 0) changes.push({ op: "children", path: [...path], at: start, remove, insert });
  const moved = after.length - before.length;
  for (const [index, child] of before.entries()) {
    if (index >= start && index < before.length - end) continue;
    const place = index < start ? index : index + moved;
    const next = after[place];
    if (isJsonObject(child) && isJsonObject(next)) compare(child, next, [...path, place], changes);
  }
}

/** The same object, or another version of the same node. */
function isSameNode(a: unknown, b: unknown): boolean {
  return a === b || (isJsonObject(a) && isJsonObject(b) && typeof a.id === "string" && a.id === b.id);
}
