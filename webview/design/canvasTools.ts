import { html, type TemplateResult } from "lit";
import { iconButton } from "../controls.ts";
import { fitIcon, minusIcon, plusIcon } from "./canvasIcons.ts";
import type { Stage } from "./stage.ts";

/** The small bar over the drawing: smaller, 100 %, larger, all of it. */
export function canvasTools(zoom: number, stage: () => Stage | undefined): TemplateResult {
  const percent = `${zoom < 0.1 ? Math.round(zoom * 1000) / 10 : Math.round(zoom * 100)}%`;
  return html`<div class="canvas-tools" role="toolbar" aria-label="Zoom">
    ${iconButton({ label: "Zoom Out", title: "Zoom Out (-)", icon: minusIcon, onPress: () => stage()?.step("out") })}
    <button
      type="button"
      class="quiet-button zoom-level"
      aria-label=${`${percent}, Zoom to 100%`}
      title="Zoom to 100% (0)"
      @click=${() => stage()?.zoomTo(1)}
    >
      ${percent}
    </button>
    ${iconButton({ label: "Zoom In", title: "Zoom In (+)", icon: plusIcon, onPress: () => stage()?.step("in") })}
    ${iconButton({ label: "Fit Page", title: "Fit Page (1)", icon: fitIcon, onPress: () => stage()?.fit() })}
  </div>`;
}
