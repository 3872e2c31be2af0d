/** Parts that any item may carry: citations, folded detail, fields without a form of their own, an action. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { PanelAction, ViewItem } from "../../src/protocol/index.ts";
import { commandWords } from "../commandWords.ts";
import { button, link } from "../controls.ts";
import type { Host } from "../host.ts";
import { clockIcon } from "../icons.ts";
import { longText } from "../markdown/longText.ts";
import { safeUrl } from "../markdown/safeUrl.ts";

type Part = TemplateResult | typeof nothing;

export function actionButton(action: PanelAction | undefined, host: Host): Part {
  if (action === undefined) return nothing;
  const { command, label = commandWords(command) } = action;
  return button({ label, onPress: () => host.tell("runCommand", { command }) });
}

export function citations(item: ViewItem): Part {
  if (item.citations === undefined || item.citations.length === 0) return nothing;
  return html`<div class="citations">
    <span class="muted" aria-hidden="true">${l10n.t("Sources")}</span>
    <ul aria-label=${l10n.t("Sources")}>
      ${item.citations.map(({ title, url }) => html`<li>${citation(title, url)}</li>`)}
    </ul>
  </div>`;
}

/** A source as a link, when its address is one that may be opened. */
export function citation(title: string, address: string): TemplateResult {
  const url = safeUrl(address);
  return url === undefined ? html`${title || address}` : link(title || url, url);
}

export function interrupted(item: ViewItem): Part {
  return item.status === "interrupted"
    ? html`<p class="interrupted">${clockIcon}${l10n.t("Interrupted")}</p>`
    : nothing;
}

/** Everything of an item below its own text. */
export function foot(item: ViewItem, host: Host): TemplateResult {
  return html`${citations(item)}${folds(item)}${actionRow(item, host)}`;
}

/** Detail, and fields that have no form here, as they are kept: nothing in a package is hidden. */
export function folds(item: ViewItem): TemplateResult {
  return html`${item.detail ? folded(l10n.t("Details"), item.detail) : nothing} ${otherFields(item)}`;
}

export function otherFields(item: ViewItem): Part {
  return item.other ? folded(l10n.t("Other Fields"), item.other) : nothing;
}

/** A text in the editor's font that scrolls by itself when it is long. */
export function plainText(label: string, text: string): TemplateResult {
  return html`<pre class="plain" tabindex="0" role="group" aria-label=${label}>${longText(text)}</pre>`;
}

export function actionRow(item: ViewItem, host: Host): Part {
  return item.action === undefined ? nothing : html`<div class="actions">${actionButton(item.action, host)}</div>`;
}

function folded(title: string, text: string): TemplateResult {
  return html`<details class="folded">
    <summary>${title}</summary>
    ${plainText(title, text)}
  </details>`;
}
