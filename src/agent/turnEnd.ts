import type { Failure, TurnEnd } from "../conversation/turnEnd.ts";
import { ProviderError } from "./errors.ts";
import type { StopReason } from "./ports.ts";

/** How a turn ends when its response came whole. */
export function endAfterResponse(reason: StopReason | undefined, hasAnswer: boolean): TurnEnd {
  switch (reason) {
    case "end":
      return hasAnswer
        ? { kind: "completed" }
        : failed("emptyAnswer", "The model answered with nothing. Send the message again, or say it differently.");
    case "outputLimit":
      return failed(
        "outputLimit",
        "The answer was cut off: it reached the model's output limit. Ask the agent to go on.",
      );
    case "contextLimit":
      return failed(
        "contextOverflow",
        "The conversation no longer fits this model. Start a new conversation, or choose a model with a larger context.",
      );
    case "refusal":
      return failed("refusal", "The model declined to answer this message. Change what you ask, and send it again.");
    case "paused":
      return failed("emptyAnswer", "The model paused before it had written anything. Send the message again.");
    case "toolCalls":
      return failed("protocol", "The model stopped for a tool that it was not offered. Send the message again.");
    case undefined:
      return failed("cutOff", "The answer ended before it was complete. Send the message again.");
  }
}

/** How a turn ends whose model only ever pauses. */
export const pausedTooOften: TurnEnd = failed(
  "protocol",
  "The model paused again and again without coming to an end. Ask the agent to go on.",
);

/** How a turn ends when something was thrown while it ran. */
export function endAfterError(error: unknown): TurnEnd {
  if (error instanceof ProviderError) return failed(error.failureCode, error.message);
  return failed("unexpected", `The turn failed: ${error instanceof Error ? error.message : String(error)}`);
}

/** Whether a request that ended like this may have reached the model and been billed without our knowing. */
export function mayBeBilled(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (error instanceof ProviderError && (error.code === "cutOff" || error.code === "silent"));
}

function failed(code: Failure["code"], text: string): TurnEnd {
  return { kind: "failed", failure: { code, text } };
}
