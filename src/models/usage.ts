import type { Usage } from "../archive/types.ts";
import { readDollars, writeDollars } from "./dollars.ts";

export const zeroUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 };

/**
 * The sum of two usages (FMT-9). The optional keys are there when one of the two has them.
 * Keys of `total` that this version doesn't know stay.
 */
export function addUsage(total: Usage, part: Usage): Usage {
  return {
    ...total,
    input: total.input + part.input,
    output: total.output + part.output,
    cacheRead: total.cacheRead + part.cacheRead,
    cacheWrite: total.cacheWrite + part.cacheWrite,
    webSearchRequests: total.webSearchRequests + part.webSearchRequests,
    ...(total.cacheWrite1h === undefined && part.cacheWrite1h === undefined
      ? {}
      : { cacheWrite1h: (total.cacheWrite1h ?? 0) + (part.cacheWrite1h ?? 0) }),
    ...(total.reportedCost === undefined && part.reportedCost === undefined
      ? {}
      : { reportedCost: writeDollars(readDollars(total.reportedCost ?? 0) + readDollars(part.reportedCost ?? 0)) }),
  };
}

/** Everything a request's model read, in tokens: what is compared with the context limit (FMT-9). */
export function inputTotal(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite;
}
