import * as l10n from "@vscode/l10n";
import type { Spent } from "../../src/protocol/index.ts";
import { formatCost, formatCount, joinWords } from "../format.ts";

/** A moment as the person writes times: today without the day. `whole` has the day in any case. Undefined for what is none. */
export function momentWords(
  iso: string,
  now: Date = new Date(),
  locale = document.documentElement.lang || undefined,
): { readonly short: string; readonly whole: string } | undefined {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return undefined;
  const isToday = moment.toDateString() === now.toDateString();
  const write = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(moment);
  return {
    short: write(isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }),
    whole: write({ dateStyle: "full", timeStyle: "medium" }),
  };
}

/** What a turn used: the tokens that it read, from the cache too, those that it wrote, and what that cost (FMT-10). */
export function spentWords({ input, output, cacheRead, cacheWrite, cost }: Spent): string {
  const tokensIn = input + cacheRead + cacheWrite;
  const parts = [
    ...(tokensIn > 0 ? [l10n.t("{0} tokens in", formatCount(tokensIn))] : []),
    ...(output > 0 ? [l10n.t("{0} out", formatCount(output))] : []),
    formatCost(cost),
  ];
  return l10n.t("This turn: {0}", joinWords(parts));
}
