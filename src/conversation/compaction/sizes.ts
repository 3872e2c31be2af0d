import { argumentsText, resultText } from "../../archive/blocks.ts";
import type { ArchivedConversation, Block, Message } from "../../archive/types.ts";
import { inputTotal } from "../../models/usage.ts";

/** About what a model reads for a character, before it has said so itself (CMP-2). */
const charactersPerToken = 4;

/** About what a model reads for an image of the size that we send, as so many characters. */
const charactersPerImage = 1_500 * charactersPerToken;

/** What a request holds besides the history, in characters: the system prompt and the tools. */
export interface PromptSize {
  readonly characters: number;
}

/** The size of what every request begins with. */
export function promptSize(systemPrompt: string, tools: readonly unknown[]): PromptSize {
  return { characters: systemPrompt.length + JSON.stringify(tools).length };
}

/** Text, arguments and results of messages in UTF-16 units (CMP-2). */
export function textCharacters(messages: readonly Message[]): number {
  return sum(messages, textOfBlock);
}

/** Like {@link textCharacters}, with images as so many characters as they weigh. */
export function weightOf(messages: readonly Message[]): number {
  return sum(messages, (block) => (block.type === "image" ? charactersPerImage : textOfBlock(block)));
}

/**
 * What the next request reads before its new message, in tokens: what the last one read, else, before any usage was reported,
 * the history's text ÷ 4, rounded up (CMP-2).
 */
export function inputTokens({
  history,
  lastRoundUsage,
}: Pick<ArchivedConversation, "history" | "lastRoundUsage">): Measured {
  const reported = inputTotal(lastRoundUsage);
  if (Number.isFinite(reported) && reported >= 1) return { tokens: Math.trunc(reported), isReported: true };
  return { tokens: Math.ceil(textCharacters(history) / charactersPerToken), isReported: false };
}

export interface Measured {
  readonly tokens: number;
  /** Whether the provider said so. */
  readonly isReported: boolean;
}

/** Tokens a character, by what the last request read; within bounds, because a file may hold any number. */
export function tokensPerCharacter(
  conversation: Pick<ArchivedConversation, "history" | "lastRoundUsage">,
  prompt: PromptSize,
): number {
  const { tokens, isReported } = inputTokens(conversation);
  const weight = prompt.characters + weightOf(conversation.history);
  if (!isReported || weight === 0) return 1 / charactersPerToken;
  return Math.min(Math.max(tokens / weight, 0.1), 2);
}

function sum(messages: readonly Message[], sizeOf: (block: Block) => number): number {
  let total = 0;
  for (const { content } of messages) for (const block of content) total += sizeOf(block);
  return total;
}

function textOfBlock(block: Block): number {
  switch (block.type) {
    case "text":
      return block.text.length;
    case "toolCall":
      return argumentsText(block).length;
    case "toolResult":
      return resultText(block).length;
    case "image":
    case "imageOmitted":
      return 0;
  }
}
