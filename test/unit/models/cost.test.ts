import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zeroUsage } from "../../../src/archive/defaults.ts";
import type { Cost, Usage } from "../../../src/archive/types.ts";
import { addCosts, costOf } from "../../../src/models/cost.ts";

const at = new Date("2026-11-30T12:00:00Z");
const opus = (usage: Partial<Usage>) => costOf("anthropic", "claude-opus-5-5", { ...zeroUsage, ...usage }, at);

describe("costOf", () => {
  it("FMT-10: prices each kind of token and searches exactly", () => {
    expect(opus({ input: 1 })).toEqual({ kind: "estimated", dollars: 0.000004 });
    expect(opus({ input: 1500, output: 40, cacheRead: 3, cacheWrite: 7 })).toEqual({
      kind: "estimated",
      dollars: 0.0068356,
    });
    expect(opus({ webSearchRequests: 3 })).toEqual({ kind: "estimated", dollars: 0.03 });
  });

  it("FMT-10: prices the one-hour share of the cache writes at its own rate", () => {
    expect(opus({ cacheWrite: 1000, cacheWrite1h: 400 })).toEqual({ kind: "estimated", dollars: 0.0062 });
    expect(opus({ cacheWrite: 100, cacheWrite1h: 400 })).toEqual({ kind: "estimated", dollars: 0.0008 });
    expect(opus({ cacheWrite: 100, cacheWrite1h: -400 })).toEqual({ kind: "estimated", dollars: 0.0005 });
  });

  it("FMT-10: a tier's prices count for the whole request, once its input total is above the limit", () => {
    const haiku = (usage: Partial<Usage>) => costOf("anthropic", "claude-haiku-5-5", { ...zeroUsage, ...usage }, at);
    expect(haiku({ input: 50_000, cacheRead: 50_000, output: 10 }).dollars).toBe(0.005505);
    expect(haiku({ input: 50_001, cacheRead: 50_000, output: 10 }).dollars).toBe(0.0275255);
  });

  it("FMT-10: OpenAI's prices, by hand: writes of both kinds, searches, and a long request", () => {
    const sol = (usage: Partial<Usage>) => costOf("openai", "gpt-6.2-sol", { ...zeroUsage, ...usage }, at).dollars;
    // 1000 × $2 + 50 × $10 + 600 × $0.10 + 100 × $2.50 + 200 × $5, per million, and 2 searches at $0.01
    const usage = { input: 1000, output: 50, cacheRead: 600, cacheWrite: 300, cacheWrite1h: 200, webSearchRequests: 2 };
    expect(sol(usage)).toBe(0.02381);
    // 272,001 tokens: 1 × $4 + 272,000 × $0.20 + 3 × $15
    expect(sol({ input: 1, cacheRead: 272_000, output: 3 })).toBe(0.054449);
    expect(sol({ cacheRead: 272_000, output: 3 })).toBe(0.02723);
    // An older model doesn't bill a write apart: 10 × $0.05
    expect(costOf("openai", "gpt-5-nano", { ...zeroUsage, cacheWrite: 10 }, at).dollars).toBe(0.0000005);
  });

  it("FMT-10: the price is that of the request's day", () => {
    const readAt = (day: string) =>
      costOf("anthropic", "claude-sonnet-5-5", { ...zeroUsage, cacheRead: 1_000_000 }, new Date(day)).dollars;
    expect([readAt("2026-10-06"), readAt("2026-10-07")]).toEqual([0.2, 0.1]);
  });

  it("FMT-10: the provider's own figure wins, also for a model that has no price", () => {
    expect(opus({ input: 1_000_000, reportedCost: 0.0125 })).toEqual({ kind: "reported", dollars: 0.0125 });
    const cli = costOf("claudeCode", "", { ...zeroUsage, reportedCost: 0.0125 }, at);
    expect(cli).toEqual({ kind: "estimated", dollars: 0.0125 });
    expect(costOf("openrouter", "x/y", { ...zeroUsage, reportedCost: 0 }, at)).toEqual({
      kind: "reported",
      dollars: 0,
    });
  });

  it("FMT-10: an unknown model's cost is unknown, a plan's isn't billed", () => {
    expect(costOf("anthropic", "claude-new-9", { ...zeroUsage, input: 5 }, at)).toEqual({ kind: "unknown" });
    expect(costOf("claudeCode", "claude-opus-5-5", { ...zeroUsage, input: 5 }, at)).toEqual({ kind: "notBilled" });
  });

  it("FMT-10: is never negative, whatever the figures", () => {
    const figure = fc.oneof(fc.integer(), fc.double());
    const usage = fc.record({
      input: figure,
      output: figure,
      cacheRead: figure,
      cacheWrite: figure,
      webSearchRequests: figure,
      cacheWrite1h: figure,
    });
    fc.assert(
      fc.property(usage, (one) => {
        expect(opus(one).dollars).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

const reported = (dollars: number): Cost => ({ kind: "reported", dollars });
const estimated = (dollars: number): Cost => ({ kind: "estimated", dollars });
const unknown: Cost = { kind: "unknown" };
const notBilled: Cost = { kind: "notBilled" };

describe("addCosts", () => {
  it("FMT-10: the first cost is the cost", () => {
    for (const part of [reported(1), estimated(2), unknown, notBilled]) {
      expect(addCosts(undefined, part)).toEqual(part);
    }
  });

  const atLeast = (dollars: number): Cost => ({ kind: "estimated", dollars, atLeast: true });
  const table: readonly [Cost, Cost, Cost][] = [
    [reported(1), reported(2), reported(3)],
    [reported(1), estimated(2), estimated(3)],
    [estimated(1), estimated(2), estimated(3)],
    [reported(1), unknown, atLeast(1)],
    [estimated(1), unknown, atLeast(1)],
    [atLeast(1), reported(2), atLeast(3)],
    [reported(1), notBilled, estimated(1)],
    [estimated(1), notBilled, estimated(1)],
    [unknown, unknown, unknown],
    [unknown, notBilled, unknown],
    [notBilled, notBilled, notBilled],
  ];
  it.each(table)("FMT-10: %j and %j make %j, either way round", (one, other, sum) => {
    expect(addCosts(one, other)).toEqual(sum);
    expect(addCosts(other, one)).toEqual(sum);
  });

  it("FMT-10: sums are exact decimals", () => {
    const tenth = estimated(0.1);
    expect([...Array(29)].reduce((sum: Cost) => addCosts(sum, tenth), tenth).dollars).toBe(3);
    expect(addCosts(estimated(0.0213), estimated(1e-12)).dollars).toBe(0.021300000001);
    expect(addCosts(estimated(1e21), estimated(0)).dollars).toBe(1e21);
  });

  it("FMT-10: the order of adding makes no difference", () => {
    const dollars = fc.integer({ min: 0, max: 10 ** 14 }).map((picodollars) => picodollars / 10 ** 12);
    const cost = fc.oneof(dollars.map(reported), dollars.map(estimated), fc.constantFrom(unknown, notBilled));
    fc.assert(
      fc.property(cost, cost, cost, (one, two, three) => {
        const sum = addCosts(addCosts(one, two), three);
        expect(addCosts(one, addCosts(two, three))).toEqual(sum);
        expect(sum.dollars ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("FMT-10: “at least” without any dollars yet stays, so that a reopened sum is the same", () => {
    const unknown = { kind: "unknown", atLeast: true } as const;
    expect(addCosts(addCosts(unknown, unknown), estimated(1))).toEqual({ ...estimated(1), atLeast: true });
    expect(addCosts(unknown, unknown)).toEqual(unknown);
  });

  it("FMT-5: keys that this version doesn't know stay", () => {
    expect(addCosts({ ...estimated(1), currency: "USD" }, estimated(2))).toEqual({ ...estimated(3), currency: "USD" });
  });
});
