import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { PanelState } from "../../src/protocol/index.ts";
import { isWaitingCard } from "../cards/isWaitingCard.ts";
import { clockIcon } from "../icons.ts";

type Retry = NonNullable<PanelState["retry"]>;

interface Work {
  readonly items: PanelState["items"];
  readonly turn: PanelState["turn"];
  /** The running turn waits to try again. */
  readonly retry: Retry | undefined;
  /** What runs is a compaction. */
  readonly isCompacting: boolean;
}

/** Between the message and the first sign of an answer, something has to say that work goes on, or what it waits for. */
export function workLine({ items, turn, retry, isCompacting }: Work): TemplateResult | typeof nothing {
  if (turn !== "running") return nothing;
  if (retry !== undefined) return retryLine(retry);
  const isSeen = items.some((item) => item.status === "running" || isWaitingCard(item));
  if (isSeen && !isCompacting) return nothing;
  const words = isCompacting ? l10n.t("Summarizing…") : l10n.t("Working…");
  return html`<p class="waiting"><span class="dots"></span>${words}</p>`;
}

/** That the turn waits to try its request again, until when, and why (TRN-8). The host counts the seconds. */
function retryLine(retry: Retry): TemplateResult {
  const { attempt, tries, seconds, reason } = retry;
  return html`<div class="waiting retry">
    ${clockIcon}
    <p class="lines"><span class="retry-count">${l10n.t("Try {0} of {1} in {2} s:", attempt, tries, seconds)}</span> ${reason}</p>
  </div>`;
}
