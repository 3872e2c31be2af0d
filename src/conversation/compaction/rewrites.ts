import { reclaimedResults, withReclaimedResults } from "../../archive/reclaimed.ts";
import type { ArchivedConversation, Item, Message } from "../../archive/types.ts";
import { inputTotal } from "../../models/usage.ts";

/** What a rewritten history was before, and the notice that tells of it. */
interface Rewrite {
  readonly noticeId: string;
  readonly before: ArchivedConversation;
}

/** By the history that was made: nothing else may follow one before it is undone, and a closed document has none (CMP-9). */
const rewrites = new WeakMap<readonly Message[], Rewrite>();

/** Marks a conversation as rewritten from another one, which can be gone back to until the next turn runs (CMP-9). */
export function rewritten(
  before: ArchivedConversation,
  after: ArchivedConversation,
  notice: Item,
): ArchivedConversation {
  const told = { ...after, items: [...after.items, notice] };
  rewrites.set(told.history, { noticeId: notice.id, before });
  return told;
}

/** The notice whose compaction or reclaiming can be undone now; undefined when there is none (CMP-9). */
export function undoableNotice({ history }: Pick<ArchivedConversation, "history">): string | undefined {
  return rewrites.get(history)?.noticeId;
}

/**
 * The conversation as the model knew it before the compaction or reclaiming that this notice tells of. Items, what was used
 * and what it cost stay as they are now; the notice says that it was undone. The same value where it can't be undone (CMP-9).
 */
export function withUndone(saved: ArchivedConversation, noticeId: string): ArchivedConversation {
  const rewrite = rewrites.get(saved.history);
  if (rewrite === undefined || rewrite.noticeId !== noticeId) return saved;
  const { history, sentFacts, lastRoundUsage } = rewrite.before;
  const items = saved.items.map((item) => (item.id === noticeId ? { ...item, status: "undone" } : item));
  return withReclaimedResults(
    { ...saved, items, history, sentFacts, lastRoundUsage },
    reclaimedResults(rewrite.before),
  );
}

/** What the next message doesn't begin with any more, because of it (BYT-4). */
export type RewriteKind = "compacted" | "reclaimed" | "undone";

/**
 * Why the next request doesn't begin like the last one: the history was rewritten after the last message of the person's.
 * Read off the items, so that it holds after a reopen too; undefined when it wasn't.
 */
export function rewriteBefore(items: readonly Item[]): RewriteKind | undefined {
  let found: RewriteKind | undefined;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item?.type === "user") return found;
    if (item?.type !== "notice" || !isRewriteCode(item.code)) continue;
    if (item.status !== "undone") return item.code;
    found = "undone";
  }
  return found;
}

/**
 * About what the next request reads, where no request has told since the history was rewritten: what the notice says (CMP-3).
 * Undefined where the last request told, and where nothing was rewritten before the last turn or behind it: with a provider that
 * never tells, the figure grows old.
 */
export function tokensAfterRewrite({
  items,
  lastRoundUsage,
}: Pick<ArchivedConversation, "items" | "lastRoundUsage">): number | undefined {
  if (inputTotal(lastRoundUsage) > 0) return undefined;
  let turns = 0;
  for (let index = items.length - 1; index >= 0 && turns < 2; index -= 1) {
    const item = items[index];
    if (item?.type === "user") turns += 1;
    if (item?.type === "notice" && isRewriteCode(item.code) && item.status !== "undone")
      return typeof item.tokensAfter === "number" ? item.tokensAfter : undefined;
  }
  return undefined;
}

function isRewriteCode(code: unknown): code is "compacted" | "reclaimed" {
  return code === "compacted" || code === "reclaimed";
}

/** Marks the item of a compaction that failed: it stands behind a turn that had nothing to do with it. */
export const aboutCompaction = { about: "compaction" } as const;

/**
 * Whether an item tells of a compaction or a reclaiming, done, undone or failed. It stands behind a turn and is no part of it:
 * it stays when that turn is taken back, and says nothing of how it ended.
 */
export function isBesideTurns({ type, code, about }: Item): boolean {
  return type === "notice" ? isRewriteCode(code) : type === "failure" && about === aboutCompaction.about;
}
