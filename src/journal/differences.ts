import type { ArchivedConversation } from "../archive/types.ts";
import type { JournalRecord, ListChange, TextChange } from "./records.ts";

type ConversationChange = Omit<Extract<JournalRecord, { kind: "conversation" }>, "kind" | "base">;

/** What leads from one conversation to another. Values are immutable, so the same object is the same value. */
export function conversationChange(
  before: ArchivedConversation | undefined,
  after: ArchivedConversation,
): ConversationChange {
  const keys = Object.keys(after).filter((key) => key !== "items" && key !== "history");
  return {
    items: listChange(before?.items ?? [], after.items),
    history: listChange(before?.history ?? [], after.history),
    set: Object.fromEntries(keys.filter((key) => before?.[key] !== after[key]).map((key) => [key, after[key]])),
    removed: Object.keys(before ?? {}).filter((key) => !Object.hasOwn(after, key)),
  };
}

/** The conversation after a change, unchecked: it may come from a file. Undefined when the change doesn't fit. */
export function applyConversationChange(
  before: Readonly<Record<string, unknown>>,
  change: ConversationChange,
): Record<string, unknown> | undefined {
  const items = applyListChange(before.items, change.items);
  const history = applyListChange(before.history, change.history);
  if (items === undefined || history === undefined) return undefined;
  const removed = new Set(change.removed);
  const kept = Object.entries(before).filter(([key]) => !removed.has(key));
  return { ...Object.fromEntries(kept), ...change.set, items, history };
}

export function textChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, insert: after.slice(start, after.length - end), end };
}

/** The text after a change; undefined when the change doesn't fit. */
export function applyTextChange(before: string, change: TextChange): string | undefined {
  if (change.start + change.end > before.length) return undefined;
  return before.slice(0, change.start) + change.insert + before.slice(before.length - change.end);
}

function listChange(before: readonly unknown[], after: readonly unknown[]): ListChange {
  let keep = 0;
  while (keep < before.length && keep < after.length && before[keep] === after[keep]) keep += 1;
  return { keep, add: after.slice(keep) };
}

function applyListChange(before: unknown, change: ListChange): unknown[] | undefined {
  const list: readonly unknown[] = Array.isArray(before) ? before : [];
  return change.keep > list.length ? undefined : [...list.slice(0, change.keep), ...change.add];
}
