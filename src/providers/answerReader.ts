import type { TurnEvent } from "../agent/ports.ts";

/** Reads one streamed answer of a provider, event by event. */
export interface AnswerReader<Event> {
  /** What an event means for the turn. Its order is the order of the stream. Throws a `ProviderError` for an error in it. */
  read(event: Event): readonly TurnEvent[];
  /** Whether the answer has come to its end, so that nothing more is waited for. */
  readonly isComplete: boolean;
  /** Whether all that a turn needs has come, although the stream may bring more. */
  readonly isEnough: boolean;
  /** Says that nothing more comes, and gets what is left to say. Throws `cutOff` when the answer's end is missing. */
  finish(): readonly TurnEvent[];
}

/** A piece of text. What isn't text is nothing: servers that only resemble a provider's send all kinds of things. */
export function textPiece(type: "text" | "thinking", text: unknown): TurnEvent[] {
  return typeof text !== "string" || text === "" ? [] : [{ type, text }];
}
