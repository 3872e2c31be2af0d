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

  it("prices cache writes at 1.25 and 2 (OpenAI's 12 hours: 2.5) times the input; older models of OpenAI's as input", () => {
    const unbilled = /^gpt-5(\.[1245])?(-|$)/;
    for (const one of catalog) {
      const factors = unbilled.test(one.id) ? [1, 1] : [1.25, one.provider === "openai" ? 2.5 : 2];
      for (const { input, cacheWrite5m, cacheWrite1h } of [one.prices, ...one.tiers.map((tier) => tier.prices)]) {
        expect([cacheWrite5m, cacheWrite1h], one.id).toEqual(factors.map((factor) => input * factor));
      }
    }
  });

  it("FMT-10: OpenAI's long requests cost twice the input and one and a half times the output", () => {
    for (const { id, prices: base, tiers } of catalog.filter((one) => one.provider === "openai")) {
      for (const tier of tiers) {
        expect([tier.overInputTokens, tier.prices.input, tier.prices.cacheRead, tier.prices.output], id).toEqual([
          272_000,
          base.input * 2,
          base.cacheRead * 2,
          (base.output * 15) / 10,
        ]);
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
    expect(findModel("openai", "gpt-5.4-mini-2026-03-17", today)?.id).toBe("gpt-5.4-mini");
    for (const unknown of ["gpt-6.2", "gpt-6", "gpt-6.2-sol-fast", "gpt-5.4-2026-03", "gpt-5.3"]) {
      expect(findModel("openai", unknown, today), unknown).toBeUndefined();
    }
  });

  it("takes the row that counts on the day", () => {
    const cacheReadAt = (moment: string) =>
      findModel("anthropic", "claude-sonnet-5-5", new Date(moment))?.prices.cacheRead;
    expect(cacheReadAt("2026-10-06T23:59:59.999Z")).toBe(0.2);
    expect(cacheReadAt("2026-10-07T00:00:00.000Z")).toBe(0.1);
  });

  it("offers each model once", () => {
    for (const provider of ["anthropic", "openai"]) {
      const ids = catalog.filter((one) => one.provider === provider).map((one) => one.id);
      expect(currentModels(provider, today).map((one) => one.id)).toEqual([...new Set(ids)]);
    }
  });
});
