import { isObject, type JsonObject } from "./fields.ts";

/** Deeper than this two values are taken for different. */
const deepest = 1000;

/**
 * The next value with every part that equals the former one replaced by that: what didn't change is then the same
 * object, however the next value came here. List entries are matched by their `id` where they have one, else by place.
 */
export function keepEqual(former: unknown, next: unknown): unknown {
  return kept(former, next, 0);
}

function kept(former: unknown, next: unknown, depth: number): unknown {
  if (former === next || depth > deepest) return next;
  if (Array.isArray(former) && Array.isArray(next)) return keptList(former, next, depth);
  if (isObject(former) && isObject(next)) return keptObject(former, next, depth);
  return next;
}

function keptObject(former: JsonObject, next: JsonObject, depth: number): JsonObject {
  const keys = Object.keys(next);
  let isSame = Object.keys(former).length === keys.length;
  const result: Record<string, unknown> = Object.create(null);
  for (const key of keys) {
    const hasFormer = Object.hasOwn(former, key);
    const value = hasFormer ? kept(former[key], next[key], depth + 1) : next[key];
    isSame &&= hasFormer && value === former[key];
    result[key] = value;
  }
  return isSame ? former : result;
}

function keptList(former: readonly unknown[], next: readonly unknown[], depth: number): readonly unknown[] {
  const byId = new Map<string, unknown>();
  for (const entry of former) {
    const id = idOf(entry);
    if (id !== undefined && !byId.has(id)) byId.set(id, entry);
  }
  const result = next.map((entry, index) => {
    const id = idOf(entry);
    if (id === undefined) return idOf(former[index]) === undefined ? kept(former[index], entry, depth + 1) : entry;
    const match = byId.get(id);
    // No former entry is taken twice: one object has one place in the drawing.
    byId.delete(id);
    return match === undefined ? entry : kept(match, entry, depth + 1);
  });
  const isSame = former.length === result.length && result.every((entry, index) => entry === former[index]);
  return isSame ? former : result;
}

function idOf(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry.id === "string" ? entry.id : undefined;
}
