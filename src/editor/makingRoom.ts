import * as l10n from "@vscode/l10n";
import type { CompactionEnd } from "../agent/compaction/runCompaction.ts";
import type { CompactionOutcome } from "../api.ts";
import { withResultsReclaimed } from "../conversation/compaction/reclaim.ts";
import { undoableNotice, withUndone } from "../conversation/compaction/rewrites.ts";
import type { RoomQuestion } from "../protocol/index.ts";
import { blockedIn } from "./blocked.ts";
import { type NextModel, notOfferedWords, promptSizeOf, type RoomSession, roomOffers } from "./roomOffers.ts";
import { compactionQuestion, reclaimQuestion } from "./roomQuestions.ts";

/** Shows the person what would be done; resolves to whether they said yes. */
export type AskPerson = (question: RoomQuestion) => Promise<boolean>;

export type ReclaimOutcome = { kind: "reclaimed" | "notOffered" | "cancelled"; reason?: string };

/**
 * Compacts a session's conversation (CMP-1): asks first, unless it is known that the person wants it, and never where it isn't
 * offered (CMP-6), which is looked at again after everything that took time. Throws, saying why, where nothing may be added (PKG-11).
 */
export async function compact(session: RoomSession, next: NextModel, ask?: AskPerson): Promise<CompactionOutcome> {
  const refused = () => refusal(session, next, "compaction");
  const question = () => compactionQuestion(session, next, new Date());
  return (
    refused() ??
    ((await isConfirmed(question, ask)) ? undefined : { kind: "cancelled" }) ??
    refused() ??
    (await prepared(session)) ??
    refused() ??
    outcomeOf(await session.turns.compact())
  );
}

/** Puts old tool results aside, in the same order of questions (CMP-8). No model is called. */
export async function reclaim(session: RoomSession, next: NextModel, ask?: AskPerson): Promise<ReclaimOutcome> {
  const refused = () => refusal(session, next, "reclaiming");
  const question = () => reclaimQuestion(session, next, new Date());
  return (
    refused() ??
    ((await isConfirmed(question, ask)) ? undefined : { kind: "cancelled" }) ??
    refused() ??
    (await prepared(session)) ??
    refused() ??
    reclaimNow(session)
  );
}

/** Takes a compaction or a reclaiming back, as long as nothing has been sent since. Throws, saying why, where it can't be (CMP-9). */
export function undoRewrite({ conversation, openConversation, turns, writable }: RoomSession, noticeId: string): void {
  if (!writable) throw new Error(l10n.t("The conversation is read-only in this view."));
  if (turns.state !== "idle" || undoableNotice(conversation) !== noticeId)
    throw new Error(l10n.t("This can't be undone any more: the conversation has gone on since."));
  conversation.rewrite((saved) => withUndone(saved, noticeId));
  openConversation.announceEdit();
}

function reclaimNow({ conversation, openConversation, openDesign }: RoomSession): ReclaimOutcome {
  conversation.rewrite((saved, newId) => withResultsReclaimed(saved, promptSizeOf(openDesign.tools), newId()));
  openConversation.announceEdit();
  return { kind: "reclaimed" };
}

function refusal(
  session: RoomSession,
  next: NextModel,
  what: "compaction" | "reclaiming",
): { kind: "notOffered"; reason: string } | undefined {
  const reason = notOfferedWords(roomOffers(session, next)[what], blockedIn(session, next));
  return reason === undefined ? undefined : { kind: "notOffered", reason };
}

async function prepared(session: RoomSession): Promise<undefined> {
  await session.prepareToSend();
}

/** What was confirmed is what is done: where the figures have changed while they were shown, they are shown again. */
async function isConfirmed(question: () => RoomQuestion | undefined, ask: AskPerson | undefined): Promise<boolean> {
  let shown = ask && question();
  while (shown !== undefined) {
    if (!(await ask?.(shown))) return false;
    const now = question();
    if (JSON.stringify(now) === JSON.stringify(shown)) return true;
    shown = now;
  }
  return true;
}

function outcomeOf(end: CompactionEnd): CompactionOutcome {
  switch (end.kind) {
    case "compacted":
    case "cancelled":
      return { kind: end.kind };
    case "failed":
      return { kind: "failed", reason: end.failure.text };
    case "notOffered":
      return {
        kind: "notOffered",
        reason: l10n.t("The agent is at work. Wait until it has finished, or stop it first."),
      };
  }
}
