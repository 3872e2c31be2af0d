import type { ArchivedConversation } from "../../archive/types.ts";
import { contextLimit } from "../../models/catalog.ts";
import { inputTotal } from "../../models/usage.ts";
import type { CompactionOffer } from "./offer.ts";
import { type ReclaimFigures, reclaimFigures } from "./reclaim.ts";
import type { PromptSize } from "./sizes.ts";

/** From which share of the model's context on the notice shows (CMP-1). */
const noticeShare = 0.8;

/** Reclaiming is worth it where it brings the input under this share of what the notice begins at (CMP-8). */
const worthwhileShare = 0.95;

/** What the notice of a nearly full context says and offers. */
export interface FullContext {
  /** Tokens: what the last request read, and the model's limit. */
  readonly used: number;
  readonly limit: number;
  readonly compaction: CompactionOffer;
  /** What reclaiming old tool results would free: the first choice where that `isEnough`, else only compaction helps. */
  readonly reclaim: (ReclaimFigures & { readonly isEnough: boolean }) | undefined;
}

/**
 * What to say when the last request read 80 % or more of the model's context (CMP-1); undefined when it didn't, or when the
 * model's limit isn't known. Derived, never stored: it goes when it no longer holds.
 */
export function fullContext(
  conversation: Pick<ArchivedConversation, "history" | "lastRoundUsage">,
  next: Parameters<typeof contextLimit>[0],
  prompt: PromptSize,
  compaction: CompactionOffer,
): FullContext | undefined {
  const limit = contextLimit(next);
  const used = inputTotal(conversation.lastRoundUsage);
  if (limit === undefined || used < limit * noticeShare) return undefined;
  const figures = reclaimFigures(conversation, prompt);
  return {
    used,
    limit,
    compaction,
    reclaim: figures && { ...figures, isEnough: isEnoughRoom(figures.tokensAfter, limit) },
  };
}

/** Whether an input of so many tokens is worth having put tool results aside for (CMP-8). */
export function isEnoughRoom(tokensAfter: number, limit: number): boolean {
  return tokensAfter < limit * noticeShare * worthwhileShare;
}
