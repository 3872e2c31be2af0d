import { zeroUsage } from "../../archive/defaults.ts";
import type { Usage } from "../../archive/types.ts";
import { readDollars, writeDollars } from "../../models/dollars.ts";
import { countAt, valueAt } from "../valueAt.ts";

/** Where an API keeps its figures. */
interface UsageKeys {
  readonly input: string;
  readonly output: string;
  readonly details: string;
}

const responsesKeys: UsageKeys = { input: "input_tokens", output: "output_tokens", details: "input_tokens_details" };
const chatKeys: UsageKeys = { input: "prompt_tokens", output: "completion_tokens", details: "prompt_tokens_details" };

/** The usage of a response (FMT-9); undefined without a figure that counts, so that its cost is unknown, not nothing. */
export function responsesUsage(wire: unknown, webSearchRequests: number): Usage | undefined {
  const usage = readUsage(wire, responsesKeys);
  return usage && { ...usage, webSearchRequests };
}

/** The usage of a chat completion. `reportsCost`: the service says what it takes, in US dollars. */
export function chatUsage(wire: unknown, reportsCost: boolean): Usage | undefined {
  const cost = reportsCost ? reportedCost(wire) : undefined;
  const usage = readUsage(wire, chatKeys);
  return cost === undefined ? usage : { ...(usage ?? zeroUsage), reportedCost: cost };
}

/**
 * The input that the APIs count includes what was read from and written to the cache; ours excludes it. A server that
 * says more of a part than of the whole is believed about the whole. The longer-lived share of the writes stands for the hour's.
 */
function readUsage(wire: unknown, keys: UsageKeys): Usage | undefined {
  const total = wholeAt(wire, keys.input);
  const output = wholeAt(wire, keys.output);
  if (total === undefined && output === undefined) return undefined;
  const details = valueAt(wire, keys.details);
  const cacheRead = Math.min(wholeAt(details, "cached_tokens") ?? 0, total ?? 0);
  const cacheWrite = Math.min(wholeAt(details, "cache_write_tokens") ?? 0, (total ?? 0) - cacheRead);
  const longLived = wholeAt(valueAt(details, "cache_write_tokens_details"), "ttl_12h_tokens") ?? 0;
  const cacheWrite1h = Math.min(longLived, cacheWrite);
  return {
    input: (total ?? 0) - cacheRead - cacheWrite,
    output: output ?? 0,
    cacheRead,
    cacheWrite,
    webSearchRequests: 0,
    ...(cacheWrite1h > 0 ? { cacheWrite1h } : {}),
  };
}

/** With a key of the person's own, OpenRouter takes a fee, and the model's provider takes the rest. */
function reportedCost(wire: unknown): number | undefined {
  const cost = countAt(wire, "cost");
  if (cost === undefined || valueAt(wire, "is_byok") !== true) return cost;
  const upstream = countAt(valueAt(wire, "cost_details"), "upstream_inference_cost") ?? 0;
  return writeDollars(readDollars(cost) + readDollars(upstream));
}

function wholeAt(value: unknown, key: string): number | undefined {
  const count = countAt(value, key);
  return count === undefined ? undefined : Math.trunc(count);
}
