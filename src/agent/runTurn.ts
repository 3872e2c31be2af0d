import type { Usage } from "../archive/types.ts";
import type { Conversation, TurnEnd } from "../conversation/conversation.ts";
import { costOf } from "../models/cost.ts";
import type { ChatModel, StopReason, ToolDefinition, TurnEvent } from "./ports.ts";
import { endAfterError, endAfterResponse, mayBeBilled } from "./turnEnd.ts";

/** What a turn needs from outside. */
export interface TurnPorts {
  readonly chatModel: ChatModel;
  readonly model: string;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  /** The bytes of an image by its SHA-256; undefined when they aren't kept any more. */
  readonly image: (sha256: string) => Uint8Array | undefined;
  readonly now: () => Date;
}

/**
 * Runs the turn that the conversation has open: sends its history, applies what arrives, ends the turn. Yields each
 * event once it is applied; it has to be read to its end. What a model or a server does wrong is the returned end,
 * never thrown.
 */
export async function* runTurn(
  ports: TurnPorts,
  conversation: Conversation,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, TurnEnd> {
  const { systemPrompt, tools, model, image, chatModel } = ports;
  const request = { model, systemPrompt, tools, history: conversation.history, image };
  let reason: StopReason | undefined;
  let usage: Usage | undefined;
  let end: TurnEnd;
  let unseen = false;
  try {
    for await (const event of chatModel.stream(request, signal)) {
      if (event.type === "usage") usage = event.usage;
      if (event.type === "end") reason = event.reason;
      apply(conversation, event);
      yield event;
    }
    end = endAfterResponse(reason, conversation.hasAnswer);
  } catch (error) {
    end = signal.aborted ? { kind: "stopped" } : endAfterError(error);
    unseen = mayBeBilled(error, signal);
  }
  if (usage !== undefined) countRequest(ports, conversation, usage, reason !== undefined);
  else if (unseen || reason !== undefined) conversation.countUnknownRequest();
  conversation.endTurn(end, { provider: chatModel.provider, model });
  return end;
}

function apply(conversation: Conversation, event: TurnEvent): void {
  switch (event.type) {
    case "text":
      conversation.appendText(event.text);
      break;
    case "thinking":
      conversation.appendThinking(event.text);
      break;
    case "usage":
      conversation.setResponseUsage(event.usage);
      break;
    case "toolCall":
    case "end":
      break;
  }
}

/** A request that was cut off is counted with what is known of it, which makes the total "at least" (FMT-10). */
function countRequest(ports: TurnPorts, conversation: Conversation, usage: Usage, complete: boolean): void {
  const cost = costOf(ports.chatModel.provider, ports.model, usage, ports.now());
  conversation.countRequest(usage, complete ? cost : { ...cost, atLeast: true });
}
