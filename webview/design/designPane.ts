import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { DesignState } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import type { Host } from "../host.ts";
import { errorIcon } from "../icons.ts";
import "./design.ts";
import type { CanvasDrawing } from "./drawnPage.ts";
import type { PageName } from "./pageTabs.ts";

/** What the pane asks of the page. */
export interface DesignPaneOptions {
  readonly outlineFolded: boolean;
  readonly onFold: () => void;
  /** Takes the focus when the name has been edited. */
  readonly onNamed: () => void;
  /** Undefined until it has come. */
  readonly drawing?: CanvasDrawing | undefined;
  readonly pages?: readonly PageName[];
  /** The ids of the selected nodes; the outline and the drawing share them. */
  readonly selection?: readonly string[];
  /** Nodes that the conversation points at now. */
  readonly pointed?: readonly string[];
  readonly onSelect?: (ids: readonly string[]) => void;
  readonly onShowPage?: (id: string) => void;
}

/** The left half: the design's name, outline and drawing, or why it can't be shown (PKG-3). */
export function designPane(design: DesignState, host: Host, options: DesignPaneOptions): TemplateResult {
  return design.kind === "damaged"
    ? damagedDesign(design.reason, host)
    : html`<silverpoint-design .design=${design} .host=${host} .options=${options}></silverpoint-design>`;
}

function damagedDesign(reason: string, host: Host): TemplateResult {
  return html`<section class="damaged" aria-labelledby="damaged-title">
    ${errorIcon}
    <h2 id="damaged-title">${l10n.t("This design can’t be read")}</h2>
    <p class="lines">${reason}</p>
    <p class="muted">
      ${l10n.t("The file is left as it is. Mend it as text, then try again; the conversation isn’t affected.")}
    </p>
    <div class="actions">
      ${button({
        label: l10n.t("Open as Text"),
        tone: "primary",
        onPress: () => host.tell("runCommand", { command: "openDocumentAsText" }),
      })}
      ${button({ label: l10n.t("Try Again"), onPress: () => host.tell("reloadDesign", {}) })}
    </div>
  </section>`;
}
