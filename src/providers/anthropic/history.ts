import type { Message, ToolResultBlock } from "../../archive/types.ts";
import { assistantBlock, type ReadImage, toolResultBlock, toolUseBlock, userBlock } from "./blocks.ts";
import { createToolIds } from "./toolIds.ts";
import type { WireBlock, WireMessage } from "./wire.ts";

/** A call that waits for its result: the id in the history, and the one on the wire. */
interface OpenCall {
  readonly id: string;
  readonly wireId: string;
}

/**
 * The history as the API takes it (PRV-2). The answers in a row of the model and the tool messages that directly
 * follow belong together: the results go into one user message, in the order of the calls, before anything else.
 * A result is the one of a call of the same id right before it, so that ids may repeat; a call without one gets an
 * error, a result without a call is left out. Blank text is left out, and so is a message that is left with nothing.
 * What comes later never changes what came before it, at any point where a request can end (BYT-3).
 */
export function projectHistory(history: readonly Message[], image: ReadImage): WireMessage[] {
  const wireIdOf = createToolIds();
  const messages: WireMessage[] = [];
  let next = 0;

  const takeWhile = (role: Message["role"]): readonly Message[] => {
    const start = next;
    while (history[next]?.role === role) next++;
    return history.slice(start, next);
  };

  while (next < history.length) {
    for (const message of takeWhile("user")) {
      push(messages, "user", projectBlocks(message, image));
    }
    const calls: OpenCall[] = [];
    for (const message of takeWhile("assistant")) {
      push(messages, "assistant", projectAnswer(message, wireIdOf, calls));
    }
    const toolMessages = takeWhile("tool");
    push(messages, "user", [
      ...projectResults(calls, toolMessages),
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

/** Adds the message's calls to `calls`. */
function projectAnswer(message: Message, wireIdOf: (id: string) => string, calls: OpenCall[]): WireBlock[] {
  return message.content.flatMap((block) => {
    if (block.type !== "toolCall") return assistantBlock(block) ?? [];
    const wireId = wireIdOf(block.id);
    calls.push({ id: block.id, wireId });
    return toolUseBlock(block, wireId);
  });
}

function projectResults(calls: readonly OpenCall[], toolMessages: readonly Message[]): WireBlock[] {
  const results = new Map<string, ToolResultBlock[]>();
  for (const block of toolMessages.flatMap((message) => message.content)) {
    if (block.type === "toolResult") results.set(block.callID, [...(results.get(block.callID) ?? []), block]);
  }
  return calls.map(({ id, wireId }) => toolResultBlock(results.get(id)?.shift(), wireId));
}
