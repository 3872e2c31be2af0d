import { ProviderError, type ProviderErrorCode } from "./errors.ts";

/** How often one request is sent at most (TRN-8). */
export const mostTries = 8;

const longestWait = 60_000;
const longestOwnWait = 30_000;
const firstWait = 2_000;

/**
 * Troubles that pass: too many requests, a server that is busy or failing, a connection that dropped (TRN-8). A server that
 * can't be reached at all is none of them: its message says what to look at.
 */
const passing: ReadonlySet<ProviderErrorCode> = new Set(["rateLimited", "overloaded", "serverError", "cutOff"]);

/** What to do after a try that brought nothing: wait so many milliseconds and try again, or give up. */
export type RetryDecision =
  | { readonly kind: "wait"; readonly milliseconds: number; readonly reason: string }
  | { readonly kind: "giveUp"; readonly error: unknown };

/** Decides after the `tries`-th try of a request has failed before anything of an answer was kept (TRN-8). */
export function decideRetry(error: unknown, tries: number): RetryDecision {
  if (!(error instanceof ProviderError) || !passing.has(error.code)) return { kind: "giveUp", error };
  const asked = error.retryAfterMilliseconds;
  if (asked !== undefined && asked > longestWait) return { kind: "giveUp", error: addWords(error, askedToWait(asked)) };
  if (tries >= mostTries) return { kind: "giveUp", error: addWords(error, `It was tried ${tries} times.`) };
  return { kind: "wait", milliseconds: asked ?? ownWait(tries), reason: error.message };
}

/** 2 s, 4 s, 8 s, 16 s, then 30 s. */
function ownWait(tries: number): number {
  return Math.min(firstWait * 2 ** (tries - 1), longestOwnWait);
}

function askedToWait(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return `The server asks to wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}: send the message again after that.`;
}

function addWords(error: ProviderError, words: string): ProviderError {
  const { code, message, status, retryAfterMilliseconds, cause } = error;
  return new ProviderError(code, `${message} ${words}`, { status, retryAfterMilliseconds, cause });
}
