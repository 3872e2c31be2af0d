import type { Usage } from "../archive/types.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { TurnEnd } from "../conversation/turnEnd.ts";
import { costOf } from "../models/cost.ts";
import type { StopReason, TurnEvent } from "./ports.ts";
import { decideRetry, mostTries, type RetryDecision } from "./retry.ts";
import { endAfterError, endAfterResponse, mayBeBilled } from "./turnEnd.ts";
import type { RetryStep, TurnPorts, TurnRun, TurnStep } from "./turnPorts.ts";

/** How one try of a request ended: with the turn's end, with a response that the turn goes on from, or with nothing. */
type Try =
  | { readonly kind: "over"; readonly end: TurnEnd | undefined }
  | { readonly kind: "nothing"; readonly error: unknown };

const tick = 1_000;

/**
 * Sends one request and applies its response; one that failed before anything was kept is sent again (TRN-8). Returns the
 * turn's end, or undefined when the model waits for its tools or goes on after a pause.
 */
export async function* receiveResponse(run: TurnRun): AsyncGenerator<TurnStep, TurnEnd | undefined> {
  for (let tries = 1; ; tries++) {
    const tried = yield* tryOnce(run);
    if (tried.kind === "over") return tried.end;
    const decision = decideRetry(tried.error, tries);
    if (decision.kind === "giveUp") return endAfterError(decision.error);
    run.conversation.dropResponse();
    try {
      yield* waitToTry(run, tries + 1, decision);
    } catch {
      return { kind: "stopped" };
    }
  }
}

async function* tryOnce({ ports, conversation, signal }: TurnRun): AsyncGenerator<TurnStep, Try> {
  const { systemPrompt, model, image, chatModel, webSearch } = ports;
  const tools = ports.tools.map(({ definition }) => definition);
  const request = { model, systemPrompt, tools, webSearch, history: conversation.history, image };
  let reason: StopReason | undefined;
  let usage: Usage | undefined;
  let unseen = false;
  let tried: Try;
  try {
    for await (const event of chatModel.stream(request, signal)) {
      if (event.type === "usage") usage = event.usage;
      if (event.type === "end") reason = event.reason;
      apply(conversation, event);
      yield event;
    }
    tried = {
      kind: "over",
      end: goesOn(conversation, reason) ? undefined : endAfterResponse(reason, conversation.hasAnswer),
    };
  } catch (error) {
    unseen = mayBeBilled(error, signal);
    if (signal.aborted) tried = { kind: "over", end: { kind: "stopped" } };
    else if (conversation.hasResponse) tried = { kind: "over", end: endAfterError(error) };
    else tried = { kind: "nothing", error };
  }
  if (usage !== undefined) countRequest(ports, conversation, usage, reason !== undefined);
  else if (unseen || reason !== undefined) conversation.countUnknownRequest();
  return tried;
}

/** Whether the turn goes on from its response: with the results of its calls, or after a pause. */
function goesOn(conversation: Conversation, reason: StopReason | undefined): boolean {
  if (reason === "paused") return conversation.hasResponse;
  return conversation.hasCalls && (reason === "toolCalls" || reason === "end");
}

async function* waitToTry(
  { ports, signal }: TurnRun,
  attempt: number,
  { milliseconds, reason }: Extract<RetryDecision, { kind: "wait" }>,
): AsyncGenerator<RetryStep, void> {
  const step = { type: "retry", attempt, tries: mostTries, reason } as const;
  for (let left = milliseconds; left > 0; left -= tick) {
    yield { ...step, milliseconds: left };
    await ports.wait(Math.min(left, tick), signal);
  }
  yield { ...step, milliseconds: 0 };
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
    case "webSearch":
      conversation.appendWebSearch(event);
      break;
    case "citation":
      conversation.appendCitation(event);
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
  const cost = costOf(ports.chatModel.provider, ports.model, usage, ports.now(), ports.priceRows);
  conversation.countRequest(usage, complete ? cost : { ...cost, atLeast: true });
}
