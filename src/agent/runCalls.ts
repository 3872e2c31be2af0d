import type { CardAnswer } from "../conversation/cards.ts";
import type { OpenCall } from "../conversation/response.ts";
import type { RepeatedCalls } from "./repeatedCalls.ts";
import { StepQueue } from "./stepQueue.ts";
import type { Tool } from "./tool.ts";
import { type AnsweredCall, type ApprovalReason, answerCall, findTool } from "./toolbox.ts";
import type { TurnRun, TurnStep } from "./turnPorts.ts";

type CallSteps = StepQueue<TurnStep>;

/**
 * Runs the calls of one response side by side, each independent of the others. Their results are stored in the order of the
 * calls whenever they come, then the images that they returned (TRN-3).
 */
export async function* runCalls(
  run: TurnRun,
  calls: readonly OpenCall[],
  repeated: RepeatedCalls,
): AsyncGenerator<TurnStep, void> {
  const steps: CallSteps = new StepQueue();
  const answered = calls.map(async (call) => {
    const { toolName, outcome } = await answerOrStop(run, call, repeated.isThird(call), steps);
    run.conversation.addToolOutcome(call, toolName, outcome);
    steps.push({ type: "toolResult", callId: call.id });
  });
  Promise.all(answered).then(
    () => steps.end(),
    (error: unknown) => steps.fail(error),
  );
  yield* steps;
  run.conversation.addToolImages();
}

/** Asks with a card whether a call may run. A tool that the person allowed until the document is closed needs none. */
export async function approve(
  { ports, conversation, signal }: TurnRun,
  call: OpenCall,
  reason: ApprovalReason,
  onCard: (itemId: string) => void,
): Promise<boolean> {
  const name = findTool(ports.tools, call.name)?.definition.name ?? call.name;
  if (reason === "askFirst" && ports.allowed.has(name)) return true;
  const itemId = conversation.addApproval(call, name, reason);
  const waiting = ports.cards.wait(itemId, signal);
  onCard(itemId);
  const answer = await waiting;
  const isAllowed = "choice" in answer && answer.choice === "allow";
  if (isAllowed && answer.forDocument === true) ports.allowed.add(name);
  conversation.answerCard(itemId, isAllowed ? "allowed" : "denied");
  onCard(itemId);
  await ports.settle();
  return isAllowed;
}

/** Stop doesn't wait for a tool that doesn't listen (TRN-6). */
async function answerOrStop(
  run: TurnRun,
  call: OpenCall,
  isRepeated: boolean,
  steps: CallSteps,
): Promise<AnsweredCall> {
  const { ports, conversation, mode, signal } = run;
  signal.throwIfAborted();
  const onCard = (itemId: string) => steps.push({ type: "card", itemId });
  const answer = (): Promise<CardAnswer> => ports.cards.wait(call.itemId, signal);
  let running: Tool | undefined;
  const answering = answerCall(call, {
    tools: ports.tools,
    mode,
    signal,
    isRepeated,
    approve: (_toolName, reason) => approve(run, call, reason, onCard),
    onRun: (tool) => {
      running = tool;
    },
    showCard: (card) => {
      conversation.showAsCard(call.itemId, card);
      onCard(call.itemId);
    },
    answer,
    settleCard: (fields) => conversation.answerCard(call.itemId, undefined, fields),
  });
  const heard = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: heard.signal });
  });
  try {
    return await Promise.race([answering, stopped]);
  } catch (error) {
    if (running?.isBilled === true) conversation.countUnknownRequest();
    throw error;
  } finally {
    heard.abort();
  }
}
