import type { ArchivedConversation } from "../../archive/types.ts";
import type { ReclaimFigures } from "./reclaim.ts";
import { keptTurns, turnOpenings } from "./turnOpenings.ts";

/** What decides whether the conversation can be compacted now. */
export interface CompactionSituation {
  readonly conversation: Pick<ArchivedConversation, "history" | "sentFacts">;
  /** Whether a turn or another compaction runs. */
  readonly isRunning: boolean;
  readonly provider: string;
  /** False: the package can only be looked at (PKG-14). */
  readonly isWritable: boolean;
  /** Whether no message can be sent: there is no key, or no trust. */
  readonly isBlocked: boolean;
}

/** Why it isn't offered (CMP-6). `turns`: how many there are; more than `kept` are needed. */
export type NotOffered =
  | { readonly kind: "notOffered"; readonly reason: "readOnly" | "turnRuns" | "cliBackend" | "blocked" }
  | { readonly kind: "notOffered"; readonly reason: "tooFewTurns"; readonly turns: number; readonly kept: number };

export type CompactionOffer = { readonly kind: "offered" } | NotOffered;

/** Providers whose program keeps a context of its own (CLI-1). */
const cliBackends: ReadonlySet<string> = new Set(["claudeCode", "codex"]);

/** Whether compacting is offered now, and if not, why: the lasting reasons before those that pass (CMP-6). */
export function compactionOffer(situation: CompactionSituation): CompactionOffer {
  const { conversation, isRunning, provider, isWritable, isBlocked } = situation;
  if (!isWritable) return { kind: "notOffered", reason: "readOnly" };
  if (cliBackends.has(provider)) return { kind: "notOffered", reason: "cliBackend" };
  if (isRunning) return { kind: "notOffered", reason: "turnRuns" };
  const turns = turnOpenings(conversation).length;
  if (turns <= keptTurns) return { kind: "notOffered", reason: "tooFewTurns", turns, kept: keptTurns };
  return isBlocked ? { kind: "notOffered", reason: "blocked" } : { kind: "offered" };
}

/** Why reclaiming isn't offered. It calls no model, so that a missing key is no reason. */
export type ReclaimOffer =
  | { readonly kind: "offered"; readonly figures: ReclaimFigures }
  | { readonly kind: "notOffered"; readonly reason: "readOnly" | "turnRuns" | "cliBackend" | "nothingToReclaim" };

/** Whether reclaiming old tool results is offered now (CMP-8); `figures`: what it would free. */
export function reclaimOffer(
  { isRunning, provider, isWritable }: Pick<CompactionSituation, "isRunning" | "provider" | "isWritable">,
  figures: ReclaimFigures | undefined,
): ReclaimOffer {
  if (!isWritable) return { kind: "notOffered", reason: "readOnly" };
  if (cliBackends.has(provider)) return { kind: "notOffered", reason: "cliBackend" };
  if (isRunning) return { kind: "notOffered", reason: "turnRuns" };
  return figures === undefined ? { kind: "notOffered", reason: "nothingToReclaim" } : { kind: "offered", figures };
}
