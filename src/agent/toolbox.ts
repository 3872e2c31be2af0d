import type { CardAnswer, CardFields } from "../conversation/cards.ts";
import type { OpenCall } from "../conversation/response.ts";
import type { ToolOutcome } from "../conversation/toolRound.ts";
import type { Mode } from "../conversation/waitingMessage.ts";
import { readArguments } from "./readArguments.ts";
import { type Tool, toolError } from "./tool.ts";

/** Why a call waits for the person: the mode asks first, it is the third alike in a row, or the turn has gone on for long. */
export type ApprovalReason = "askFirst" | "repeated" | "rounds";

/** What a call that is answered needs of the turn. */
export interface CallSurroundings {
  readonly tools: readonly Tool[];
  readonly mode: Mode;
  readonly signal: AbortSignal;
  /** The call is the third alike in a row (TRN-9). */
  readonly isRepeated: boolean;
  /** Asks with a card whether the call may run; `toolName` is the mended one. */
  readonly approve: (toolName: string, reason: ApprovalReason) => Promise<boolean>;
  /** The tool begins to run. */
  readonly onRun: (tool: Tool) => void;
  /** Shows the call as a card and gives what waits for its answer. */
  readonly showCard: (card: CardFields) => void;
  readonly answer: () => Promise<CardAnswer>;
  readonly settleCard: (fields: Readonly<Record<string, unknown>>) => void;
}

/** What came of a call, and which tool answered it. */
export interface AnsweredCall {
  readonly toolName: string;
  readonly outcome: ToolOutcome;
}

/**
 * Answers one call of the model. A call that can't be run gets an error result that says why: an unknown tool, arguments
 * that aren't an object of the tool's schema (TRN-7), a change in a mode that makes none, or one that the person
 * declined (TRN-2). A name in the wrong case is mended (TRN-9).
 */
export async function answerCall(call: OpenCall, surroundings: CallSurroundings): Promise<AnsweredCall> {
  const { tools, signal } = surroundings;
  const tool = findTool(tools, call.name);
  if (tool === undefined) return { toolName: call.name, outcome: unknownTool(tools, call.name) };
  try {
    return { toolName: tool.definition.name, outcome: await runTool(tool, call, surroundings) };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { toolName: tool.definition.name, outcome: toolError(`The tool failed: ${reason}`, "Failed") };
  }
}

async function runTool(tool: Tool, call: OpenCall, surroundings: CallSurroundings): Promise<ToolOutcome> {
  const { mode, signal, isRepeated, approve, showCard, answer, settleCard } = surroundings;
  const value = readArguments(call.arguments);
  const prepared = typeof value === "string" ? value : tool.prepare(value);
  if (typeof prepared === "string") return toolError(prepared, "Arguments unreadable");
  if (tool.changes && mode === "Discuss") return toolError(discussing, "Not run");
  const reason = isRepeated ? "repeated" : tool.changes && mode === "Ask first" ? "askFirst" : undefined;
  if (reason !== undefined && !(await approve(tool.definition.name, reason))) return toolError(declined, "Declined");
  signal.throwIfAborted();
  if (prepared.card !== undefined) showCard(prepared.card(call.id));
  surroundings.onRun(tool);
  return prepared.run({ callId: call.id, signal, answer, settleCard });
}

const discussing = "Nothing was changed: in the mode “Discuss” nothing is. Describe what you would do instead.";
const declined =
  "The person declined this call, and nothing was done. Don't try it another way: ask what they would like instead.";

/** The tool of this name; one in the wrong case is mended. */
export function findTool(tools: readonly Tool[], name: string): Tool | undefined {
  const wanted = name.toLowerCase();
  return (
    tools.find(({ definition }) => definition.name === name) ??
    tools.find(({ definition }) => definition.name.toLowerCase() === wanted)
  );
}

function unknownTool(tools: readonly Tool[], name: string): ToolOutcome {
  const names = tools.map(({ definition }) => definition.name).join(", ");
  return toolError(`There is no tool “${name}”. The tools are: ${names}.`, "Unknown tool");
}
