import { zeroUsage } from "../../archive/defaults.ts";
import type { ArchivedConversation, Cost, Item, SentFact, Usage } from "../../archive/types.ts";
import { keptTokens } from "./figures.ts";
import { rewritten } from "./rewrites.ts";
import { inputTokens, type PromptSize } from "./sizes.ts";
import { hasSummary, keptTurns, summaryMessage, turnOpenings } from "./turnOpenings.ts";

/** A summary that was made, and what making it took. */
export interface Summary {
  readonly text: string;
  readonly usage: Usage | undefined;
  readonly cost: Cost;
}

/**
 * The conversation with all turns but the last two in a summary (CMP-3, CMP-4): the history is the summary's message and the
 * two turns as they were; their records have no sections, so that the next turn sends every one in full. All items stay, and a
 * notice tells what happened. The same value where there is nothing to compact.
 */
export function withCompaction(
  saved: ArchivedConversation,
  summary: Summary,
  prompt: PromptSize,
  noticeId: string,
): ArchivedConversation {
  const openings = turnOpenings(saved);
  const cut = openings.length > keptTurns ? openings.at(-keptTurns)?.message : undefined;
  if (cut === undefined) return saved;
  const kept = saved.history.slice(cut);
  const history = [summaryMessage(summary.text.toWellFormed()), ...kept];
  const sentFacts = openings.slice(-keptTurns).map((fact) => moved(fact, cut - 1));
  const before = inputTokens(saved).tokens;
  const after = Math.min(before, keptTokens(saved, history, prompt));
  const notice: Item = {
    id: noticeId,
    type: "notice",
    code: "compacted",
    text: noticeText(openings.length - keptTurns, hasSummary(saved.history), before, after),
    detail: summary.text.toWellFormed(),
    tokensBefore: before,
    tokensAfter: after,
    ...(summary.usage === undefined ? {} : { usage: summary.usage }),
    cost: summary.cost,
  };
  return rewritten(saved, { ...saved, history, sentFacts, lastRoundUsage: zeroUsage }, notice);
}

/** A record without its sections, so many messages further up. Keys that nobody here knows stay. */
function moved({ designSystem: _, context: __, ...fact }: SentFact, by: number): SentFact {
  return { ...fact, message: fact.message - by };
}

function noticeText(turns: number, folds: boolean, before: number, after: number): string {
  const what = `${turns === 1 ? "1 turn" : `${turns} turns`}${folds ? " and the summary before" : ""}`;
  const figures = `from about ${withCommas(before)} to about ${withCommas(after)} tokens`;
  return `The conversation was compacted: a summary stands for ${what}, ${figures}.`;
}

/** The same in every language and time: it is stored. */
export function withCommas(count: number): string {
  return count.toLocaleString("en-US");
}
