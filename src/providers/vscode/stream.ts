import type { TurnEvent } from "../../agent/ports.ts";
import { zeroUsage } from "../../archive/defaults.ts";
import { type AnswerReader, textPiece } from "../answerReader.ts";
import { textAt, valueAt } from "../valueAt.ts";

/** What the model's own counter says: VS Code's models report nothing, and no cache (FMT-9). */
export function countedUsage(input: number, output: number): TurnEvent {
  return { type: "usage", usage: { ...zeroUsage, input, output } };
}

/**
 * Reads the parts of one of VS Code's models by what they look like, because new kinds come with new versions. Text and
 * calls come as they are; a call's arguments come as a value, and are written as JSON. What shows nothing is left out.
 * The API says of no answer why it ended: it ends with the stream.
 */
export function createLanguageModelReader(): AnswerReader<unknown> {
  let hasCalls = false;
  return {
    read(part) {
      const id = textAt(part, "callId");
      const name = textAt(part, "name");
      if (id === undefined || name === undefined) {
        // Data has bytes and a type; thinking has an id beside its value.
        return valueAt(part, "mimeType") === undefined && !isThinking(part)
          ? textPiece("text", valueAt(part, "value"))
          : thinkingIn(part);
      }
      hasCalls = true;
      return [{ type: "toolCall", id, name, arguments: JSON.stringify(valueAt(part, "input") ?? {}) }];
    },
    isComplete: false,
    isEnough: false,
    finish: (): TurnEvent[] => [{ type: "end", reason: hasCalls ? "toolCalls" : "end" }],
  };
}

/** A part of the thinking has a place for metadata, which a text has not. */
function isThinking(part: unknown): boolean {
  return typeof part === "object" && part !== null && "metadata" in part;
}

function thinkingIn(part: unknown): TurnEvent[] {
  if (!isThinking(part)) return [];
  const value = valueAt(part, "value");
  const pieces: readonly unknown[] = Array.isArray(value) ? value : [value];
  return pieces.flatMap((piece) => textPiece("thinking", piece));
}
