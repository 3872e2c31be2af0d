import type { Cost, Usage } from "../archive/types.ts";
import { type CatalogRow, catalog, findModel, type Prices } from "./catalog.ts";
import { type Picodollars, readDecimal, readDollars, writeDollars } from "./dollars.ts";
import { inputTotal } from "./usage.ts";

/** Providers whose use is covered by the person's own plan, so that a request has no price unless they say one. */
const cliProviders: ReadonlySet<string> = new Set(["claudeCode", "codex"]);

/**
 * What one request cost (FMT-10): what the provider reported, else the price table's figure at that moment,
 * else `unknown`. Never a zero for a model that isn't in the table. Prices that the provider lists itself can take the
 * bundled table's place.
 */
export function costOf(
  provider: string,
  model: string,
  usage: Usage,
  at: Date,
  rows: readonly CatalogRow[] = catalog,
): Cost {
  if (usage.reportedCost !== undefined) {
    // What a CLI says is what it works out by itself, not what its service bills.
    const kind = cliProviders.has(provider) ? "estimated" : "reported";
    return { kind, dollars: writeDollars(readDollars(usage.reportedCost)) };
  }
  if (cliProviders.has(provider)) return { kind: "notBilled" };
  const row = findModel(provider, model, at, rows);
  if (row === undefined) return { kind: "unknown" };
  const total = inputTotal(usage);
  const tier = row.tiers
    .filter((candidate) => total > candidate.overInputTokens)
    .reduce<(typeof row.tiers)[number] | undefined>(
      (best, candidate) => (best === undefined || candidate.overInputTokens > best.overInputTokens ? candidate : best),
      undefined,
    );
  return { kind: "estimated", dollars: writeDollars(priceOf(usage, tier?.prices ?? row.prices)) };
}

/**
 * The cost so far with one more request's (FMT-10). `total` is undefined before the first one: a stored `unknown`
 * is the cost of requests that were made, and would leave its mark on the sum.
 * Keys of `total` that this version doesn't know stay.
 */
export function addCosts(total: Cost | undefined, part: Cost): Cost {
  if (total === undefined) return part;
  const { kind: _kind, dollars: _dollars, atLeast: _atLeast, ...otherKeys } = total;
  if (total.dollars === undefined && part.dollars === undefined) {
    const kind = total.kind === "notBilled" && part.kind === "notBilled" ? "notBilled" : "unknown";
    // Without any dollars the mark says that requests were made, which a stored "unknown" alone doesn't.
    return { ...otherKeys, kind, ...(total.atLeast === true || part.atLeast === true ? { atLeast: true } : {}) };
  }
  const dollars = writeDollars(readDollars(total.dollars ?? 0) + readDollars(part.dollars ?? 0));
  if (isPartlyUnknown(total) || isPartlyUnknown(part)) {
    return { ...otherKeys, kind: "estimated", dollars, atLeast: true };
  }
  const kind = total.kind === "reported" && part.kind === "reported" ? "reported" : "estimated";
  return { ...otherKeys, kind, dollars };
}

function isPartlyUnknown(cost: Cost): boolean {
  return cost.atLeast === true || cost.kind === "unknown" || (cost.dollars === undefined && cost.kind !== "notBilled");
}

function priceOf(usage: Usage, prices: Prices): Picodollars {
  const write1h = Math.min(Math.max(usage.cacheWrite1h ?? 0, 0), usage.cacheWrite);
  return (
    tokens(usage.input, prices.input) +
    tokens(usage.output, prices.output) +
    tokens(usage.cacheRead, prices.cacheRead) +
    tokens(usage.cacheWrite - write1h, prices.cacheWrite5m) +
    tokens(write1h, prices.cacheWrite1h) +
    searches(usage.webSearchRequests, prices.webSearchPerThousand)
  );
}

/** A price per million in whole micro-dollars is a price per token in picodollars. */
function tokens(count: number, dollarsPerMillion: number): Picodollars {
  return wholeCount(count) * readDecimal(dollarsPerMillion, 6);
}

function searches(count: number, dollarsPerThousand: number): Picodollars {
  return wholeCount(count) * readDecimal(dollarsPerThousand, 9);
}

function wholeCount(count: number): bigint {
  return Number.isFinite(count) && count > 0 ? BigInt(Math.trunc(count)) : 0n;
}
