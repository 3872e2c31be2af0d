import * as l10n from "@vscode/l10n";
import { systemPrompt } from "../agent/systemPrompt.ts";
import type { Tool } from "../agent/tool.ts";
import {
  type CompactionOffer,
  compactionOffer,
  type ReclaimOffer,
  reclaimOffer,
} from "../conversation/compaction/offer.ts";
import { reclaimFigures } from "../conversation/compaction/reclaim.ts";
import { type PromptSize, promptSize } from "../conversation/compaction/sizes.ts";
import type { PromptParts } from "../conversation/promptBreak.ts";
import type { Blocked } from "../host/modelAccess.ts";
import type { MakingRoom } from "../protocol/index.ts";
import { blockedIn } from "./blocked.ts";
import type { PackageSession } from "./session.ts";

/** What the next message would run on, and whether one can be sent at all. */
export interface NextModel extends PromptParts {
  /** How much it holds, in tokens, where its provider says that. */
  readonly context?: number | undefined;
  readonly blocked: Blocked | undefined;
}

/** What decides about a session whether room can be made in its history. */
export type RoomSession = Pick<
  PackageSession,
  "conversation" | "turns" | "openDesign" | "openConversation" | "writable" | "design" | "file" | "prepareToSend"
>;

/** Whether room can be made in the model's context now, and how (CMP-6, CMP-8). */
export interface RoomOffers {
  readonly compaction: CompactionOffer;
  readonly reclaiming: ReclaimOffer;
}

export function roomOffers(session: RoomSession, next: NextModel): RoomOffers {
  const { conversation, turns, openDesign, writable } = session;
  const isRunning = turns.state !== "idle";
  const situation = {
    // While something runs that is the reason, and nobody counts turns.
    conversation: isRunning ? { history: [], sentFacts: [] } : conversation.snapshot(),
    isRunning,
    provider: next.provider,
    isWritable: writable,
    isBlocked: blockedIn(session, next) !== undefined,
  };
  const figures = isRunning ? undefined : reclaimFigures(conversation, promptSizeOf(openDesign.tools));
  return { compaction: compactionOffer(situation), reclaiming: reclaimOffer(situation, figures) };
}

const sizes = new WeakMap<readonly Tool[], PromptSize>();

/** The size of what every request of ours begins with: a constant for the same tools. */
export function promptSizeOf(tools: readonly Tool[]): PromptSize {
  const known = sizes.get(tools);
  if (known !== undefined) return known;
  const size = promptSize(
    systemPrompt,
    tools.map(({ definition }) => definition),
  );
  sizes.set(tools, size);
  return size;
}

/** Why it isn't offered, as the menu shows it; what is offered has no entry. */
export function makingRoomWords(offers: RoomOffers, blocked: Blocked | undefined): MakingRoom {
  const compaction = notOfferedWords(offers.compaction, blocked);
  const reclaiming = notOfferedWords(offers.reclaiming, blocked);
  return { ...(compaction === undefined ? {} : { compaction }), ...(reclaiming === undefined ? {} : { reclaiming }) };
}

/** Why it isn't offered, for a person; undefined where it is (CMP-6). */
export function notOfferedWords(
  offer: CompactionOffer | ReclaimOffer,
  blocked: { readonly text: string } | undefined,
): string | undefined {
  if (offer.kind === "offered") return undefined;
  switch (offer.reason) {
    case "readOnly":
      return l10n.t("The conversation is read-only in this view.");
    case "turnRuns":
      return l10n.t("The agent is at work. Wait until it has finished, or stop it first.");
    case "cliBackend":
      return l10n.t("Claude Code and Codex keep a memory of their own, which can't be changed from here.");
    case "tooFewTurns":
      return l10n.t("There is too little to summarize: the last {0} turns always stay as they are.", offer.kept);
    case "nothingToReclaim":
      return l10n.t("There are no old tool results to put aside: the newest ones always stay.");
    case "blocked":
      return blocked?.text ?? l10n.t("No message can be sent now.");
  }
}
