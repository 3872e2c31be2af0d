import { findProvider } from "@pydantic/genai-prices";
import { describe, expect, it } from "vitest";
import { type CatalogRow, catalog, findModel, type Prices } from "../../../src/models/catalog.ts";

type TheirModel = NonNullable<ReturnType<typeof findProvider>>["models"][number];
type TheirPrices = Exclude<TheirModel["prices"], readonly unknown[]>;

const today = "2026-11-30";

/** Our names for prices, and theirs. */
const kinds: readonly (readonly [keyof Prices, string])[] = [
  ["input", "input_mtok"],
  ["output", "output_mtok"],
  ["cacheRead", "cache_read_mtok"],
  ["cacheWrite5m", "cache_write_mtok"],
  ["cacheWrite1h", "cache_write_1h_mtok"],
  ["webSearchPerThousand", "web_searches_kcount"],
];

/** What differs and may, with the reason. */
const allowed: readonly string[] = [
  // Theirs is rounded: the window is the same as that of the models beside it.
  "gpt-5.5: context 1050000, theirs 1000000",
];

/** Requests of such sizes are on both sides of every tier; nobody agrees on the token at the border itself. */
const sizes = [50_000, 150_000, 250_000, 300_000];

describe("the catalogue beside @pydantic/genai-prices", () => {
  const overlapping = catalog.flatMap((row) => {
    const theirs = findProvider({ providerId: row.provider })?.models.find((model) => model.id === row.id);
    const isCurrent = findModel(row.provider, row.id, new Date(today)) === row;
    return theirs !== undefined && isCurrent ? [{ row, theirs }] : [];
  });

  it("has models of both providers that both know", () => {
    const shared = (provider: string) => overlapping.filter(({ row }) => row.provider === provider).length;
    expect([shared("anthropic"), shared("openai")]).toEqual([12, 15]);
  });

  it("FMT-10: agrees on every price and context, but for the differences that are listed", () => {
    expect(overlapping.flatMap(({ row, theirs }) => differences(row, theirs))).toEqual(allowed);
  });
});

function differences(row: CatalogRow, theirs: TheirModel): readonly string[] {
  const prices = pricesToday(theirs);
  const context = theirs.context_window;
  return [
    ...(context === undefined || context === row.context
      ? []
      : [`${row.id}: context ${row.context}, theirs ${context}`]),
    ...sizes.flatMap((size) =>
      kinds.flatMap(([ourName, theirName]) => {
        const our = pricesFor(row, size)[ourName];
        const their = priceAt(prices[theirName], size);
        return their === undefined || their === our
          ? []
          : [`${row.id}: ${ourName} ${our} at ${size} tokens, theirs ${their}`];
      }),
    ),
  ];
}

/** The newest of their dated prices that counts. */
function pricesToday({ prices }: TheirModel): TheirPrices {
  if (!Array.isArray(prices)) return prices;
  const counting = prices.filter(
    ({ constraint }) => constraint?.type !== "start_date" || constraint.start_date <= today,
  );
  return counting.at(-1)?.prices ?? {};
}

function priceAt(price: TheirPrices[string], size: number): number | undefined {
  if (typeof price !== "object") return price;
  return price.tiers.reduce((now, tier) => (size > tier.start ? tier.price : now), price.base);
}

function pricesFor(row: CatalogRow, size: number): Prices {
  return row.tiers.findLast((tier) => size > tier.overInputTokens)?.prices ?? row.prices;
}
