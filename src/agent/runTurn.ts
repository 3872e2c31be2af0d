import type { Conversation } from "../conversation/conversation.ts";
import type { OpenCall } from "../conversation/response.ts";
import type { TurnEnd } from "../conversation/turnEnd.ts";
import type { Mode } from "../conversation/waitingMessage.ts";
import { receiveResponse } from "./receiveResponse.ts";
import { RepeatedCalls } from "./repeatedCalls.ts";
import { approve, runCalls } from "./runCalls.ts";
import { StepQueue } from "./stepQueue.ts";
import { endAfterError, pausedTooOften } from "./turnEnd.ts";
import type { TurnPorts, TurnRun, TurnStep } from "./turnPorts.ts";

/** After how many responses with calls the person is asked whether the turn may go on. */
const roundsBetweenQuestions = 100;

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
  const end = yield* runRounds({ ports, conversation, mode, signal });
  const { chatModel, model, promptHash } = ports;
  conversation.endTurn(end, {
    provider: chatModel.provider,
    model,
    ...(promptHash === undefined ? {} : { promptHash }),
  });
  return end;
}

async function* runRounds(run: TurnRun): AsyncGenerator<TurnStep, TurnEnd> {
  const { ports, conversation, signal } = run;
  const repeated = new RepeatedCalls();
  for (let round = 1; ; round++) {
    await ports.settle();
    if (signal.aborted) return { kind: "stopped" };
    const end = yield* receiveResponse(run);
    if (end !== undefined) return end;
    const calls = conversation.finishResponse();
    try {
      const [first] = calls;
      const isLong = round % roundsBetweenQuestions === 0;
      // A pause has no call whose card could ask.
      if (first === undefined && isLong) return pausedTooOften;
      if (first === undefined) conversation.addContinuation();
      else if (isLong && !(yield* mayGoOn(run, first))) return { kind: "stopped" };
      yield* runCalls(run, calls, repeated);
    } catch (error) {
      return signal.aborted ? { kind: "stopped" } : endAfterError(error);
    }
  }
}

/** Asks whether a turn that has gone on for long may go on. */
async function* mayGoOn(run: TurnRun, call: OpenCall): AsyncGenerator<TurnStep, boolean> {
  const steps = new StepQueue<TurnStep>();
  const answer = approve(run, call, "rounds", (itemId) => steps.push({ type: "card", itemId }));
  answer.then(
    () => steps.end(),
    (error: unknown) => steps.fail(error),
  );
  yield* steps;
  return answer;
}
