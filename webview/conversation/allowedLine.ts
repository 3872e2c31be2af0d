import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { visibleText } from "../cards/visibleText.ts";
import { iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { removeIcon } from "../icons.ts";

/** Which tools run without asking until the document is closed, each with a button that takes it back (TRN-2). */
export function allowedLine(allowed: readonly string[] | undefined, host: Host): TemplateResult | typeof nothing {
  if (allowed === undefined || allowed.length === 0) return nothing;
  return html`<div class="allowed">
    <span id="allowed-label">${l10n.t("Allowed without asking:")}</span>
    <ul aria-labelledby="allowed-label">
      ${allowed.map(
        (tool) =>
          html`<li>
            <code>${visibleText(tool)}</code>${iconButton({
              label: l10n.t("Ask again before {0} runs", tool),
              icon: removeIcon,
              onPress: () => host.tell("disallow", { tool }),
            })}
          </li>`,
      )}
    </ul>
  </div>`;
}
