import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { iconButton } from "../controls.ts";
import { fitIcon, minusIcon, plusIcon } from "./canvasIcons.ts";
import type { Stage } from "./stage.ts";

/** The small bar over the drawing: smaller, 100 %, larger, all of it. */
export function canvasTools(zoom: number, stage: () => Stage | undefined): TemplateResult {
  const percent = `${zoom < 0.1 ? Math.round(zoom * 1000) / 10 : Math.round(zoom * 100)}%`;
  return html`<div class="canvas-tools" role="toolbar" aria-label=${l10n.t("Zoom")}>
    ${iconButton({ label: l10n.t("Zoom Out"), title: l10n.t("Zoom Out ({0})", "-"), icon: minusIcon, onPress: () => stage()?.step("out") })}
    <button
      type="button"
      class="quiet-button zoom-level"
      aria-label=${`${percent}, ${l10n.t("Zoom to 100%")}`}
      title=${l10n.t("Zoom to 100% ({0})", "0")}
      @click=${() => stage()?.zoomTo(1)}
    >
      ${percent}
    </button>
    ${iconButton({ label: l10n.t("Zoom In"), title: l10n.t("Zoom In ({0})", "+"), icon: plusIcon, onPress: () => stage()?.step("in") })}
    ${iconButton({ label: l10n.t("Fit Page"), title: l10n.t("Fit Page ({0})", "1"), icon: fitIcon, onPress: () => stage()?.fit() })}
  </div>`;
}
