import type { ArchivedConversation } from "../../archive/types.ts";
import { promptSize, tokensPerCharacter, weightOf } from "../../conversation/compaction/sizes.ts";
import { contextLimit } from "../../models/catalog.ts";
import type { ChatRequest } from "../ports.ts";
import type { TurnPorts } from "../turnPorts.ts";
import { compactionPrompt } from "./prompt.ts";
import { shortenToFit } from "./shorten.ts";

/** What the call needs of a turn's ports. */
export type CompactionPorts = Pick<
  TurnPorts,
  "chatModel" | "model" | "systemPrompt" | "tools" | "webSearch" | "image" | "settle" | "now" | "priceRows" | "context"
>;

/** Room for the summary and the thinking before it, in tokens; a small model's window has a quarter for that. */
const answerTokens = 8_000;

/**
 * The request for the summary (CMP-7): the live request's own beginning up to the cut, and one message more. System prompt,
 * tools, the search and all else are those of a turn, so that the prompt cache pays for most of it. For that reason it
 * forbids no tools either: Anthropic keeps no message of another `tool_choice` in its cache. The words of the prompt forbid
 * them, and a call that comes nevertheless is never run.
 * Undefined where it is too large for the model, also with its older tool results shortened.
 */
export function compactionRequest(
  ports: CompactionPorts,
  saved: ArchivedConversation,
  cut: number,
): ChatRequest | undefined {
  const { systemPrompt, model, webSearch, image } = ports;
  const tools = ports.tools.map(({ definition }) => definition);
  const older = saved.history.slice(0, cut);
  const size = promptSize(systemPrompt, tools);
  const context = contextLimit({ provider: ports.chatModel.provider, model, context: ports.context });
  const characters =
    context === undefined
      ? Number.POSITIVE_INFINITY
      : (context - Math.min(answerTokens, context / 4)) / tokensPerCharacter(saved, size);
  const room = characters - size.characters - compactionPrompt.length;
  const messages = weightOf(older) <= room ? older : shortenToFit(older, room);
  if (messages === undefined) return undefined;
  const history = [...messages, { role: "user", content: [{ type: "text", text: compactionPrompt }] } as const];
  return { model, systemPrompt, tools, webSearch, history, image };
}
