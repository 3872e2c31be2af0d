import type { OpenCall } from "../conversation/response.ts";
import type { ToolOutcome } from "../conversation/toolRound.ts";
import type { Mode } from "../conversation/waitingMessage.ts";
import type { ToolDefinition } from "./ports.ts";

/** A tool that the model may call. */
export interface Tool {
  readonly definition: ToolDefinition;
  /** Whether it changes the document or anything else, which the mode may forbid (TRN-2). */
  readonly changes: boolean;
  /** Runs the call. What goes wrong is an error result for the model, not thrown; `signal` ends the wait. */
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolOutcome>;
}

/** What came of a call, and which tool answered it. */
export interface AnsweredCall {
  readonly toolName: string;
  readonly outcome: ToolOutcome;
}

/**
 * Answers one call of the model. A call that can't be run gets an error result that says why: an unknown tool, arguments
 * that aren't a JSON object (TRN-7), a change in a mode that makes none (TRN-2). A name in the wrong case is mended (TRN-9).
 */
export async function answerCall(
  tools: readonly Tool[],
  call: OpenCall,
  mode: Mode,
  signal: AbortSignal,
): Promise<AnsweredCall> {
  const tool = findTool(tools, call.name);
  if (tool === undefined) return { toolName: call.name, outcome: unknownTool(tools, call.name) };
  const toolName = tool.definition.name;
  const input = readArguments(call.arguments);
  if (typeof input === "string") return { toolName, outcome: toolError(input, "Arguments unreadable") };
  const refusal = tool.changes ? refusalIn(mode) : undefined;
  if (refusal !== undefined) return { toolName, outcome: toolError(refusal, "Not run") };
  try {
    return { toolName, outcome: await tool.run(input, signal) };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { toolName, outcome: toolError(`The tool failed: ${reason}`, "Failed") };
  }
}

/** An error result: what the model reads, and the few words for the panel. */
export function toolError(content: string, statusText: string): ToolOutcome {
  return { content, isError: true, statusText };
}

function findTool(tools: readonly Tool[], name: string): Tool | undefined {
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

/** The arguments as an object, or why they aren't one. No arguments at all are an empty object. */
function readArguments(text: string): Readonly<Record<string, unknown>> | string {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The arguments are not valid JSON, so nothing was done (${reason}). Call the tool again with a JSON object.`;
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : "The arguments must be a JSON object, so nothing was done. Call the tool again with one.";
}

/** Why a tool that changes something doesn't run in this mode; undefined when it does (TRN-2). */
function refusalIn(mode: Mode): string | undefined {
  switch (mode) {
    case "Just do it":
      return undefined;
    case "Ask first":
      return "Nothing was changed: in the mode “Ask first” say what you are about to change, and wait for the person's answer.";
    case "Discuss":
      return "Nothing was changed: in the mode “Discuss” nothing is. Describe what you would do instead.";
  }
}
