import type { Usage } from "../../archive/types.ts";
import type { WireUsage } from "./wire.ts";

/**
 * The figures of an answer so far (FMT-9). An event's figures are totals: each takes the place of the one before,
 * and one that the event doesn't have stays. How much was written to the one-hour cache comes only in the first.
 */
export function readUsage(wire: WireUsage, before: Usage): Usage {
  const cacheWrite = count(wire.cache_creation_input_tokens, before.cacheWrite);
  const written1h = count(wire.cache_creation?.ephemeral_1h_input_tokens, before.cacheWrite1h ?? 0);
  const cacheWrite1h = Math.min(written1h, cacheWrite);
  return {
    input: count(wire.input_tokens, before.input),
    output: count(wire.output_tokens, before.output),
    cacheRead: count(wire.cache_read_input_tokens, before.cacheRead),
    cacheWrite,
    webSearchRequests: count(wire.server_tool_use?.web_search_requests, before.webSearchRequests),
    ...(cacheWrite1h > 0 ? { cacheWrite1h } : {}),
  };
}

/** Whether there is any figure in it that can be counted: without one, what the request cost is unknown, not nothing. */
export function hasFigures(wire: WireUsage): boolean {
  const figures: readonly unknown[] = [
    wire.input_tokens,
    wire.output_tokens,
    wire.cache_read_input_tokens,
    wire.cache_creation_input_tokens,
  ];
  return figures.some((figure) => typeof figure === "number" && Number.isFinite(figure) && figure >= 0);
}

function count(value: number | null | undefined, before: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return before;
  return Math.max(0, Math.trunc(value));
}
