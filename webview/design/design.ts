import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { DesignState } from "../../src/protocol/index.ts";
import { iconButton } from "../controls.ts";
import type { DividerRange } from "../divider.ts";
import type { Host } from "../host.ts";
import { imageIcon } from "../icons.ts";
import { PanelElement } from "../panelElement.ts";
import "./canvas.ts";
import { outlineIcon } from "./canvasIcons.ts";
import type { DesignPaneOptions } from "./designPane.ts";
import "./nameField.ts";
import "./outline.ts";
import { pageTabs } from "./pageTabs.ts";
import { type View, withView } from "./view.ts";

/** In pixels. */
const outlineRange: DividerRange = { narrowest: 110, widest: 600, step: 16 };

const nothingSelected: readonly string[] = [];

/** A design that can be read: its name, its outline, and the drawing of one page. */
class SilverpointDesign extends PanelElement {
  static override properties: PropertyDeclarations = {
    design: { attribute: false },
    host: { attribute: false },
    options: { attribute: false },
    drawingFolded: { state: true },
    outlineWidth: { state: true },
  };
  design: Extract<DesignState, { kind: "readable" }> | undefined;
  host: Host | undefined;
  options: DesignPaneOptions | undefined;
  /** Whether the drawing is folded away where the halves are stacked. */
  drawingFolded: boolean | undefined;
  /** The outline's width in pixels; undefined: as the style sheet has it. */
  outlineWidth: number | undefined;

  protected override willUpdate(): void {
    this.drawingFolded ??= this.host?.saved.value.drawingFolded;
    this.outlineWidth ??= this.host?.saved.value.outlineWidth;
  }

  protected override render(): TemplateResult {
    const { design, host, options } = this;
    if (design === undefined || host === undefined || options === undefined) return html``;
    const { outlineFolded, drawing } = options;
    return html`<header class="bar">
        <silverpoint-design-name
          .host=${host}
          .name=${design.name}
          .onDone=${options.onNamed}
        ></silverpoint-design-name>
        ${drawing === undefined ? nothing : this.#drawingFold()}
        <div class="fold">
          ${iconButton({
            label: l10n.t("Outline"),
            title: outlineFolded ? l10n.t("Show Outline") : l10n.t("Hide Outline"),
            icon: outlineIcon,
            expanded: !outlineFolded,
            onPress: options.onFold,
          })}
        </div>
      </header>
      <div class="design-room">
        <div
          class="design-body"
          data-outline-folded=${outlineFolded ? "" : nothing}
          data-drawing-folded=${this.drawingFolded === true ? "" : nothing}
          data-drawn=${drawing === undefined ? nothing : ""}
          .style=${this.outlineWidth === undefined ? "" : `--outline-chosen:${this.outlineWidth}px`}
        >
          ${this.#outline(design, options)} ${this.#outlineDivider()} ${this.#drawing(host, options)}
        </div>
      </div>`;
  }

  #drawingFold(): TemplateResult {
    const isFolded = this.drawingFolded === true;
    return html`<div class="drawing-fold">
      ${iconButton({
        label: l10n.t("Drawing"),
        title: isFolded ? l10n.t("Show Drawing") : l10n.t("Hide Drawing"),
        icon: imageIcon,
        expanded: !isFolded,
        onPress: () => {
          this.host?.saved.update({ drawingFolded: !isFolded });
          this.drawingFolded = !isFolded;
        },
      })}
    </div>`;
  }

  #outline({ outline, more }: Extract<DesignState, { kind: "readable" }>, options: DesignPaneOptions): TemplateResult {
    return html`<div class="outline" id="outline" tabindex="-1" role="group" aria-label=${l10n.t("Outline")}>
      <silverpoint-outline
        .nodes=${outline}
        .more=${more}
        .selection=${options.selection ?? nothingSelected}
        .onSelect=${options.onSelect}
        .onShowPage=${options.onShowPage}
        .shownPage=${shownPage(options)}
      ></silverpoint-outline>
    </div>`;
  }

  #outlineDivider(): TemplateResult {
    return html`<silverpoint-divider
      .label=${l10n.t("Resize Outline")}
      .controls=${"outline"}
      .range=${outlineRange}
      .value=${this.outlineWidth ?? this.#shownOutline()?.width ?? outlineRange.narrowest}
      .valueAt=${(x: number) => x - (this.#shownOutline()?.left ?? 0)}
      .onMove=${(width: number | undefined) => this.#resizeOutline(width)}
    ></silverpoint-divider>`;
  }

  /** Where the outline is, once it is shown. */
  #shownOutline(): DOMRect | undefined {
    return this.querySelector("#outline")?.getBoundingClientRect();
  }

  #resizeOutline(width: number | undefined): void {
    this.host?.saved.update({ outlineWidth: width });
    this.outlineWidth = width;
  }

  #drawing({ saved }: Host, options: DesignPaneOptions): TemplateResult {
    const { pages = [], drawing, selection = nothingSelected, onSelect, onShowPage } = options;
    return html`<div class="drawing-side">
      ${pageTabs(pages, shownPage(options), (id) => onShowPage?.(id))}
      <silverpoint-canvas
        .drawing=${drawing}
        .selection=${selection}
        .pointed=${options.pointed ?? nothingSelected}
        .onSelect=${onSelect}
        .views=${saved.value.views}
        .onView=${(page: string, view: View | undefined) => saved.update({ views: withView(saved.value.views, page, view) })}
      ></silverpoint-canvas>
    </div>`;
  }
}

function shownPage({ drawing }: DesignPaneOptions): string | undefined {
  return typeof drawing?.page?.id === "string" ? drawing.page.id : undefined;
}

customElements.define("silverpoint-design", SilverpointDesign);
