import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { type Context, contextShare, isNearlyFull, type PanelState } from "../../src/protocol/index.ts";
import { describeCost, formatCost, formatCount, formatTokens, formatUsage } from "../format.ts";
import type { Host } from "../host.ts";
import { isEscape } from "../keys.ts";
import "./moreMenu.ts";

/** Stands between the name and the address of a server that has both. */
const separator = " · ";

/**
 * The line above the conversation: who answers and where, how full its context is, what it has cost. The whole of it is
 * said where the pointer or the focus rests on it, and above the menu's entries.
 */
export function header(state: PanelState, host: Host): TemplateResult {
  const { label, server } = state.model;
  const facts = factsOf(state);
  const names = server === undefined ? label : `${label}${separator}${server}`;
  return html`<header class="bar">
    <div class="model" title=${[names, ...facts].join("\n")}>
      <span class="model-label">${label}</span>${server === undefined ? nothing : serverNames(server)}
    </div>
    ${keepingSign(state.keeping)}${meters(state, facts)}
    <silverpoint-menu
      .host=${host}
      .canStartNewConversation=${state.canStartNewConversation}
      .keeping=${state.keeping}
      .makingRoom=${state.makingRoom}
      .facts=${facts}
    ></silverpoint-menu>
  </header>`;
}

/** The sign that a conversation isn't being kept (SET-3). */
function keepingSign(keeping: PanelState["keeping"]): TemplateResult | typeof nothing {
  if (keeping === "kept") return nothing;
  const words =
    keeping === "off"
      ? l10n.t("The conversation isn't kept in this document")
      : l10n.t("Conversations aren't kept in a template or a design system");
  return html`<span class="not-kept" title=${words}>${l10n.t("Not kept")}<span class="unseen">: ${words}</span></span>`;
}

/** The server's name has its place longer than its address. */
function serverNames(server: string): TemplateResult {
  const end = server.lastIndexOf(separator);
  const name = end < 0 ? nothing : html`<span class="server">${separator}${server.slice(0, end)}</span>`;
  const address = end < 0 ? server : server.slice(end + separator.length);
  return html`${name}<span class="server server-address">${separator}${address}</span>`;
}

function factsOf(state: PanelState): string[] {
  const context = knownContext(state);
  return [
    ...(context === undefined ? [] : [contextWords(context)]),
    ...(isUnused(state) ? [] : [describeCost(state.cost), formatUsage(state.usage)]),
  ];
}

function meters(state: PanelState, facts: readonly string[]): TemplateResult | typeof nothing {
  if (facts.length === 0) return nothing;
  const context = knownContext(state);
  return html`<div
    class="meters"
    tabindex="0"
    role="group"
    aria-label=${l10n.t("Context and Cost")}
    aria-describedby="usage-details"
    @keydown=${leaveOnEscape}
  >
    ${context === undefined ? nothing : contextMeter(context)}${isUnused(state) ? nothing : costLabel(state.cost)}
    <ul class="usage-details" id="usage-details">
      ${facts.map((fact) => html`<li>${fact}</li>`)}
    </ul>
  </div>`;
}

function knownContext({ context }: PanelState): Context | undefined {
  return context !== undefined && context.limit > 0 ? context : undefined;
}

function contextWords(context: Context): string {
  const figures = [formatCount(context.used), formatCount(context.limit), percentText(context)];
  return context.isEstimate === true
    ? l10n.t("About {0} of {1} tokens of context used ({2}%)", ...figures)
    : l10n.t("{0} of {1} tokens of context used ({2}%)", ...figures);
}

function contextMeter(context: Context): TemplateResult {
  const percent = percentOf(context);
  return html`<div
    class="meter"
    role="meter"
    aria-label=${l10n.t("Context")}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${percent}
    aria-valuetext=${contextWords(context)}
    data-full=${isNearlyFull(context) ? "true" : nothing}
  >
    <span class="meter-track" aria-hidden="true"><span class="meter-fill" .style=${`width:${percent}%`}></span></span>
    <span class="meter-text" aria-hidden="true"
      ><span class="meter-tokens"
        >${l10n.t("{0} of {1}", formatTokens(context.used), formatTokens(context.limit))}${separator}</span
      >${percentText(context)}%</span
    >
  </div>`;
}

function percentOf(context: Context): number {
  return Math.round(contextShare(context) * 100);
}

/** A little is not nothing. */
function percentText(context: Context): string {
  const percent = percentOf(context);
  return percent === 0 && context.used > 0 ? "<1" : String(percent);
}

function isUnused({ usage, cost }: PanelState): boolean {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0 && cost.dollars === undefined;
}

function costLabel(cost: PanelState["cost"]): TemplateResult {
  return html`<span class="cost">${formatCost(cost)}</span>`;
}

/** What shows while the focus is here would cover the conversation for a person who wants to read on. */
function leaveOnEscape(event: KeyboardEvent): void {
  if (!isEscape(event) || !(event.currentTarget instanceof HTMLElement)) return;
  event.currentTarget.blur();
  event.stopPropagation();
}
