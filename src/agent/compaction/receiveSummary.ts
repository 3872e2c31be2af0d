import type { Usage } from "../../archive/types.ts";
import type { ChatModel, ChatRequest, StopReason, TurnEvent } from "../ports.ts";

/** What has come of the summary, whole or not. */
export interface ReceivedSummary {
  /** The text, as the model wrote it, without thinking that stands in it. */
  readonly text: string;
  readonly hasCalls: boolean;
  readonly usage: Usage | undefined;
  /** Why the answer ended; undefined: it didn't come to its end. */
  readonly reason: StopReason | undefined;
  /** What ended it, where that was no end of the model's. */
  readonly error?: unknown;
}

/** Sends the one request and gathers its answer (CMP-3); never throws. Thinking, searches and calls are no part of a summary. */
export async function* receiveSummary(
  chatModel: ChatModel,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, ReceivedSummary> {
  const pieces: string[] = [];
  let hasCalls = false;
  let usage: Usage | undefined;
  let reason: StopReason | undefined;
  const received = () => ({ text: withoutThinking(pieces.join("")), hasCalls, usage, reason });
  try {
    for await (const event of chatModel.stream(request, signal)) {
      if (event.type === "text") pieces.push(event.text);
      if (event.type === "toolCall") hasCalls = true;
      if (event.type === "usage") usage = event.usage;
      if (event.type === "end") reason = event.reason;
      yield event;
    }
    return received();
  } catch (error) {
    return { ...received(), error };
  }
}

/** Some models write what they think into the text before their answer; one that never ends is all of it. */
function withoutThinking(text: string): string {
  return text.replace(/^\s*<think>(?:[\s\S]*?<\/think>\s*|[\s\S]*$)/, "");
}
