import * as l10n from "@vscode/l10n";
import type { PanelState } from "../src/protocol/index.ts";

/** Numbers and sums as the panel writes them. */
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const scientific = new Intl.NumberFormat("en-US", { notation: "scientific", maximumFractionDigits: 1 });

/** A file can hold any number; one that nothing real comes to would fill the line with its digits. */
const mostWritten = 1e12;

export function formatCount(count: number): string {
  return count < mostWritten ? whole.format(count) : scientific.format(count);
}

/** 940, 12.4k, 1.2M: short enough for the header. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 1_000_000) return `${trimZero((tokens / 1000).toFixed(tokens < 100_000 ? 1 : 0))}k`;
  if (tokens < mostWritten) return `${trimZero((tokens / 1_000_000).toFixed(1))}M`;
  return scientific.format(tokens);
}

function formatDollars(dollars: number): string {
  if (dollars >= mostWritten) return `$${scientific.format(dollars)}`;
  if (dollars >= 0.1 || dollars === 0) return `$${dollars.toFixed(2)}`;
  if (dollars >= 0.0001) return `$${dollars.toFixed(4)}`;
  return l10n.t("under {0}", "$0.0001");
}

/** What the conversation has cost so far, with how sure that is (FMT-10). */
export function formatCost({ kind, dollars, atLeast }: PanelState["cost"]): string {
  if (kind === "notBilled") return l10n.t("not billed");
  if (kind === "unknown" || dollars === undefined) return l10n.t("cost unknown");
  const sum = formatDollars(dollars);
  if (kind === "reported") return l10n.t("{0} reported", sum);
  return atLeast ? l10n.t("at least {0} estimated", sum) : l10n.t("{0} estimated", sum);
}

/** The same as a sentence. */
export function describeCost({ kind, dollars, atLeast }: PanelState["cost"]): string {
  if (kind === "notBilled") return l10n.t("Not billed: your plan covers it");
  if (kind === "unknown" || dollars === undefined) return l10n.t("What it has cost so far isn't known");
  const sum = formatDollars(dollars);
  if (kind === "reported") return l10n.t("{0} so far, as the provider reported it", sum);
  return atLeast
    ? l10n.t("At least {0} so far, estimated by list prices; a part of it isn't known", sum)
    : l10n.t("{0} so far, estimated by list prices", sum);
}

/** What went in is all that was read, as a turn's own line counts it; what of it the cache had is said with it. */
export function formatUsage({ input, output, cacheRead, cacheWrite }: PanelState["usage"]): string {
  const cached = [
    ...(cacheRead > 0 ? [l10n.t("{0} read from cache", formatCount(cacheRead))] : []),
    ...(cacheWrite > 0 ? [l10n.t("{0} written to cache", formatCount(cacheWrite))] : []),
  ];
  const all = formatCount(input + cacheRead + cacheWrite);
  const read =
    cached.length === 0 ? l10n.t("{0} tokens in", all) : l10n.t("{0} tokens in ({1})", all, joinWords(cached));
  return joinWords([read, l10n.t("{0} out", formatCount(output))]);
}

/** A list in one line. */
export function joinWords(parts: readonly string[]): string {
  return parts.join(l10n.t({ message: ", ", comment: ["Stands between the parts of a list."] }));
}

export function formatImages(count: number): string {
  return count === 1 ? l10n.t("1 image") : l10n.t("{0} images", formatCount(count));
}

function trimZero(text: string): string {
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}
