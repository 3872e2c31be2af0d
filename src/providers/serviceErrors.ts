import { ProviderError, type ProviderErrorCode } from "../agent/errors.ts";
import { type Failure, readFailure } from "./failure.ts";
import { redact } from "./redact.ts";
import { readRetryAfter } from "./retryAfter.ts";
import type { Service } from "./service.ts";

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

/**
 * Whatever was thrown, as an error that says what happened and what to do about it.
 * Neither the message nor the cause holds a key, even when the service repeats it.
 */
export function toProviderError(service: Service, thrown: unknown, context: FailureContext): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const read = readFailure(thrown);
  // Before anything is cut: half a key is no longer recognised.
  const failure = { ...read, serviceMessage: read.serviceMessage && redact(read.serviceMessage, context.secrets) };
  const { code, message } = judge(service, failure, context);
  return new ProviderError(code, redact(message, context.secrets), {
    status: failure.status,
    retryAfterMilliseconds: readRetryAfter(failure.headers, context.now),
    cause: new Error(redact(failure.chain.join(" ← "), context.secrets).slice(0, longestCause)),
  });
}

/** The service kept quiet for too long. */
export function silentError(service: Service, idleMilliseconds: number): ProviderError {
  const seconds = Math.ceil(idleMilliseconds / 1000);
  return new ProviderError("silent", `${service.name} has sent nothing for ${seconds} seconds. Try again.`);
}

/** The answer stopped without its end. */
export function endMissingError({ name }: Service): ProviderError {
  return new ProviderError("cutOff", `The connection to ${name} ended before the answer was complete. Try again.`);
}

/** Something answered, but not the service's API. */
export function notTheApiError(service: Service, baseUrl: string, contentType: string, status: number): ProviderError {
  const kind = contentType.startsWith("text/html") ? "a web page" : "something else";
  const message = `What answered at ${baseUrl} isn't ${service.api}: it sent ${kind}. ${checkBaseUrl(service)}`;
  return new ProviderError("protocol", redact(message, []), { status });
}

/** The key that is stored can't be one; undefined when it can. */
export function findKeyFault({ name, needsKey }: Service, apiKey: string): ProviderError | undefined {
  if (apiKey.trim() === "") {
    return needsKey ? new ProviderError("authentication", `No API key for ${name} is set. ${setKey}`) : undefined;
  }
  if (/^[\x21-\x7e]+$/.test(apiKey)) return undefined;
  return new ProviderError(
    "authentication",
    `The API key for ${name} holds characters that no key has. ${setKeyAgain}`,
  );
}

const setKey = "Set one with “Silverpoint: Set API Key…”.";
const setKeyAgain = "Set it again with “Silverpoint: Set API Key…”.";
const makeSmaller = "Start a new conversation, or choose a model with a larger context.";

interface Judgement {
  readonly code: ProviderErrorCode;
  readonly message: string;
}

function judge(service: Service, failure: Failure, context: FailureContext): Judgement {
  const { name } = service;
  const status = failure.status ?? service.statusByType.get(failure.type ?? "");
  if (status !== undefined) return judgeStatus(service, status, failure, context);
  if (failure.type !== undefined || failure.serviceMessage !== undefined) {
    return { code: "protocol", message: `${name} ended the answer with an error: ${detailOf(failure)} Try again.` };
  }
  if (failure.isUnreadable) {
    return { code: "protocol", message: `What came from ${context.baseUrl} can't be read. ${checkBaseUrl(service)}` };
  }
  if (context.hasBegun || cutCodes.has(failure.systemCode ?? "")) {
    return { code: "cutOff", message: cutOffMessage(service) };
  }
  const reason = failure.systemCode === undefined ? "" : ` (${failure.systemCode})`;
  const variable = service.baseUrlVariable === undefined ? "" : `, else of ${service.baseUrlVariable}`;
  return {
    code: "network",
    message: `${name} can't be reached at ${context.baseUrl}${reason}. Check the network connection, the proxy, and the address: it is that of the setting “${service.baseUrlSetting}”${variable}.`,
  };
}

