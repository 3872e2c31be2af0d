import type { Cost, Message, Usage } from "../archive/types.ts";
import { costOf } from "./cost.ts";
import { inputTotal } from "./usage.ts";

/** What a request reads for which nothing lies in the prompt cache. */
export interface ColdPrompt {
  readonly tokens: number;
  readonly cost: Cost;
}

/** Whose prices count. */
interface PricedModel {
  readonly provider: string;
  readonly model: string;
}

/**
 * The size and the price of reading a whole conversation anew (BYT-4): what the last request read, else the history's
 * characters ÷ 4 (CMP-2), all of it written to the cache, by the prices of the model that is to read it. The new message
 * and its answer come on top.
 */
export function coldPrompt(
  next: PricedModel,
  { history, lastRoundUsage }: { readonly history: readonly Message[]; readonly lastRoundUsage: Usage },
  at: Date,
): ColdPrompt {
  const tokens = inputTotal(lastRoundUsage) || Math.ceil(charactersOf(history) / 4);
  return coldTokens(next, tokens, at);
}

/** The price of reading so many tokens of which nothing lies in the prompt cache. */
export function coldTokens({ provider, model }: PricedModel, tokens: number, at: Date): ColdPrompt {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: tokens, webSearchRequests: 0 };
  return { tokens, cost: costOf(provider, model, usage, at) };
}

function charactersOf(history: readonly Message[]): number {
  let sum = 0;
  for (const { content } of history) {
    for (const block of content) {
      if (block.type === "text") sum += block.text.length;
      else if (block.type === "toolCall") sum += (block.arguments ?? block.argumentsBase64 ?? "").length;
      else if (block.type === "toolResult") sum += (block.content ?? block.contentBase64 ?? "").length;
    }
  }
  return sum;
}
