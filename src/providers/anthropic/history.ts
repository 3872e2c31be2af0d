import type { Message } from "../../archive/types.ts";
import type { ReadImage } from "../blockText.ts";
import { type AnswerPart, callsIn, historyParts } from "../historyParts.ts";
import { createToolIds } from "../toolIds.ts";
import { assistantBlock, toolResultBlock, toolUseBlock, userBlock } from "./blocks.ts";
import type { WireBlock, WireMessage } from "./wire.ts";

const longestId = 64;

/**
 * The history as the API takes it (PRV-2). The answers in a row of the model and the tool messages that directly
 * follow belong together: the results go into one user message, in the order of the calls, before anything else.
 * A call without a result gets an error, a result without a call is left out. Blank text is left out, and so is a
 * message that is left with nothing.
 */
export function projectHistory(history: readonly Message[], image: ReadImage): WireMessage[] {
  const messages: WireMessage[] = [];
  for (const { user, answers, toolMessages } of historyParts(history, createToolIds(longestId))) {
    for (const message of user) push(messages, "user", projectBlocks(message, image));
    for (const answer of answers) push(messages, "assistant", answer.flatMap(projectAnswerPart));
    push(messages, "user", [
      ...answers.flatMap(callsIn).map(toolResultBlock),
      ...toolMessages.flatMap((message) => projectBlocks(message, image)),
    ]);
  }
  return messages;
}

/** The API wants the person to begin; a history that the model begins gets a fixed text before it. */
const openingText = "The conversation begins with your message.";

function push(messages: WireMessage[], role: WireMessage["role"], content: WireBlock[]): void {
  if (content.length === 0) return;
  if (messages.length === 0 && role === "assistant") {
    messages.push({ role: "user", content: [{ type: "text", text: openingText }] });
  }
  messages.push({ role, content });
}

function projectBlocks(message: Message, image: ReadImage): WireBlock[] {
  return message.content.flatMap((block) => userBlock(block, image) ?? []);
}

function projectAnswerPart(part: AnswerPart): WireBlock[] {
  if (part.kind === "call") return [toolUseBlock(part.call)];
  const block = assistantBlock(part.block);
  return block === undefined ? [] : [block];
}
