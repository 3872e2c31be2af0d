import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { searchIcon } from "../icons.ts";
import { itemStanding } from "../items/card.ts";
import { actionRow, citation, folds } from "../items/parts.ts";
import { cardHead } from "./parts.ts";
import { visibleText } from "./visibleText.ts";

/** So many sources stand below a search; further ones unfold. */
const mostShown = 4;

/** A search of the web: what for, where it stands, and what it found. */
export function webSearchView(item: ViewItem, host: Host): TemplateResult {
  const { citations = [], text, status } = item;
  const title = status === "running" ? l10n.t("Searching the Web") : l10n.t("Web Search");
  const more = citations.slice(mostShown);
  return html`<div class="card search">
    <div class="card-head">
      ${cardHead(searchIcon, title, item.name)}
      <span class="card-summary" title=${text}>${text === "" ? (item.summary ?? nothing) : html`“${visibleText(text)}”`}</span>
      ${itemStanding(item)}
    </div>
    ${citations.length === 0 ? nothing : sources(citations.slice(0, mostShown))}
    ${
      more.length === 0
        ? nothing
        : html`<details class="more-sources">
            <summary>${more.length === 1 ? l10n.t("1 more source") : l10n.t("{0} more sources", more.length)}</summary>
            ${sources(more)}
          </details>`
    }
    ${folds(item)}${actionRow(item, host)}
  </div>`;
}

function sources(found: NonNullable<ViewItem["citations"]>): TemplateResult {
  return html`<ul class="sources" aria-label=${l10n.t("Sources")}>
    ${found.map(({ title, url }) => html`<li>${citation(title, url)} <span class="source-host">${hostOf(url)}</span></li>`)}
  </ul>`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? "";
}
