import type { CatalogRow, Prices } from "./catalog.ts";

/** A model as its provider lists it itself; what it doesn't say is undefined. Tokens in `context` and `maxOutput`. */
export interface ListedModel {
  readonly id: string;
  /** The name for people. */
  readonly label: string;
  readonly context?: number;
  readonly maxOutput?: number;
  readonly takesImages?: boolean;
  readonly prices?: Prices;
}

/** The price of what runs on the person's own machine. */
export const freePrices: Prices = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearchPerThousand: 0,
};

/** Rows that take the bundled table's place (FMT-10): of the models that say what they cost and how much they hold. */
export function listedRows(provider: string, models: readonly ListedModel[]): readonly CatalogRow[] {
  return models.flatMap(({ id, label, context, maxOutput, prices }) =>
    context === undefined || prices === undefined
      ? []
      : [
          {
            provider,
            id,
            label,
            context,
            maxOutput: maxOutput ?? context,
            thinking: "manual" as const,
            prices,
            tiers: [],
            source: "the provider's own list",
            checked: "",
          },
        ],
  );
}

const mostOutputTokens = 32_000;
const outputShare = 4;
const safeOutputTokens = 8_000;

/**
 * The longest answer that a request asks for: the model's own limit, at most 32,000 tokens and, because servers refuse a
 * limit that can't fit, at most a quarter of its window. 8,000 where neither is known.
 */
export function answerLimit({ context, maxOutput }: Pick<ListedModel, "context" | "maxOutput">): number {
  const quarter = context === undefined ? undefined : Math.floor(context / outputShare);
  const known = [maxOutput, quarter].filter((limit) => limit !== undefined && limit > 0) as readonly number[];
  return Math.min(mostOutputTokens, ...(known.length === 0 ? [safeOutputTokens] : known));
}
