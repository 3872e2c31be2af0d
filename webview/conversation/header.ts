import { html, nothing, type TemplateResult } from "lit";
import type { PanelState } from "../../src/protocol/index.ts";
import { formatCost, formatCount, formatTokens, formatUsage } from "../format.ts";
import type { Host } from "../host.ts";
import "./moreMenu.ts";

/** From this share of the model's limit on, the meter warns. */
const nearlyFull = 0.8;

/** The line above the conversation: who answers and where, how full its context is, what it has cost. */
export function header(state: PanelState, host: Host): TemplateResult {
  const { label, server } = state.model;
  return html`<header class="bar">
    <div class="model" title=${server === undefined ? label : `${label} · ${server}`}>
      <span class="model-label">${label}</span>${
        server === undefined ? nothing : html`<span class="server"><span class="middot"> · </span>${server}</span>`
      }
    </div>
    <div class="meters">${keepingSign(state.keeping)}${contextMeter(state.context)}${costLabel(state)}</div>
    <silverpoint-menu
      .host=${host}
      .canStartNewConversation=${state.canStartNewConversation}
      .keeping=${state.keeping}
    ></silverpoint-menu>
  </header>`;
}

/** The sign that a conversation isn't being kept (SET-3). */
function keepingSign(keeping: PanelState["keeping"]): TemplateResult | typeof nothing {
  if (keeping === "kept") return nothing;
  const words =
    keeping === "off"
      ? "The conversation isn't kept in this document"
      : "Conversations aren't kept in a template or a design system";
  return html`<span class="not-kept" title=${words}>Not kept<span class="unseen">: ${words}</span></span>`;
}

function contextMeter(context: PanelState["context"]): TemplateResult | typeof nothing {
  if (context === undefined || context.limit <= 0) return nothing;
  const share = Math.min(context.used / context.limit, 1);
  const percent = Math.round(share * 100);
  const words = `${formatCount(context.used)} of ${formatCount(context.limit)} tokens of context used (${percent}%)`;
  return html`<div
    class="meter"
    role="meter"
    aria-label="Context"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${percent}
    aria-valuetext=${words}
    title=${words}
    data-full=${share >= nearlyFull ? "true" : nothing}
  >
    <span class="meter-track" aria-hidden="true"><span class="meter-fill" .style=${`width:${percent}%`}></span></span>
    <span class="meter-text" aria-hidden="true"
      >${formatTokens(context.used)} of ${formatTokens(context.limit)}<span class="meter-percent"> · ${percent}%</span></span
    >
  </div>`;
}

function costLabel(state: PanelState): TemplateResult | typeof nothing {
  const { usage, cost } = state;
  const isUnused = usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0 && cost.dollars === undefined;
  if (isUnused) return nothing;
  const words = formatUsage(usage);
  return html`<span class="cost" title=${words}>${formatCost(cost)}<span class="unseen">, ${words}</span></span>`;
}