function judgeStatus(service: Service, status: number, failure: Failure, context: FailureContext): Judgement {
  const { name } = service;
  if (status >= 300 && status < 400) {
    // Following it would hand the whole conversation to whoever it names.
    return {
      code: "network",
      message: `${context.baseUrl} redirects elsewhere (${status}), which isn't followed. ${checkBaseUrl(service)}`,
    };
  }
  switch (status) {
    case 401:
      return { code: "authentication", message: `${name} refused the API key (401). ${setKeyAgain}` };
    case 402:
      return billing(service, status);
    case 403: {
      const where = service.console === undefined ? "" : ` in ${service.console}`;
      return {
        code: "permission",
        message: `${name} doesn't allow this with the API key (403): ${detailOf(failure)} Check the key's permissions${where}.`,
      };
    }
    case 404:
      return judgeNotFound(service, failure, context);
    case 407:
      return { code: "network", message: "The proxy asks for a sign-in (407). Check the proxy settings." };
    case 413:
      return { code: "tooLarge", message: `The conversation is too large to send (413). ${makeSmaller}` };
    case 429:
      // Credit that is used up doesn't come back by waiting.
      return service.billing.test(failure.serviceMessage ?? "")
        ? billing(service, status)
        : { code: "rateLimited", message: rateLimitMessage(service, failure, context.now) };
    case 529:
      return { code: "overloaded", message: `${name} is overloaded (529). Try again in a moment.` };
    default:
      return status >= 500 || status === 408
        ? judgeServerError(service, status)
        : judgeRefusal(service, status, failure);
  }
}

function judgeServerError({ name, statusPage }: Service, status: number): Judgement {
  const more = statusPage === undefined ? "" : `; if it stays, see ${statusPage}`;
  return { code: "serverError", message: `${name} failed with an error of its own (${status}). Try again${more}.` };
}

function judgeNotFound(service: Service, failure: Failure, context: FailureContext): Judgement {
  const message =
    failure.type === undefined
      ? `Nothing at ${context.baseUrl} answers as ${service.api} (404). ${checkBaseUrl(service)}`
      : `${service.name} doesn't know the model “${context.model}” (404). Choose another with “Silverpoint: Select Model…”.`;
  return { code: "notFound", message };
}

function judgeRefusal(service: Service, status: number, failure: Failure): Judgement {
  const said = failure.serviceMessage ?? "";
  if (service.contextOverflow.test(said)) {
    return {
      code: "contextOverflow",
      message: `The conversation no longer fits the model's context (${status}). ${makeSmaller}`,
    };
  }
  if (service.billing.test(said)) return billing(service, status);
  const known = service.advice.find((one) => one.said.test(said));
  const because = known === undefined ? "" : ` because of ${known.because}`;
  const advice = known === undefined ? "" : ` ${known.advice}`;
  return {
    code: "refusedRequest",
    message: `${service.name} refused the request${because} (${status}): ${detailOf(failure)}${advice}`,
  };
}

function billing({ name, console }: Service, status: number): Judgement {
  const where = console === undefined ? "" : ` in ${console}`;
  const message = `${name} didn't run the request because of the account's billing (${status}). Check credit and payment${where}.`;
  return { code: "permission", message };
}

function rateLimitMessage({ name }: Service, failure: Failure, now: number): string {
  const wait = readRetryAfter(failure.headers, now);
  const advice = wait === undefined ? "Try again in a moment." : `It asks to wait ${Math.ceil(wait / 1000)} seconds.`;
  return `${name}'s rate limit is reached (429). ${advice}`;
}

function checkBaseUrl({ baseUrlSetting }: Service): string {
  return `Check the setting “${baseUrlSetting}” and the proxy.`;
}

function cutOffMessage({ name }: Service): string {
  return `The connection to ${name} was cut before the answer was complete. Try again.`;
}

/** What the service said, on one line and with a full stop. */
function detailOf(failure: Failure): string {
  const said = (failure.serviceMessage ?? "no reason was given").replace(/\s+/g, " ").trim();
  const short = said.length > longestDetail ? `${said.slice(0, longestDetail)}…` : said;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
