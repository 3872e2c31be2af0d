/** The notice of a compaction or a reclaiming: what it did, what that cost, what was put in the place of what, and Undo. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Rewrite, ViewItem } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import { formatCost, formatTokens } from "../format.ts";
import type { Host } from "../host.ts";
import { compactIcon } from "../icons.ts";
import { longText } from "../markdown/longText.ts";
import "../markdown/markdownElement.ts";
import { statusWord } from "./labels.ts";
import { otherFields } from "./parts.ts";

export function rewriteNotice(item: ViewItem, rewrite: Rewrite, host: Host): TemplateResult {
  const isUndone = item.status === "undone";
  return html`<div class="rewrite" data-undone=${isUndone ? "true" : nothing}>
    ${compactIcon}
    <div class="rewrite-text">
      <p class="lines">${longText(item.text)}</p>
      <p class="rewrite-facts">
        ${item.status === undefined ? nothing : html`<span class="rewrite-status">${statusWord(item.status)}</span>`}
        <span>${figures(rewrite)}</span>
        ${item.spent === undefined ? nothing : html`<span>${formatCost(item.spent.cost)}</span>`}
      </p>
      ${item.detail ? summary(item.detail) : nothing} ${otherFields(item)}
    </div>
    ${item.offers?.includes("undoRewrite") ? undoButton(item, host) : nothing}
  </div>`;
}

function figures({ before, after }: Rewrite): string {
  return l10n.t("{0} → {1} tokens", formatTokens(before), formatTokens(after));
}

/** What the model knows of the older turns now, to be read and checked. */
function summary(text: string): TemplateResult {
  return html`<details class="folded">
    <summary>${l10n.t("Summary")}</summary>
    <div class="rewrite-summary" tabindex="0" role="group" aria-label=${l10n.t("Summary")}>
      <silverpoint-markdown .text=${text} .running=${false}></silverpoint-markdown>
    </div>
  </details>`;
}

function undoButton({ id, rewrite }: ViewItem, host: Host): TemplateResult {
  const name = rewrite?.kind === "reclaimed" ? l10n.t("Undo Reclaiming") : l10n.t("Undo Compacting");
  return button({ label: l10n.t("Undo"), name, onPress: () => host.tell("undoRewrite", { id }) });
}
