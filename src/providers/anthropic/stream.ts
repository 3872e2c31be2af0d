import { ProviderError } from "../../agent/errors.ts";
import type { StopReason, TurnEvent } from "../../agent/ports.ts";
import { zeroUsage } from "../../archive/defaults.ts";
import type { Usage } from "../../archive/types.ts";
import { hasFigures, readUsage } from "./streamUsage.ts";
import type { AnthropicEvent } from "./wire.ts";

/** Reads one streamed answer, event by event. */
export interface AnswerReader {
  /** What an event means for the turn. Its order is the order of the stream. */
  read(event: AnthropicEvent): readonly TurnEvent[];
  /** Whether the answer has come to its end. */
  readonly isComplete: boolean;
  /** Says that nothing more comes. Throws a {@link ProviderError} `cutOff` when the answer's end is missing. */
  finish(): void;
}

const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["tool_use", "toolCalls"],
  ["max_tokens", "outputLimit"],
  ["model_context_window_exceeded", "contextLimit"],
  ["refusal", "refusal"],
  ["pause_turn", "paused"],
]);

/** A call while its arguments arrive: raw text, in pieces, which is the only exact copy of them. */
interface ArrivingCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  json: string;
}

export function createAnswerReader(): AnswerReader {
  const arriving = new Map<number, ArrivingCall>();
  let usage: Usage = zeroUsage;
  let reason: StopReason | undefined;
  let hasCalls = false;
  let isComplete = false;

  const completeCall = (index: number): TurnEvent[] => {
    const call = arriving.get(index);
    if (call === undefined) return [];
    arriving.delete(index);
    hasCalls = true;
    return [{ type: "toolCall", id: call.id, name: call.name, arguments: argumentsOf(call) }];
  };

  const updateUsage = (wire: AnthropicEvent["usage"]): TurnEvent[] => {
    if (typeof wire !== "object" || wire === null || !hasFigures(wire)) return [];
    usage = readUsage(wire, usage);
    return [{ type: "usage", usage }];
  };

  const startBlock = (event: AnthropicEvent): TurnEvent[] => {
    const block = event.content_block;
    if (block?.type === "text") return piece("text", block.text);
    if (block?.type === "thinking") return piece("thinking", block.thinking);
    if (block?.type === "tool_use") {
      const call = { id: block.id ?? "", name: block.name ?? "", input: block.input, json: "" };
      arriving.set(event.index ?? 0, call);
    }
    return [];
  };

  const extendBlock = (event: AnthropicEvent): TurnEvent[] => {
    const delta = event.delta;
    if (delta?.type === "text_delta") return piece("text", delta.text);
    if (delta?.type === "thinking_delta") return piece("thinking", delta.thinking);
    const call = arriving.get(event.index ?? 0);
    if (delta?.type === "input_json_delta" && call !== undefined) call.json += delta.partial_json ?? "";
    return [];
  };

  const endAnswer = (): TurnEvent[] => {
    const calls = [...arriving.keys()].flatMap(completeCall);
    isComplete = true;
    return [...calls, { type: "end", reason: reason ?? (hasCalls ? "toolCalls" : "end") }];
  };

  return {
    read(event) {
      if (isComplete) return [];
      switch (event.type) {
        case "message_start":
          return updateUsage(event.message?.usage);
        case "content_block_start":
          return startBlock(event);
        case "content_block_delta":
          return extendBlock(event);
        case "content_block_stop":
          return completeCall(event.index ?? 0);
        case "message_delta":
          reason = stopReasons.get(event.delta?.stop_reason ?? "") ?? reason;
          return updateUsage(event.usage);
        case "message_stop":
          return endAnswer();
        default:
          return [];
      }
    },
    get isComplete() {
      return isComplete;
    },
    finish() {
      if (!isComplete) {
        throw new ProviderError(
          "cutOff",
          "The connection to Anthropic ended before the answer was complete. Try again.",
        );
      }
    },
  };
}

/** What isn't text is nothing: servers that only resemble Anthropic's send all kinds of things. */
function piece(type: "text" | "thinking", text: unknown): TurnEvent[] {
  return typeof text !== "string" || text === "" ? [] : [{ type, text }];
}

/** Some servers send the arguments whole, as an object, and no pieces. Nothing at all stays the empty text. */
function argumentsOf(call: ArrivingCall): string {
  const isWhole = typeof call.input === "object" && call.input !== null && Object.keys(call.input).length > 0;
  return call.json === "" && isWhole ? JSON.stringify(call.input) : call.json;
}
