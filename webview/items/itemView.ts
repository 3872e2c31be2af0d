import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import "../cards/cardElement.ts";
import { reportedIssueView } from "../cards/reportedIssue.ts";
import { webSearchView } from "../cards/webSearch.ts";
import { formatImages } from "../format.ts";
import type { Host } from "../host.ts";
import { errorIcon, imageIcon, infoIcon } from "../icons.ts";
import { longText } from "../markdown/longText.ts";
import "../markdown/markdownElement.ts";
import { cardView } from "./card.ts";
import { copyButton, itemActions } from "./itemActions.ts";
import { foot, interrupted } from "./parts.ts";
import { pictures } from "./pictures.ts";
import { rewriteNotice } from "./rewriteNotice.ts";

/** What stands inside an item's article. A type without a form of its own is a card. */
export function itemView(item: ViewItem, host: Host): TemplateResult {
  if (item.card !== undefined) return html`<silverpoint-card .item=${item} .host=${host}></silverpoint-card>`;
  switch (item.type) {
    case "user":
      return userView(item, host);
    case "assistant":
      return assistantView(item, host);
    case "thinking":
      return thinkingView(item, host);
    case "notice":
      if (item.rewrite !== undefined) return rewriteNotice(item, item.rewrite, host);
      return html`<div class="notice">${infoIcon}<div class="lines">${textOf(item)}</div></div>
        ${foot(item, host)}${item.offers === undefined ? nothing : itemActions(item, host)}`;
    case "failure":
      return failureView(item, host);
    case "reportedIssue":
      return reportedIssueView(item, host);
    case "webSearch":
      return webSearchView(item, host);
    default:
      return cardView(item, host);
  }
}

function userView(item: ViewItem, host: Host): TemplateResult {
  const images = item.imageCount ?? 0;
  const isNamed = (item.images?.length ?? 0) > 0;
  return html`<div class="said">
      ${pictures(item.images, host)}
      ${item.text === "" ? nothing : html`<div class="lines">${longText(item.text)}</div>`}
      ${images > 0 && !isNamed ? html`<p class="with-images">${imageIcon}${formatImages(images)}</p>` : nothing}
      ${interrupted(item)} ${foot(item, host)}
    </div>
    ${itemActions(item, host)}`;
}

function assistantView(item: ViewItem, host: Host): TemplateResult {
  return html`<silverpoint-markdown
      .text=${item.text}
      .running=${item.status === "running"}
    ></silverpoint-markdown>
    ${item.status === "running" && item.text === "" ? html`<span class="dots" aria-hidden="true"></span>` : nothing}
    ${interrupted(item)} ${foot(item, host)} ${itemActions(item, host)}`;
}

function thinkingView(item: ViewItem, host: Host): TemplateResult {
  const running = item.status === "running";
  return html`<details class="thinking" ?open=${running}>
      <summary>${running ? html`<span class="shimmer">${l10n.t("Thinking…")}</span>` : l10n.t("Thought")}</summary>
      <div class="lines">${longText(item.text)}</div>
      ${running ? nothing : copyButton(host)}
    </details>
    ${interrupted(item)} ${foot(item, host)}`;
}

function failureView(item: ViewItem, host: Host): TemplateResult {
  return html`<div class="failure">
      ${errorIcon}
      <div>
        <div class="lines">${textOf(item)}</div>
        ${item.summary ? html`<div class="lines what-to-do">${item.summary}</div>` : nothing} ${foot(item, host)}
      </div>
    </div>
    ${itemActions(item, host)}`;
}

/** A file can hold one without a text; a box with nothing in it would look broken (FMT-5). */
function textOf({ text }: ViewItem): unknown {
  return text === "" ? l10n.t("No details.") : longText(text);
}
