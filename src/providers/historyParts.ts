import type { Block, Message, ToolCallBlock, ToolResultBlock } from "../archive/types.ts";

/** A call with its id on the wire and the result that belongs to it; undefined for a missing one. */
export interface PairedCall {
  readonly block: ToolCallBlock;
  readonly wireId: string;
  readonly result: ToolResultBlock | undefined;
}

/** A piece of the model's own message: a call, or any other block. */
export type AnswerPart =
  | { readonly kind: "call"; readonly call: PairedCall }
  | { readonly kind: "block"; readonly block: Block };

/** Messages of the person, the answers in a row of the model to them, and the tool messages that directly follow. */
export interface HistoryPart {
  readonly user: readonly Message[];
  readonly answers: readonly (readonly AnswerPart[])[];
  readonly toolMessages: readonly Message[];
}

/**
 * The history in the parts that belong together (PRV-2). A result is the one of a call of the same id right before it, so
 * that ids may repeat; a result without a call belongs to nothing. What comes later never changes what came before it, at
 * any point where a request can end (BYT-3).
 */
export function historyParts(history: readonly Message[], wireIdOf: (id: string) => string): HistoryPart[] {
  const parts: HistoryPart[] = [];
  let next = 0;

  const takeWhile = (role: Message["role"]): readonly Message[] => {
    const start = next;
    while (history[next]?.role === role) next++;
    return history.slice(start, next);
  };

  while (next < history.length) {
    const user = takeWhile("user");
    const answers = takeWhile("assistant");
    const toolMessages = takeWhile("tool");
    const resultOf = resultsById(toolMessages);
    const paired = answers.map(({ content }) => content.map((block) => answerPart(block, wireIdOf, resultOf)));
    parts.push({ user, answers: paired, toolMessages });
  }
  return parts;
}

/** The calls of an answer, in its order. */
export function callsIn(answer: readonly AnswerPart[]): readonly PairedCall[] {
  return answer.flatMap((part) => (part.kind === "call" ? [part.call] : []));
}

function answerPart(
  block: Block,
  wireIdOf: (id: string) => string,
  resultOf: (id: string) => ToolResultBlock | undefined,
): AnswerPart {
  if (block.type !== "toolCall") return { kind: "block", block };
  return { kind: "call", call: { block, wireId: wireIdOf(block.id), result: resultOf(block.id) } };
}

/** Gives each result once, first to last. */
function resultsById(toolMessages: readonly Message[]): (id: string) => ToolResultBlock | undefined {
  const results = new Map<string, ToolResultBlock[]>();
  for (const block of toolMessages.flatMap((message) => message.content)) {
    if (block.type === "toolResult") results.set(block.callID, [...(results.get(block.callID) ?? []), block]);
  }
  return (id) => results.get(id)?.shift();
}
