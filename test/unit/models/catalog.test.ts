import { describe, expect, it } from "vitest";
import { z } from "zod";
import catalogRows from "../../../src/models/catalog.json";
import { catalog, currentModels, findModel, findModelTraits } from "../../../src/models/catalog.ts";

const price = z.number().nonnegative();
const prices = z.strictObject({
  input: price,
  output: price,
  cacheRead: price,
  cacheWrite5m: price,
  cacheWrite1h: price,
  webSearchPerThousand: price,
});
const row = z.strictObject({
  provider: z.string().min(1),
  id: z.string().regex(/^[a-z0-9.-]+$/),
  label: z.string().min(1),
  context: z.int().positive(),
  maxOutput: z.int().positive(),
  effectiveFrom: z.iso.date().optional(),
  thinking: z.enum(["adaptive", "manual"]),
  prices,
  tiers: z.array(z.strictObject({ overInputTokens: z.int().positive(), prices })),
  source: z.string().min(1),
  checked: z.iso.date(),
});

const today = new Date("2026-11-30T12:00:00Z");

describe("the model catalogue", () => {
  it("has the documented shape", () => {
    expect(z.array(row).parse(catalogRows)).toHaveLength(catalog.length);
  });

  it("has one undated row a model, and the same traits in its dated ones", () => {
    for (const { id } of catalog) {
      const undated = catalog.filter((one) => one.id === id && one.effectiveFrom === undefined);
      expect(undated, id).toHaveLength(1);
    }
    for (const one of catalog) {
      const { label, context, maxOutput, thinking } = one;
      expect(findModelTraits(one.provider, one.id)).toMatchObject({ label, context, maxOutput, thinking });
    }
  });

  it("prices cache writes at 1.25 and 2 times the input", () => {
    for (const one of catalog) {
      for (const each of [one.prices, ...one.tiers.map((tier) => tier.prices)]) {
        expect([each.cacheWrite5m, each.cacheWrite1h], one.id).toEqual([each.input * 1.25, each.input * 2]);
      }
    }
  });

  it("knows the default model", () => {
    expect(findModel("anthropic", "claude-opus-5-5", today)).toMatchObject({
      label: "Claude Opus 5.5",
      context: 1_000_000,
      thinking: "adaptive",
      prices: { input: 4, output: 20, cacheRead: 0.2 },
    });
  });

  it("knows an id with a release date, and no family's name", () => {
    expect(findModel("anthropic", "claude-haiku-4-5-20251001", today)?.id).toBe("claude-haiku-4-5");
    for (const unknown of ["claude-opus", "claude-opus-5-5-fast", "claude-opus-5-55", "claude-opus-5-5-2025", ""]) {
      expect(findModel("anthropic", unknown, today), unknown).toBeUndefined();
    }
    expect(findModel("openai", "claude-opus-5-5", today)).toBeUndefined();
  });

  it("takes the row that counts on the day", () => {
    const cacheReadAt = (moment: string) =>
      findModel("anthropic", "claude-sonnet-5-5", new Date(moment))?.prices.cacheRead;
    expect(cacheReadAt("2026-10-06T23:59:59.999Z")).toBe(0.2);
    expect(cacheReadAt("2026-10-07T00:00:00.000Z")).toBe(0.1);
  });

  it("offers each model once", () => {
    const offered = currentModels("anthropic", today).map((one) => one.id);
    expect(offered).toEqual([...new Set(catalog.map((one) => one.id))]);
  });
});
