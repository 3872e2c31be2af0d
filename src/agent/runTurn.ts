import type { Usage } from "../archive/types.ts";
import type { Conversation, TurnEnd } from "../conversation/conversation.ts";
import type { OpenCall } from "../conversation/response.ts";
import type { ImageReference, Mode } from "../conversation/waitingMessage.ts";
import { costOf } from "../models/cost.ts";
import type { ChatModel, StopReason, TurnEvent } from "./ports.ts";
import { type AnsweredCall, answerCall, type Tool } from "./toolbox.ts";
import { endAfterError, endAfterResponse, mayBeBilled, tooManyRounds } from "./turnEnd.ts";

/** What a turn needs from outside. */
export interface TurnPorts {
  readonly chatModel: ChatModel;
  readonly model: string;
  readonly systemPrompt: string;
  readonly tools: readonly Tool[];
  /** The bytes of an image by its SHA-256; undefined when they aren't kept any more. */
  readonly image: (sha256: string) => Uint8Array | undefined;
  /** Resolves when what the conversation has become is safe from a crash: awaited before a request goes out (PKG-13). */
  readonly settle: () => Promise<void>;
  readonly now: () => Date;
}

/** What happens in a turn: the model's events, and each call that has got its result. */
export type TurnStep = TurnEvent | { readonly type: "toolResult"; readonly callId: string };

/** How many responses with calls one turn may have. */
const mostRounds = 100;

/**
 * Runs the turn that the conversation has open: sends its history, applies what arrives, runs the tools that are called
 * and sends their results, until the model calls none; then ends the turn. Yields each step once it is applied; it has to
 * be read to its end. What a model, a server or a tool does wrong is the returned end, never thrown.
 */
export async function* runTurn(
  ports: TurnPorts,
  conversation: Conversation,
  mode: Mode,
  signal: AbortSignal,
): AsyncGenerator<TurnStep, TurnEnd> {
  const end = yield* runRounds(ports, conversation, mode, signal);
  conversation.endTurn(end, { provider: ports.chatModel.provider, model: ports.model });
  return end;
}

async function* runRounds(
  ports: TurnPorts,
  conversation: Conversation,
  mode: Mode,
  signal: AbortSignal,
): AsyncGenerator<TurnStep, TurnEnd> {
  for (let round = 0; round < mostRounds; round++) {
    await ports.settle();
    if (signal.aborted) return { kind: "stopped" };
    const end = yield* receiveResponse(ports, conversation, signal);
    if (end !== undefined) return end;
    const calls = conversation.finishResponse();
    try {
      yield* runCalls(ports, conversation, calls, mode, signal);
    } catch (error) {
      return signal.aborted ? { kind: "stopped" } : endAfterError(error);
    }
  }
  return tooManyRounds(mostRounds);
}

/** Sends one request and applies its response. Returns the turn's end, or undefined when the model waits for its tools. */
async function* receiveResponse(
  ports: TurnPorts,
  conversation: Conversation,
  signal: AbortSignal,
): AsyncGenerator<TurnStep, TurnEnd | undefined> {
  const { systemPrompt, model, image, chatModel } = ports;
  const tools = ports.tools.map(({ definition }) => definition);
  const request = { model, systemPrompt, tools, history: conversation.history, image };
  let reason: StopReason | undefined;
  let usage: Usage | undefined;
  let hasCalls = false;
  let end: TurnEnd | undefined;
  let unseen = false;
  try {
    for await (const event of chatModel.stream(request, signal)) {
      if (event.type === "usage") usage = event.usage;
      if (event.type === "end") reason = event.reason;
      if (event.type === "toolCall") hasCalls = true;
      apply(conversation, event);
      yield event;
    }
    const waitsForTools = hasCalls && (reason === "toolCalls" || reason === "end");
    end = waitsForTools ? undefined : endAfterResponse(reason, conversation.hasAnswer);
  } catch (error) {
    end = signal.aborted ? { kind: "stopped" } : endAfterError(error);
    unseen = mayBeBilled(error, signal);
  }
  if (usage !== undefined) countRequest(ports, conversation, usage, reason !== undefined);
  else if (unseen || reason !== undefined) conversation.countUnknownRequest();
  return end;
}

/** Runs the calls of one response, one after the other, and stores what came of each. */
async function* runCalls(
  ports: TurnPorts,
  conversation: Conversation,
  calls: readonly OpenCall[],
  mode: Mode,
  signal: AbortSignal,
): AsyncGenerator<TurnStep, void> {
  const images: ImageReference[] = [];
  for (const call of calls) {
    const { toolName, outcome } = await answerOrStop(ports, call, mode, signal);
    conversation.addToolOutcome(call, toolName, outcome);
    images.push(...(outcome.images ?? []));
    yield { type: "toolResult", callId: call.id };
  }
  conversation.addToolImages(images);
}

/** Stop doesn't wait for a tool that doesn't listen (TRN-6). */
async function answerOrStop(ports: TurnPorts, call: OpenCall, mode: Mode, signal: AbortSignal): Promise<AnsweredCall> {
  signal.throwIfAborted();
  const heard = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: heard.signal });
  });
  try {
    return await Promise.race([answerCall(ports.tools, call, mode, signal), stopped]);
  } finally {
    heard.abort();
  }
}

function apply(conversation: Conversation, event: TurnEvent): void {
  switch (event.type) {
    case "text":
      conversation.appendText(event.text);
      break;
    case "thinking":
      conversation.appendThinking(event.text);
      break;
    case "toolCall":
      conversation.appendToolCall(event);
      break;
    case "usage":
      conversation.setResponseUsage(event.usage);
      break;
    case "end":
      break;
  }
}

/** A request that was cut off is counted with what is known of it, which makes the total "at least" (FMT-10). */
function countRequest(ports: TurnPorts, conversation: Conversation, usage: Usage, complete: boolean): void {
  const cost = costOf(ports.chatModel.provider, ports.model, usage, ports.now());
  conversation.countRequest(usage, complete ? cost : { ...cost, atLeast: true });
}
