import type { Failure } from "../../conversation/turnEnd.ts";
import { ProviderError } from "../errors.ts";
import type { StopReason } from "../ports.ts";
import type { ReceivedSummary } from "./receiveSummary.ts";

/** What every failure begins with: whatever went wrong, the conversation is as it was (CMP-5). */
const nothingChanged = "The conversation was not compacted, and nothing in it has changed.";

/** The call would not fit into the model's context, however short (CMP-7). */
export const tooLarge: Failure = failure(
  "contextOverflow",
  "What is to be summarized is too large for this model. Choose a model with a larger context, or start a new conversation.",
);

/** Why what has come is no summary (CMP-5); undefined when it is one. */
export function faultIn({ text, hasCalls, reason }: ReceivedSummary): Failure | undefined {
  const cut = faultOfReason(reason);
  if (cut !== undefined) return cut;
  if (hasCalls) return failure("toolCall", "The model called a tool instead of writing the summary. Try it again.");
  // A text without a letter or a digit tells nothing.
  return /[\p{L}\p{N}]/u.test(text)
    ? undefined
    : failure("emptyAnswer", "The model answered with an empty summary. Try it again.");
}

/** What went wrong when the call threw. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ProviderError)) {
    return failure("unexpected", `It failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  switch (error.code) {
    case "cutOff":
    case "silent":
      return failure(error.code, "The connection ended before the summary was complete. Try it again.");
    case "contextOverflow":
    case "tooLarge":
      return { ...tooLarge, code: error.code, detail: error.message };
    default:
      return failure(error.code, error.message);
  }
}

function faultOfReason(reason: StopReason | undefined): Failure | undefined {
  switch (reason) {
    case "end":
    case "toolCalls":
      return undefined;
    case "outputLimit":
      return failure("outputLimit", "The summary was cut off: it reached the model's output limit. Try it again.");
    case "contextLimit":
      return tooLarge;
    case "refusal":
      return failure("refusal", "The model declined to summarize this conversation. Try it with another model.");
    case "paused":
    case undefined:
      return failure("cutOff", "The summary ended before it was complete. Try it again.");
  }
}

function failure(code: string, text: string): Failure {
  return { code, text: `${nothingChanged} ${text}` };
}
