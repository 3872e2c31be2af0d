import type { Message } from "../archive/types.ts";

/** What decides the beginning of every request beside the system prompt and the tools, which are constants of a version. */
export interface PromptParts {
  readonly provider: string;
  readonly model: string;
  readonly webSearch: boolean;
}

/** What is known of the last request that was answered. Anything may stand in a file. */
export interface LastPrompt {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly promptHash: unknown;
  readonly promptOmissions: unknown;
  readonly history: readonly Message[];
}

/** Why the next request doesn't begin like the last one; `other`: the version has another system prompt or other tools, or more than one thing has changed. */
export type PromptBreak = "model" | "webSearch" | "images" | "other";

/**
 * Whether the prompt cache's prefix breaks with the next message, and why (BYT-4). Undefined: it holds, or nothing was
 * sent yet, or it can't be known, as for a conversation that another program saved.
 */
export function promptBreak(
  last: LastPrompt,
  next: PromptParts,
  hashOf: (parts: PromptParts) => string,
): PromptBreak | undefined {
  if (!last.history.some(({ role }) => role === "assistant")) return undefined;
  const { provider = next.provider, model = next.model } = last;
  const isOther = provider !== next.provider || model !== next.model;
  if (typeof last.promptHash !== "string") return isOther ? "model" : undefined;
  if (hashOf(next) !== last.promptHash) {
    if (isOther) return "model";
    const switched = { provider: next.provider, model: next.model, webSearch: !next.webSearch };
    return hashOf(switched) === last.promptHash ? "webSearch" : "other";
  }
  const omitted = typeof last.promptOmissions === "number" ? last.promptOmissions : 0;
  return countOmissions(last.history) > omitted ? "images" : undefined;
}

const counted = new WeakMap<readonly Message[], number>();

/** How many images of the history the model gets a placeholder for (IMG-3). A history never changes, so each is counted once. */
export function countOmissions(history: readonly Message[]): number {
  const known = counted.get(history);
  if (known !== undefined) return known;
  const count = history.reduce(
    (sum, { content }) => sum + content.filter(({ type }) => type === "imageOmitted").length,
    0,
  );
  counted.set(history, count);
  return count;
}
