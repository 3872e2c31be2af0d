import { html, nothing, type TemplateResult } from "lit";
import type { PanelState } from "../../src/protocol/index.ts";
import { formatCost, formatCount, formatTokens, formatUsage } from "../format.ts";
import type { Host } from "../host.ts";
import "./moreMenu.ts";

type Context = NonNullable<PanelState["context"]>;

/** From this share of the model's limit on, the meter warns. */
const nearlyFull = 0.8;

/** Stands between the name and the address of a server that has both. */
const separator = " · ";

/**
 * The line above the conversation: who answers and where, how full its context is, what it has cost. Where it is too
 * narrow for all of it, the rest is in the tooltip and above the menu's entries.
 */
export function header(state: PanelState, host: Host): TemplateResult {
  const { label, server } = state.model;
  const context = state.context !== undefined && state.context.limit > 0 ? state.context : undefined;
  const facts = [...(context ? [contextWords(context)] : []), ...(isUnused(state) ? [] : [costWords(state)])];
  const names = server === undefined ? label : `${label}${separator}${server}`;
  return html`<header class="bar">
    <div class="model" title=${[names, ...facts].join("\n")}>
      <span class="model-label">${label}</span>${server === undefined ? nothing : serverNames(server)}
    </div>
    <div class="meters">${keepingSign(state.keeping)}${context ? contextMeter(context) : nothing}${isUnused(state) ? nothing : costLabel(state)}</div>
    <silverpoint-menu
      .host=${host}
      .canStartNewConversation=${state.canStartNewConversation}
      .keeping=${state.keeping}
      .facts=${facts}
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

/** The server's name has its place longer than its address. */
function serverNames(server: string): TemplateResult {
  const end = server.lastIndexOf(separator);
  const name = end < 0 ? nothing : html`<span class="server">${separator}${server.slice(0, end)}</span>`;
  const address = end < 0 ? server : server.slice(end + separator.length);
  return html`${name}<span class="server server-address">${separator}${address}</span>`;
}

function shareOf({ used, limit }: Context): number {
  return Math.min(used / limit, 1);
}

function contextWords(context: Context): string {
  const { used, limit } = context;
  const percent = Math.round(shareOf(context) * 100);
  return `${formatCount(used)} of ${formatCount(limit)} tokens of context used (${percent}%)`;
}

function contextMeter(context: Context): TemplateResult {
  const share = shareOf(context);
  const percent = Math.round(share * 100);
  const words = contextWords(context);
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

function isUnused({ usage, cost }: PanelState): boolean {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0 && cost.dollars === undefined;
}

function costWords({ usage, cost }: PanelState): string {
  const words = formatCost(cost);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${formatUsage(usage)}`;
}

function costLabel({ usage, cost }: PanelState): TemplateResult {
  const words = formatUsage(usage);
  return html`<span class="cost" title=${words}>${formatCost(cost)}<span class="unseen">, ${words}</span></span>`;
}
