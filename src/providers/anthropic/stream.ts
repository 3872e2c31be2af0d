import type { StopReason, TurnEvent } from "../../agent/ports.ts";
import { zeroUsage } from "../../archive/defaults.ts";
import type { Usage } from "../../archive/types.ts";
import { type AnswerReader, textPiece as piece } from "../answerReader.ts";
import { endMissingError } from "../serviceErrors.ts";
import { anthropicService } from "./service.ts";
import { hasFigures, readUsage } from "./streamUsage.ts";
import { createSearchReader, readCitation } from "./webSearch.ts";
import type { AnthropicEvent } from "./wire.ts";

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

export function createAnswerReader(): AnswerReader<AnthropicEvent> {
  const arriving = new Map<number, ArrivingCall>();
  const searches = createSearchReader();
  /** Sources that came before the text that they belong to; undefined once the block has text. */
  let early: TurnEvent[] | undefined = [];
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

  /** A piece of text, and behind it the sources that came too early. */
  const textPiece = (text: unknown): TurnEvent[] => {
    const [event] = piece("text", text);
    if (event === undefined) return [];
    const sources = early ?? [];
    early = undefined;
    return [event, ...sources];
  };

  const source = (wire: unknown): TurnEvent[] => {
    const citation = readCitation(wire);
    if (citation === undefined) return [];
    if (early === undefined) return [citation];
    early.push(citation);
    return [];
  };

  const startBlock = (event: AnthropicEvent): readonly TurnEvent[] => {
    const block = event.content_block;
    early = [];
    switch (block?.type) {
      case "text":
        return textPiece(block.text);
      case "thinking":
        return piece("thinking", block.thinking);
      case "tool_use":
        arriving.set(event.index ?? 0, { id: block.id ?? "", name: block.name ?? "", input: block.input, json: "" });
        return [];
      case "server_tool_use":
        searches.start(event.index ?? 0, block);
        return [];
      case "web_search_tool_result":
        return searches.finish(block);
      default:
        return [];
    }
  };

  const extendBlock = (event: AnthropicEvent): TurnEvent[] => {
    const delta = event.delta;
    if (delta?.type === "text_delta") return textPiece(delta.text);
    if (delta?.type === "thinking_delta") return piece("thinking", delta.thinking);
    if (delta?.type === "citations_delta") return source(delta.citation);
    if (delta?.type !== "input_json_delta") return [];
    const call = arriving.get(event.index ?? 0);
    if (call === undefined) searches.extend(event.index ?? 0, delta.partial_json ?? "");
    else call.json += delta.partial_json ?? "";
    return [];
  };

  const endAnswer = (): TurnEvent[] => {
    const calls = [...arriving.keys()].flatMap(completeCall);
    isComplete = true;
    return [...searches.giveUp(), ...calls, { type: "end", reason: reason ?? (hasCalls ? "toolCalls" : "end") }];
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
    get isEnough() {
      return isComplete;
    },
    finish() {
      if (!isComplete) throw endMissingError(anthropicService);
      return [];
    },
  };
}

/** Some servers send the arguments whole, as an object, and no pieces. Nothing at all stays the empty text. */
function argumentsOf(call: ArrivingCall): string {
  const isWhole = typeof call.input === "object" && call.input !== null && Object.keys(call.input).length > 0;
  return call.json === "" && isWhole ? JSON.stringify(call.input) : call.json;
}
