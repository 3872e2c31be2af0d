import type { ChatRequest } from "../../agent/ports.ts";
import { argumentsText } from "../blockText.ts";
import { type AnswerPart, callsIn, historyParts, type PairedCall } from "../historyParts.ts";
import { assistantText, dataUrl, type ImageOptions, type Part, resultOutput, userParts } from "../plainParts.ts";
import { createToolIds, wireToolName } from "../toolIds.ts";
import { readToolInputText } from "../toolInput.ts";
import type { ChatCall, ChatImage, ChatMessage, ChatText } from "./chatWire.ts";

const longestId = 40;
export const longestName = 64;

/** Between texts that are sent as one. */
const paragraph = "\n\n";

interface HistoryOptions extends ImageOptions {
  /** Whether texts are lists of parts, which can carry cache marks; else a text is text, as every server takes it. */
  readonly asParts: boolean;
}

/**
 * System prompt and history as messages (PRV-2). Each answer is directly followed by the results of its own calls, in
 * their order, as the API wants it; the images that came with results follow as a message of the person, because a tool's
 * message can hold none. Messages of one role in a row stay as they are.
 */
export function chatMessages(
  { systemPrompt, history }: Pick<ChatRequest, "systemPrompt" | "history">,
  options: HistoryOptions,
): ChatMessage[] {
  const { asParts } = options;
  const messages: ChatMessage[] = [];
  if (systemPrompt.trim() !== "") {
    messages.push({ role: "system", content: textContent(systemPrompt.toWellFormed(), asParts) });
  }
  for (const { user, answers, toolMessages } of historyParts(history, createToolIds(longestId))) {
    for (const message of user) messages.push(...userMessage(userParts([message], options), asParts));
    for (const answer of answers) messages.push(...answerMessages(answer, asParts));
    messages.push(...userMessage(userParts(toolMessages, options), asParts));
  }
  return messages;
}

function userMessage(parts: readonly Part[], asParts: boolean): ChatMessage[] {
  if (parts.length === 0) return [];
  const texts = parts.filter((part) => typeof part === "string");
  if (!asParts && texts.length === parts.length) return [{ role: "user", content: texts.join(paragraph) }];
  const content = parts.map((part): ChatText | ChatImage =>
    typeof part === "string" ? { type: "text", text: part } : { type: "image_url", image_url: { url: dataUrl(part) } },
  );
  return [{ role: "user", content }];
}

function answerMessages(answer: readonly AnswerPart[], asParts: boolean): ChatMessage[] {
  const texts = answer.flatMap((part) => (part.kind === "block" ? (assistantText(part.block) ?? []) : []));
  const calls = callsIn(answer);
  if (texts.length === 0 && calls.length === 0) return [];
  const content = texts.length === 0 ? null : texts.join(paragraph);
  const tool_calls = calls.map(chatCall);
  return [
    { role: "assistant", content, ...(tool_calls.length === 0 ? {} : { tool_calls }) },
    ...calls.map((call): ChatMessage => {
      return { role: "tool", tool_call_id: call.wireId, content: textContent(resultOutput(call), asParts) };
    }),
  ];
}

function chatCall({ block, wireId }: PairedCall): ChatCall {
  const name = wireToolName(block.name, longestName);
  return {
    id: wireId,
    type: "function",
    function: { name, arguments: readToolInputText(argumentsText(block)) },
  };
}

function textContent(text: string, asParts: boolean): string | ChatText[] {
  return asParts ? [{ type: "text", text }] : text;
}
