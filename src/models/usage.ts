import type { Usage } from "../archive/types.ts";
import { readDollars, writeDollars } from "./dollars.ts";

/**
 * The sum of two usages (FMT-9). The optional keys are there when one of the two has them.
 * Keys of `total` that this version doesn't know stay.
 */
export function addUsage(total: Usage, part: Usage): Usage {
  return {
    ...total,
    input: finite(total.input + part.input),
    output: finite(total.output + part.output),
    cacheRead: finite(total.cacheRead + part.cacheRead),
    cacheWrite: finite(total.cacheWrite + part.cacheWrite),
    webSearchRequests: finite(total.webSearchRequests + part.webSearchRequests),
    ...(total.cacheWrite1h === undefined && part.cacheWrite1h === undefined
      ? {}
      : { cacheWrite1h: finite((total.cacheWrite1h ?? 0) + (part.cacheWrite1h ?? 0)) }),
    ...(total.reportedCost === undefined && part.reportedCost === undefined
      ? {}
      : { reportedCost: writeDollars(readDollars(total.reportedCost ?? 0) + readDollars(part.reportedCost ?? 0)) }),
  };
}

/** Everything a request's model read, in tokens: what is compared with the context limit (FMT-9). */
export function inputTotal(usage: Usage): number {
  return finite(usage.input + usage.cacheRead + usage.cacheWrite);
}

/** A file may hold any number; a sum that no JSON can hold would make the next one unreadable. */
function finite(sum: number): number {
  return Math.min(Math.max(sum, -Number.MAX_VALUE), Number.MAX_VALUE);
}
