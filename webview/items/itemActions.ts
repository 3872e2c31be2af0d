/** The quiet row below an item: what can be done with it, when it was, what its turn used. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import "../cards/rating.ts";
import { iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { copyIcon, editIcon, retryIcon } from "../icons.ts";
import { momentWords, spentWords } from "./moment.ts";

type Part = TemplateResult | typeof nothing;

/** It shows when the item is pointed at or has the focus; that of the last turn shows its buttons all the time. */
export function itemActions(item: ViewItem, host: Host): Part {
  if (item.status === "running") return nothing;
  const { rating, offers = [] } = item;
  const isNewest = rating?.isNewest === true || offers.includes("retry");
  return html`<div class="item-actions" data-newest=${isNewest ? "true" : nothing}>
    ${rating === undefined ? nothing : html`<silverpoint-rating .itemId=${item.id} .rating=${rating} .host=${host}></silverpoint-rating>`}
    ${item.text === "" && item.name === undefined ? nothing : copyButton(host)}
    ${offers.includes("retry") ? quietButton(l10n.t("Retry"), retryIcon, () => host.tell("retryTurn", {})) : nothing}
    ${offers.includes("revise") ? quietButton(l10n.t("Edit Message"), editIcon, () => host.tell("reviseMessage", {})) : nothing}
    ${facts(item)}
  </div>`;
}

/** Copies the item that it stands in. */
export function copyButton(host: Host): TemplateResult {
  return quietButton(l10n.t("Copy as Markdown"), copyIcon, (event) => {
    const index = placeOf(event.currentTarget);
    if (index !== undefined) host.tell("copyItem", { index });
  });
}

function quietButton(label: string, icon: TemplateResult, onPress: (event: Event) => void): TemplateResult {
  return html`<span class="quiet">${iconButton({ label, icon, onPress })}</span>`;
}

function facts({ time, spent }: ViewItem): Part {
  const moment = time === undefined ? undefined : momentWords(time);
  if (moment === undefined && spent === undefined) return nothing;
  const words = spent === undefined ? "" : spentWords(spent);
  return html`<span class="quiet item-facts" title=${[moment?.whole, words].filter(Boolean).join("\n")}
    >${moment === undefined ? nothing : html`<time datetime=${time ?? nothing} >${moment.short}</time>`}${
      words === "" ? nothing : html`<span>${words}</span>`
    }</span
  >`;
}

/** The item's place in the conversation, as what it stands in says. Ids can repeat (FMT-12), places can't. */
function placeOf(target: EventTarget | null): number | undefined {
  const article = target instanceof Element ? target.closest("article") : null;
  const place = Number(article?.ariaPosInSet) - 1;
  return Number.isInteger(place) && place >= 0 ? place : undefined;
}
