import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import { layOutArguments } from "../cards/layOutArguments.ts";
import { visiblePlainText, visibleText } from "../cards/visibleText.ts";
import type { Host } from "../host.ts";
import { checkIcon, clockIcon, errorIcon, itemIcon, removeIcon, toolIcon } from "../icons.ts";
import { longText } from "../markdown/longText.ts";
import { copyButton } from "./itemActions.ts";
import { itemTone, type StatusTone, statusWord, typeLabel } from "./labels.ts";
import { nodeChips } from "./nodeChips.ts";
import { actionRow, citations, plainText } from "./parts.ts";
import { pictures } from "./pictures.ts";
import { splitDetail } from "./splitDetail.ts";
import { actOf, toolWords } from "./toolWords.ts";

/** A tool, or any item type that has no form of its own yet: what it did, where it stands, and all it holds. */
export function cardView(item: ViewItem, host: Host): TemplateResult {
  const below = html`${pictures(item.images, host)}
  ${item.text === "" ? nothing : html`<div class="lines">${longText(item.text)}</div>`} ${citations(item)} ${actionRow(item, host)}`;
  if (!item.detail && !item.other && item.touched === undefined)
    return html`<div class="card"><div class="card-head">${head(item)}</div>${below}</div>`;
  return html`<div class="card">
    <details>
      <summary class="card-head">${head(item)}</summary>
      ${insides(item, host)}
    </details>
    ${below}
  </div>`;
}

/** All that a tool was given and gave back. */
function insides(item: ViewItem, host: Host): TemplateResult {
  const { detail, other, name, touched } = item;
  const parts = detail === undefined ? undefined : splitDetail(detail);
  return html`<div class="insides">
    <div class="insides-head">
      ${name !== undefined && actOf(item) !== undefined ? html`<code>${visibleText(name)}</code>` : nothing}
      ${nodeChips(touched?.nodes ?? [], host)} ${copyButton(host)}
    </div>
    ${parts === undefined && detail ? plainText(l10n.t("Details"), detail) : nothing}
    ${parts === undefined ? nothing : part(l10n.t("Arguments"), layOutArguments(parts.given))}
    ${parts?.result === undefined ? nothing : part(l10n.t("Result"), parts.result)}
    ${other ? part(l10n.t("Other Fields"), other) : nothing}
  </div>`;
}

function part(label: string, text: string): TemplateResult {
  return html`<p class="part-name" aria-hidden="true">${label}</p>
    ${plainText(label, text)}`;
}

/** What a tool did stands in words; one that isn't ours goes by its name. */
function head(item: ViewItem): TemplateResult {
  const words = toolWords(item);
  if (words !== undefined) {
    const isRunning = itemTone(item) === "running";
    return html`${toolIcon}
      <span class="card-deed" title=${visiblePlainText(words)}
        >${isRunning ? html`<span class="shimmer">${visibleText(words)}</span>` : visibleText(words)}</span
      >${itemStanding(item)}`;
  }
  const isTool = item.type === "tool";
  return html`${isTool ? toolIcon : itemIcon}
  ${isTool ? nothing : html`<span class="card-type">${typeLabel(item.type)}</span>`}
  ${item.name === undefined ? nothing : html`<span class="card-name">${visibleText(item.name)}</span>`}
  <span class="card-summary">${visibleText(item.summary ?? "")}</span>${itemStanding(item)}`;
}

/** Where an item stands, in a word with its sign. */
export function itemStanding(item: ViewItem): TemplateResult | typeof nothing {
  const { status, statusText } = item;
  if (status === undefined && !statusText) return nothing;
  const tone = itemTone(item);
  if (tone === "declined" || tone === "waiting") {
    const said = tone === "declined" ? l10n.t("Declined") : l10n.t("Waiting");
    return html`<span class="standing" data-tone=${tone}>${toneIcon(tone)}<span>${said}</span></span>`;
  }
  const word = status === undefined ? "" : statusWord(status);
  const words = tone === "interrupted" && statusText ? `${word} · ${statusText}` : statusText || word;
  return html`<span class="standing" data-tone=${tone}>${toneIcon(tone)}<span title=${word}>${words}</span></span>`;
}

export function toneIcon(tone: StatusTone): TemplateResult | typeof nothing {
  switch (tone) {
    case "running":
      return html`<span class="dots" aria-hidden="true"></span>`;
    case "waiting":
    case "interrupted":
      return clockIcon;
    case "failed":
      return errorIcon;
    case "declined":
      return removeIcon;
    case "finished":
      return checkIcon;
    case "other":
      return nothing;
  }
}
