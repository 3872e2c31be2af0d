import { html, nothing, type TemplateResult } from "lit";
import type { Banner } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { errorIcon, infoIcon, warningIcon } from "../icons.ts";
import { actionButton } from "../items/parts.ts";

const toneIcons = { info: infoIcon, warning: warningIcon, error: errorIcon } as const;

export function banners(shown: readonly Banner[], host: Host): TemplateResult | typeof nothing {
  if (shown.length === 0) return nothing;
  return html`<div class="banners">
    ${shown.map(
      ({ tone, text, action, others = [] }) =>
        html`<div class="banner" data-tone=${tone} role=${tone === "error" ? "alert" : "status"}>
          ${toneIcons[tone]}<span class="lines">${text}</span>${actionButton(action, host)}${others.map((other) => actionButton(other, host))}
        </div>`,
    )}
  </div>`;
}
