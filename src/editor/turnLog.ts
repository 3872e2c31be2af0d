import type { Usage } from "../archive/types.ts";
import type { TurnEnd } from "../conversation/turnEnd.ts";

interface Log {
  info(line: string): void;
  warn(line: string): void;
}

/** Logs how a turn ended and what its last request used. Nothing of what was said is in it. */
export function logTurn(log: Log, name: string, end: TurnEnd, lastRequest: Usage): void {
  const { input, output, cacheRead, cacheWrite } = lastRequest;
  const used = `last request ${input} tokens in, ${cacheRead} read from the cache, ${cacheWrite} written to it, ${output} out.`;
  const line = `${name}: turn ${end.kind}; ${used}`;
  if (end.kind === "failed") log.warn(`${line} ${end.failure.code}: ${end.failure.text}`);
  else log.info(line);
}
