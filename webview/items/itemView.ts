import { html, nothing, type TemplateResult } from "lit";
import type { ViewItem } from "../../src/protocol/index.ts";
import { formatImages } from "../format.ts";
import type { Host } from "../host.ts";
import { errorIcon, imageIcon, infoIcon } from "../icons.ts";
import "../markdown/markdownElement.ts";
import { cardView } from "./card.ts";
import { foot, interrupted } from "./parts.ts";

/** What stands inside an item's article. A type without a form of its own is a card. */
export function itemView(item: ViewItem, host: Host): TemplateResult {
  switch (item.type) {
    case "user":
      return userView(item, host);
    case "assistant":
      return assistantView(item, host);
    case "thinking":
      return thinkingView(item, host);
    case "notice":
      return html`<div class="notice">${infoIcon}<div class="lines">${item.text}</div></div>
        ${foot(item, host)}`;
    case "failure":
      return failureView(item, host);
    default:
      return cardView(item, host);
  }
}

function userView(item: ViewItem, host: Host): TemplateResult {
  const images = item.imageCount ?? 0;
  return html`<div class="said">
    ${item.text === "" ? nothing : html`<div class="lines">${item.text}</div>`}
    ${images > 0 ? html`<p class="with-images">${imageIcon}${formatImages(images)}</p>` : nothing}
    ${interrupted(item)} ${foot(item, host)}
  </div>`;
}

function assistantView(item: ViewItem, host: Host): TemplateResult {
  return html`<silverpoint-markdown
      .text=${item.text}
      .running=${item.status === "running"}
    ></silverpoint-markdown>
    ${item.status === "running" && item.text === "" ? html`<span class="dots" aria-hidden="true"></span>` : nothing}
    ${interrupted(item)} ${foot(item, host)}`;
}

function thinkingView(item: ViewItem, host: Host): TemplateResult {
  const running = item.status === "running";
  return html`<details class="thinking" ?open=${running}>
      <summary>${running ? html`<span class="shimmer">Thinking…</span>` : "Thought"}</summary>
      <div class="lines">${item.text}</div>
    </details>
    ${interrupted(item)} ${foot(item, host)}`;
}

function failureView(item: ViewItem, host: Host): TemplateResult {
  return html`<div class="failure">
    ${errorIcon}
    <div>
      <div class="lines">${item.text}</div>
      ${item.summary ? html`<div class="lines what-to-do">${item.summary}</div>` : nothing} ${foot(item, host)}
    </div>
  </div>`;
}
