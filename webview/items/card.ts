import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { checkIcon, clockIcon, errorIcon, itemIcon, toolIcon } from "../icons.ts";
import { type StatusTone, statusTone, statusWord, typeLabel } from "./labels.ts";
import { actionRow, citations, plainText } from "./parts.ts";

/** A tool, or any item type that has no form of its own yet: what it is, where it stands, and all it holds. */
export function cardView(item: ViewItem, host: Host): TemplateResult {
  const below = html`${item.text === "" ? nothing : html`<div class="lines">${item.text}</div>`} ${citations(item)}
  ${actionRow(item, host)}`;
  if (!item.detail && !item.other)
    return html`<div class="card"><div class="card-head">${head(item)}</div>${below}</div>`;
  return html`<div class="card">
    <details>
      <summary class="card-head">${head(item)}</summary>
      ${item.detail ? plainText("Details", item.detail) : nothing}
      ${item.other ? html`<p class="muted">Other Fields</p>${plainText("Other Fields", item.other)}` : nothing}
    </details>
    ${below}
  </div>`;
}

function head(item: ViewItem): TemplateResult {
  const isTool = item.type === "tool";
  return html`${isTool ? toolIcon : itemIcon}
  ${isTool ? nothing : html`<span class="card-type">${typeLabel(item.type)}</span>`}
  ${item.name === undefined ? nothing : html`<span class="card-name">${item.name}</span>`}
  <span class="card-summary">${item.summary}</span>${standing(item)}`;
}

function standing(item: ViewItem): TemplateResult | typeof nothing {
  const { status, statusText } = item;
  if (status === undefined && !statusText) return nothing;
  const tone = statusTone(status);
  const word = status === undefined ? "" : statusWord(status);
  const words = tone === "interrupted" && statusText ? `${word} · ${statusText}` : statusText || word;
  return html`<span class="standing" data-tone=${tone}>${toneIcon(tone)}<span title=${word}>${words}</span></span>`;
}

function toneIcon(tone: StatusTone): TemplateResult | typeof nothing {
  switch (tone) {
    case "running":
      return html`<span class="dots" aria-hidden="true"></span>`;
    case "interrupted":
      return clockIcon;
    case "failed":
      return errorIcon;
    case "finished":
      return checkIcon;
    case "other":
      return nothing;
  }
}
