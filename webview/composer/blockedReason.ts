import { html, nothing, type TemplateResult } from "lit";
import type { PanelState } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { warningIcon } from "../icons.ts";
import { actionButton } from "../items/parts.ts";

/** Why nothing can be sent now, with what helps. */
export function blockedReason(blocked: PanelState["composer"]["blocked"], host: Host): TemplateResult | typeof nothing {
  if (blocked === undefined) return nothing;
  return html`<div class="blocked" id="composer-blocked" role="status">
    ${warningIcon}<span class="lines">${blocked.text}</span>${actionButton(blocked.action, host)}
  </div>`;
}
