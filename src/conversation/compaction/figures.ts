import { zeroUsage } from "../../archive/defaults.ts";
import type { ArchivedConversation, Cost, Message } from "../../archive/types.ts";
import { contextLimit } from "../../models/catalog.ts";
import { costOf } from "../../models/cost.ts";
import { inputTokens, type PromptSize, tokensPerCharacter, weightOf } from "./sizes.ts";
import { compactionCut, hasSummary, keptTurns, turnOpenings } from "./turnOpenings.ts";

/** Who is to make the summary, and when: what its price depends on. */
export interface PricedModel {
  readonly provider: string;
  readonly model: string;
  /** How much it holds, where its provider says that. */
  readonly context?: number | undefined;
  readonly at: Date;
}

/** What the person is shown before they compact (CMP-2). Tokens throughout; costs are `notBilled` or `unknown` where there is no price. */
export interface CompactionFigures {
  /** What the call sends; `isReported`: as the provider counted the last request, else estimated. */
  readonly tokens: number;
  readonly isReported: boolean;
  /** What the call costs when nothing of the conversation lies in the prompt cache any more, its answer included. */
  readonly cost: Cost;
  /** What it costs when all of it lies there. */
  readonly cachedCost: Cost;
  /** How many turns the summary stands for, and how many stay as they are. An earlier summary is folded in. */
  readonly summarizedTurns: number;
  readonly keptTurns: number;
  readonly foldsSummary: boolean;
  /** How many images the model won't see any more. */
  readonly goingImages: number;
  /** About what the next request reads before its new message, and what reading that costs once, with a cold cache. */
  readonly tokensAfter: number;
  readonly nextMessageCost: Cost;
  /** The model's context: what stays may be too large for it all the same. Undefined where it isn't known. */
  readonly limit: number | undefined;
}

/** About the longest summary that is asked for, in tokens: 1,500 words. */
export const summaryTokens = 2_000;

/** The figures of the confirmation; undefined where there is nothing to compact (CMP-2, CMP-6). */
export function compactionFigures(
  conversation: ArchivedConversation,
  prompt: PromptSize,
  { provider, model, context, at }: PricedModel,
): CompactionFigures | undefined {
  const cut = compactionCut(conversation);
  if (cut === undefined) return undefined;
  const { history } = conversation;
  const { tokens, isReported } = inputTokens(conversation);
  const kept = history.slice(cut);
  const tokensAfter = Math.min(tokens, keptTokens(conversation, kept, prompt) + summaryTokens);
  const priced = (usage: Partial<typeof zeroUsage>) => costOf(provider, model, { ...zeroUsage, ...usage }, at);
  return {
    tokens,
    isReported,
    cost: priced({ cacheWrite: tokens, output: summaryTokens }),
    cachedCost: priced({ cacheRead: tokens, output: summaryTokens }),
    summarizedTurns: turnOpenings(conversation).length - keptTurns,
    keptTurns,
    foldsSummary: hasSummary(history),
    goingImages: goingImages(history.slice(0, cut), kept),
    tokensAfter,
    nextMessageCost: priced({ cacheWrite: tokensAfter }),
    limit: contextLimit({ provider, model, context }),
  };
}

/**
 * About what a request reads that holds only these messages of the history. Where the provider counted the last one, its
 * figure has the system prompt and the tools in it; the estimate before that hasn't.
 */
export function keptTokens(conversation: ArchivedConversation, kept: readonly Message[], prompt: PromptSize): number {
  const { isReported } = inputTokens(conversation);
  const characters = weightOf(kept) + (isReported ? prompt.characters : 0);
  return Math.ceil(characters * tokensPerCharacter(conversation, prompt));
}

/** How many images, each counted once, only the older messages show. */
function goingImages(older: readonly Message[], kept: readonly Message[]): number {
  const staying = imagesOf(kept);
  return [...imagesOf(older)].filter((sha256) => !staying.has(sha256)).length;
}

function imagesOf(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ content }) => content.flatMap((block) => (block.type === "image" ? [block.sha256] : []))),
  );
}
