import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { Host } from "../host.ts";
import { chevronIcon } from "../icons.ts";

/** Shows what the next message runs on, and opens the list of models (PRV-1). */
export function modelButton(model: string, host: Host | undefined): TemplateResult | typeof nothing {
  if (model === "") return nothing;
  return html`<vscode-button
    class="model-button"
    appearance="icon"
    aria-label=${l10n.t("Model: {0}", model)}
    title=${l10n.t("Model of the next message: {0}. Choose another…", model)}
    @click=${() => host?.tell("runCommand", { command: "selectModel" })}
    ><span class="model-button-label">${model}</span>${chevronIcon}</vscode-button
  >`;
}
