import type { ArchivedConversation, Cost } from "../archive/types.ts";

/** What a saved conversation has cost; undefined, which is not the same as unknown, before anything was asked (FMT-10). */
export function costSoFar(saved: ArchivedConversation): Cost | undefined {
  return hasCost(saved) ? saved.estimatedCost : undefined;
}

/** A stored `unknown` with no tokens used says that nothing was asked yet, unless it says that a part is missing. */
function hasCost(saved: ArchivedConversation): boolean {
  const { input, output, cacheRead, cacheWrite } = saved.usage;
  return (
    saved.estimatedCost.kind !== "unknown" ||
    saved.estimatedCost.atLeast === true ||
    input + output + cacheRead + cacheWrite > 0
  );
}
