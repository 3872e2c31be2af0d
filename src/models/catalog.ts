import catalogRows from "./catalog.json";

/**
 * US dollars per million tokens; web searches per thousand. The two write prices are for the shorter and for the longer of
 * the times that a provider keeps a prompt: Anthropic's 5 minutes and hour, OpenAI's 30 minutes and 12 hours.
 */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearchPerThousand: number;
}

/** Prices for a whole request whose input total is above `overInputTokens`. */
export interface PriceTier {
  readonly overInputTokens: number;
  readonly prices: Prices;
}

/**
 * How a model takes a request to think. `adaptive` models decide for themselves and accept earlier answers without
 * their thinking, as all of OpenAI's do; `manual` ones want every earlier thinking block back (TRN-4).
 */
export type ThinkingMode = "adaptive" | "manual";

/** One row of the bundled table. Tokens in `context` (the whole window) and `maxOutput`. */
export interface CatalogRow {
  readonly provider: string;
  readonly id: string;
  /** The name for people. */
  readonly label: string;
  readonly context: number;
  readonly maxOutput: number;
  /** The day (UTC, `YYYY-MM-DD`) from which this row counts; a row without it counts from the start. */
  readonly effectiveFrom?: string;
  readonly thinking: ThinkingMode;
  readonly prices: Prices;
  readonly tiers: readonly PriceTier[];
  readonly source: string;
  readonly checked: string;
}

/** Every row, in the order in which models are offered to people. */
export const catalog: readonly CatalogRow[] = catalogRows.map((row) => ({
  ...row,
  thinking: row.thinking === "adaptive" ? "adaptive" : "manual",
}));

/**
 * The row that counts at a moment. A model is known by its exact id, or by that id with a release date
 * (`-20251101`, `-2026-03-05`); a family's name never stands for its members, because their prices differ.
 * The table can be given, so that a live one takes the bundled one's place.
 */
export function findModel(
  provider: string,
  model: string,
  at: Date,
  rows: readonly CatalogRow[] = catalog,
): CatalogRow | undefined {
  const day = at.toISOString().slice(0, 10);
  return newest(rowsOf(provider, model, rows).filter((row) => startOf(row) <= day));
}

/**
 * What of a model never depends on the date: its limits, its name and how it thinks. Requests are made from these
 * only, so that a reopened conversation sends the same bytes on another day (BYT-2).
 */
export function findModelTraits(
  provider: string,
  model: string,
): Pick<CatalogRow, "label" | "context" | "maxOutput" | "thinking"> | undefined {
  return newest(rowsOf(provider, model, catalog));
}

/**
 * How much the model holds that the next message runs on, in tokens: what its provider says of it, else what the table
 * knows; undefined where nobody says (PRV-1).
 */
export function contextLimit(next: {
  readonly provider: string;
  readonly model: string;
  readonly context?: number | undefined;
}): number | undefined {
  return next.context ?? findModelTraits(next.provider, next.model)?.context;
}

/** The rows of a provider's models that count at a moment, one a model, in the table's order. */
export function currentModels(provider: string, at: Date): readonly CatalogRow[] {
  const ids = new Set(catalog.filter((row) => row.provider === provider).map((row) => row.id));
  return [...ids].flatMap((id) => findModel(provider, id, at) ?? []);
}

function rowsOf(provider: string, model: string, rows: readonly CatalogRow[]): readonly CatalogRow[] {
  const exact = rows.filter((row) => row.provider === provider && row.id === model);
  if (exact.length > 0) return exact;
  const undated = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return rows.filter((row) => row.provider === provider && row.id === undated);
}

function newest(rows: readonly CatalogRow[]): CatalogRow | undefined {
  return rows.reduce<CatalogRow | undefined>(
    (best, row) => (best === undefined || startOf(row) >= startOf(best) ? row : best),
    undefined,
  );
}

function startOf(row: CatalogRow): string {
  return row.effectiveFrom ?? "";
}
