import type { StopReason, TurnEvent } from "../../agent/ports.ts";
import { type AnswerReader, textPiece } from "../answerReader.ts";
import type { Service } from "../service.ts";
import { endMissingError } from "../serviceErrors.ts";
import { countAt, textAt, valueAt } from "../valueAt.ts";
import type { ResponsesEvent } from "./responsesWire.ts";
import { serviceFailure } from "./serviceFailure.ts";
import { responsesUsage } from "./usage.ts";
import { isSearch, readAnnotation, readSearch } from "./webSearch.ts";

/** A call while its arguments arrive: raw text, in pieces, which is the only exact copy of them. */
interface ArrivingCall {
  readonly id: string;
  readonly name: string;
  json: string;
}

/** Reads the stream of the Responses API. */
export function createResponsesReader(service: Service): AnswerReader<ResponsesEvent> {
  const arriving = new Map<unknown, ArrivingCall>();
  /** The texts that came in pieces: their whole, which follows, says nothing new. */
  const streamed = new Set<string>();
  let searches = 0;
  let hasCalls = false;
  let hasRefused = false;
  let isComplete = false;

  const completeCall = (index: unknown, whole?: unknown): TurnEvent[] => {
    const call = arriving.get(index) ?? { id: "", name: "", json: "" };
    arriving.delete(index);
    hasCalls = true;
    const written = call.json === "" ? textAt(whole, "arguments") : call.json;
    return [
      {
        type: "toolCall",
        id: textAt(whole, "call_id") ?? call.id,
        name: textAt(whole, "name") ?? call.name,
        arguments: written ?? "",
      },
    ];
  };

  const startItem = ({ output_index: index, item }: ResponsesEvent): TurnEvent[] => {
    if (valueAt(item, "type") !== "function_call") return [];
    arriving.set(index, { id: textAt(item, "call_id") ?? "", name: textAt(item, "name") ?? "", json: "" });
    return [];
  };

  const completeItem = ({ output_index: index, item }: ResponsesEvent): TurnEvent[] => {
    const type = valueAt(item, "type");
    if (type === "function_call") return completeCall(index, item);
    if (type !== "web_search_call" || !isSearch(item)) return [];
    searches++;
    return [readSearch(item)];
  };

  const text = (event: ResponsesEvent, kind: "text" | "thinking", isWhole: boolean): TurnEvent[] => {
    const place = `${kind} ${event.output_index} ${event.content_index ?? event.summary_index}`;
    if (isWhole) return streamed.has(place) ? [] : textPiece(kind, event.text);
    streamed.add(place);
    return textPiece(kind, event.delta);
  };

  const end = (response: unknown, reason: StopReason): TurnEvent[] => {
    const calls = [...arriving.keys()].flatMap((index) => completeCall(index));
    const usage = responsesUsage(valueAt(response, "usage"), searches);
    isComplete = true;
    const because = reason === "end" && hasRefused ? "refusal" : reason === "end" && hasCalls ? "toolCalls" : reason;
    return [
      ...calls,
      ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
      { type: "end", reason: because },
    ];
  };

  const extendCall = (event: ResponsesEvent): TurnEvent[] => {
    const call = arriving.get(event.output_index);
    if (call !== undefined && typeof event.delta === "string") call.json += event.delta;
    return [];
  };

  return {
    read(event) {
      if (isComplete) return [];
      switch (event.type) {
        case "response.output_text.delta":
          return text(event, "text", false);
        case "response.output_text.done":
          return text(event, "text", true);
        case "response.refusal.delta":
          hasRefused = true;
          return text(event, "text", false);
        case "response.reasoning_summary_part.added":
          return countAt(event, "summary_index") ? [{ type: "thinking", text: "\n\n" }] : [];
        case "response.reasoning_summary_text.delta":
        case "response.reasoning_text.delta":
          return text(event, "thinking", false);
        case "response.output_text.annotation.added":
          return readAnnotation(event.annotation);
        case "response.output_item.added":
          return startItem(event);
        case "response.function_call_arguments.delta":
          return extendCall(event);
        case "response.output_item.done":
          return completeItem(event);
        case "response.completed":
          return end(event.response, "end");
        case "response.incomplete":
          return end(event.response, incompleteReason(event.response));
        case "response.failed":
          throw serviceFailure(valueAt(event.response, "error"));
        case "error":
          throw serviceFailure(event);
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
      if (!isComplete) throw endMissingError(service);
      return [];
    },
  };
}

function incompleteReason(response: unknown): StopReason {
  const reason = valueAt(valueAt(response, "incomplete_details"), "reason");
  return reason === "content_filter" ? "refusal" : "outputLimit";
}
