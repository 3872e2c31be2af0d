import type { PanelState } from "../src/protocol/index.ts";

/** Numbers and sums as the panel writes them. */
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return whole.format(count);
}

/** 940, 12.4k, 1.2M: short enough for the header. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 1_000_000) return `${trimZero((tokens / 1000).toFixed(tokens < 100_000 ? 1 : 0))}k`;
  return `${trimZero((tokens / 1_000_000).toFixed(1))}M`;
}

function formatDollars(dollars: number): string {
  if (dollars >= 1 || dollars === 0) return `$${dollars.toFixed(2)}`;
  if (dollars >= 0.0001) return `$${dollars.toFixed(4)}`;
  return "under $0.0001";
}

/** What the conversation has cost so far, in as many words as its certainty needs (FMT-10). */
export function formatCost(cost: PanelState["cost"]): string {
  switch (cost.kind) {
    case "reported":
      return cost.dollars === undefined ? "cost unknown" : `${formatDollars(cost.dollars)} reported`;
    case "estimated":
      if (cost.dollars === undefined) return "cost unknown";
      return cost.atLeast ? `at least ${formatDollars(cost.dollars)}` : `≈ ${formatDollars(cost.dollars)}`;
    case "unknown":
      return "cost unknown";
    case "notBilled":
      return "not billed";
  }
}

export function formatUsage(usage: PanelState["usage"]): string {
  const parts = [`${formatCount(usage.input)} tokens in`, `${formatCount(usage.output)} out`];
  if (usage.cacheRead > 0) parts.push(`${formatCount(usage.cacheRead)} read from cache`);
  if (usage.cacheWrite > 0) parts.push(`${formatCount(usage.cacheWrite)} written to cache`);
  return parts.join(", ");
}

export function formatImages(count: number): string {
  return count === 1 ? "1 image" : `${formatCount(count)} images`;
}

function trimZero(text: string): string {
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}
