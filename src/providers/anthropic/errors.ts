import { ProviderError, type ProviderErrorCode } from "../../agent/errors.ts";
import { redact } from "../redact.ts";
import { readRetryAfter } from "../retryAfter.ts";
import { type Failure, readFailure } from "./failure.ts";

/** What is known about the request that failed. */
export interface FailureContext {
  readonly model: string;
  readonly baseUrl: string;
  /** What no message may hold. */
  readonly secrets: readonly string[];
  /** Whether the service had begun to answer. */
  readonly hasBegun: boolean;
  /** Milliseconds since 1970, for a `retry-after` that is a date. */
  readonly now: number;
}

const longestDetail = 300;
const longestCause = 1000;

const cutCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ECONNABORTED"]);

/** For an error that comes inside an answer, where there is no status. */
const statusByType: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

/**
 * Whatever was thrown, as an error that says what happened and what to do about it.
 * Neither the message nor the cause holds a key, even when the service repeats it.
 */
export function toProviderError(thrown: unknown, context: FailureContext): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const read = readFailure(thrown);
  // Before anything is cut: half a key is no longer recognised.
  const failure = { ...read, serviceMessage: read.serviceMessage && redact(read.serviceMessage, context.secrets) };
  const { code, message } = judge(failure, context);
  return new ProviderError(code, redact(message, context.secrets), {
    status: failure.status,
    retryAfterMilliseconds: readRetryAfter(failure.headers, context.now),
    cause: new Error(redact(failure.chain.join(" ← "), context.secrets).slice(0, longestCause)),
  });
}

/** The service kept quiet for too long. */
export function silentError(idleMilliseconds: number): ProviderError {
  const seconds = Math.ceil(idleMilliseconds / 1000);
  return new ProviderError("silent", `Anthropic has sent nothing for ${seconds} seconds. Try again.`);
}

/** Something answered, but not Anthropic's API. */
export function notTheApiError(baseUrl: string, contentType: string, status: number): ProviderError {
  const kind = contentType.startsWith("text/html") ? "a web page" : "something else";
  const message = `What answered at ${baseUrl} isn't Anthropic's API: it sent ${kind}. ${checkBaseUrl}`;
  return new ProviderError("protocol", redact(message, []), { status });
}

/** The key that is stored can't be one; undefined when it can. */
export function findKeyFault(apiKey: string): ProviderError | undefined {
  if (apiKey.trim() === "") return new ProviderError("authentication", `No API key for Anthropic is set. ${setKey}`);
  if (/^[\x21-\x7e]+$/.test(apiKey)) return undefined;
  return new ProviderError(
    "authentication",
    `The API key for Anthropic holds characters that no key has. ${setKeyAgain}`,
  );
}

const setKey = "Set one with “Silverpoint: Set API Key…”.";
const setKeyAgain = "Set it again with “Silverpoint: Set API Key…”.";
const checkBaseUrl = "Check the setting “silverpoint.anthropic.baseUrl” and the proxy.";
const makeSmaller = "Start a new conversation, or choose a model with a larger context.";

interface Judgement {
  readonly code: ProviderErrorCode;
  readonly message: string;
}

function judge(failure: Failure, context: FailureContext): Judgement {
  const status = failure.status ?? statusByType.get(failure.type ?? "");
  if (status !== undefined) return judgeStatus(status, failure, context);
  if (failure.type !== undefined) {
    return { code: "protocol", message: `Anthropic ended the answer with an error: ${detailOf(failure)} Try again.` };
  }
  if (failure.isUnreadable) {
    return { code: "protocol", message: `What came from ${context.baseUrl} can't be read. ${checkBaseUrl}` };
  }
  if (context.hasBegun || cutCodes.has(failure.systemCode ?? "")) {
    return {
      code: "cutOff",
      message: "The connection to Anthropic was cut before the answer was complete. Try again.",
    };
  }
  const reason = failure.systemCode === undefined ? "" : ` (${failure.systemCode})`;
  return {
    code: "network",
    message: `Anthropic can't be reached at ${context.baseUrl}${reason}. Check the network connection, the proxy, and the address: it is that of the setting “silverpoint.anthropic.baseUrl”, else of ANTHROPIC_BASE_URL.`,
  };
}

function judgeStatus(status: number, failure: Failure, context: FailureContext): Judgement {
  if (status >= 300 && status < 400) {
    // Following it would hand the whole conversation to whoever it names.
    return {
      code: "network",
      message: `${context.baseUrl} redirects elsewhere (${status}), which isn't followed. ${checkBaseUrl}`,
    };
  }
  switch (status) {
    case 401:
      return { code: "authentication", message: `Anthropic refused the API key (401). ${setKeyAgain}` };
    case 402:
      return billing(status);
    case 403:
      return {
        code: "permission",
        message: `Anthropic doesn't allow this with the API key (403): ${detailOf(failure)} Check the key's permissions in the Anthropic Console.`,
      };
    case 404:
      return judgeNotFound(failure, context);
    case 407:
      return { code: "network", message: "The proxy asks for a sign-in (407). Check the proxy settings." };
    case 413:
      return { code: "tooLarge", message: `The conversation is too large to send (413). ${makeSmaller}` };
    case 429:
      return { code: "rateLimited", message: rateLimitMessage(failure, context.now) };
    case 529:
      return { code: "overloaded", message: "Anthropic is overloaded (529). Try again in a moment." };
    default:
      return status >= 500 || status === 408 ? judgeServerError(status) : judgeRefusal(status, failure);
  }
}

function judgeServerError(status: number): Judgement {
  const message = `Anthropic failed with an error of its own (${status}). Try again; if it stays, see status.anthropic.com.`;
  return { code: "serverError", message };
}

function judgeNotFound(failure: Failure, context: FailureContext): Judgement {
  const message =
    failure.type === undefined
      ? `Nothing at ${context.baseUrl} answers as Anthropic's API (404). ${checkBaseUrl}`
      : `Anthropic doesn't know the model “${context.model}” (404). Choose another with “Silverpoint: Select Model…”.`;
  return { code: "notFound", message };
}

function judgeRefusal(status: number, failure: Failure): Judgement {
  const said = failure.serviceMessage ?? "";
  if (/prompt is too long|exceeds? (the )?(model's )?(maximum )?context|context (window|limit)/i.test(said)) {
    return {
      code: "contextOverflow",
      message: `The conversation no longer fits the model's context (${status}). ${makeSmaller}`,
    };
  }
  if (/credit balance/i.test(said)) return billing(status);
  if (/thinking/i.test(said)) {
    return {
      code: "refusedRequest",
      message: `Anthropic refused the request because of thinking blocks (${status}): ${detailOf(failure)} Choose another model with “Silverpoint: Select Model…”.`,
    };
  }
  return { code: "refusedRequest", message: `Anthropic refused the request (${status}): ${detailOf(failure)}` };
}

function billing(status: number): Judgement {
  const message = `Anthropic didn't run the request because of the account's billing (${status}). Check credit and payment in the Anthropic Console.`;
  return { code: "permission", message };
}

function rateLimitMessage(failure: Failure, now: number): string {
  const wait = readRetryAfter(failure.headers, now);
  const advice = wait === undefined ? "Try again in a moment." : `It asks to wait ${Math.ceil(wait / 1000)} seconds.`;
  return `Anthropic's rate limit is reached (429). ${advice}`;
}

/** What the service said, on one line and with a full stop. */
function detailOf(failure: Failure): string {
  const said = (failure.serviceMessage ?? "no reason was given").replace(/\s+/g, " ").trim();
  const short = said.length > longestDetail ? `${said.slice(0, longestDetail)}…` : said;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
