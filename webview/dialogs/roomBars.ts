import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { RoomQuestion } from "../../src/protocol/index.ts";
import { formatTokens } from "../format.ts";

/** How full the context is now and would be then, to the eye alone: the figures stand in words beside it. */
export function roomBars({ tokens, tokensAfter, limit }: RoomQuestion): TemplateResult {
  const whole = Math.max(limit ?? 0, tokens, 1);
  return html`<div class="room-bars" aria-hidden="true">
    ${bar(l10n.t("Now"), tokens, whole)}${bar(l10n.t("Then"), tokensAfter, whole)}
  </div>`;
}

function bar(label: string, tokens: number, whole: number): TemplateResult {
  return html`<span>${label}</span>
    <span class="room-track"><span class="room-fill" .style=${`width:${(tokens / whole) * 100}%`}></span></span>
    <span>${formatTokens(tokens)}</span>`;
}
