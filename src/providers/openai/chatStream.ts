import type { StopReason, TurnEvent } from "../../agent/ports.ts";
import { type AnswerReader, textPiece } from "../answerReader.ts";
import type { Service } from "../service.ts";
import { endMissingError } from "../serviceErrors.ts";
import { textAt, valueAt } from "../valueAt.ts";
import { createCallCollector } from "./chatCalls.ts";
import type { ChatChunk } from "./chatWire.ts";
import { serviceFailure } from "./serviceFailure.ts";
import { chatUsage } from "./usage.ts";
import { readAnnotation } from "./webSearch.ts";

const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ["stop", "end"],
  ["tool_calls", "toolCalls"],
  ["function_call", "toolCalls"],
  ["length", "outputLimit"],
  ["content_filter", "refusal"],
]);

/**
 * Reads the stream of a chat completion. The reason of the end comes before the usage, which some servers never send: the
 * answer ends with the stream, and one without a reason was cut off. `reportsCost`: the usage says what the service takes.
 */
export function createChatReader(service: Service, reportsCost: boolean): AnswerReader<ChatChunk> {
  const calls = createCallCollector();
  let reason: StopReason | undefined;

  const readDelta = (delta: unknown): TurnEvent[] => {
    calls.extend(valueAt(delta, "tool_calls"));
    const annotations = valueAt(delta, "annotations");
    return [
      ...textPiece("thinking", textAt(delta, "reasoning_content") ?? valueAt(delta, "reasoning")),
      ...textsIn(valueAt(delta, "content")),
      ...textPiece("text", valueAt(delta, "refusal")),
      ...(Array.isArray(annotations) ? annotations.flatMap(readAnnotation) : []),
    ];
  };

  const readChoice = (choice: unknown): readonly TurnEvent[] => {
    // Another answer to the same question, which nobody asked for.
    if ((valueAt(choice, "index") ?? 0) !== 0) return [];
    const events = reason === undefined ? readDelta(valueAt(choice, "delta")) : [];
    const finish = textAt(choice, "finish_reason");
    if (finish === "error") throw serviceFailure(valueAt(choice, "error"));
    if (finish === undefined || reason !== undefined) return events;
    const whole = calls.take();
    const said = stopReasons.get(finish) ?? "end";
    reason = said === "end" && whole.length > 0 ? "toolCalls" : said;
    return [...events, ...whole];
  };

  const readUsage = (wire: unknown): TurnEvent[] => {
    const usage = chatUsage(wire, reportsCost);
    return usage === undefined ? [] : [{ type: "usage", usage }];
  };

  return {
    read(chunk) {
      const error = valueAt(chunk, "error");
      if (error !== undefined && error !== null) throw serviceFailure(error);
      const choices = valueAt(chunk, "choices");
      const events = Array.isArray(choices) ? choices.flatMap(readChoice) : [];
      return [...events, ...readUsage(valueAt(chunk, "usage"))];
    },
    isComplete: false,
    get isEnough() {
      return reason !== undefined;
    },
    finish() {
      if (reason === undefined) throw endMissingError(service);
      return [{ type: "end", reason }];
    },
  };
}

/** Text, or the list of parts that some models answer with. */
function textsIn(content: unknown): TurnEvent[] {
  if (!Array.isArray(content)) return textPiece("text", content);
  return content.flatMap((part) => (valueAt(part, "type") === "text" ? textPiece("text", valueAt(part, "text")) : []));
}
