import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { DesignState } from "../../src/protocol/index.ts";
import { iconButton } from "../controls.ts";
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

const nothingSelected: readonly string[] = [];

/** A design that can be read: its name, its outline, and the drawing of one page. */
class SilverpointDesign extends PanelElement {
  static override properties: PropertyDeclarations = {
    design: { attribute: false },
    host: { attribute: false },
    options: { attribute: false },
    drawingFolded: { state: true },
  };
  design: Extract<DesignState, { kind: "readable" }> | undefined;
  host: Host | undefined;
  options: DesignPaneOptions | undefined;
  /** Whether the drawing is folded away where the halves are stacked. */
  drawingFolded: boolean | undefined;

  protected override willUpdate(): void {
    this.drawingFolded ??= this.host?.saved.value.drawingFolded;
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
            label: "Outline",
            title: outlineFolded ? "Show Outline" : "Hide Outline",
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
        >
          ${this.#outline(design, options)} ${this.#drawing(host, options)}
        </div>
      </div>`;
  }

  #drawingFold(): TemplateResult {
    const isFolded = this.drawingFolded === true;
    return html`<div class="drawing-fold">
      ${iconButton({
        label: "Drawing",
        title: isFolded ? "Show Drawing" : "Hide Drawing",
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
    return html`<div class="outline" tabindex="-1" role="group" aria-label="Outline">
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

  #drawing({ saved }: Host, options: DesignPaneOptions): TemplateResult {
    const { pages = [], drawing, selection = nothingSelected, onSelect, onShowPage } = options;
    return html`<div class="drawing-side">
      ${pageTabs(pages, shownPage(options), (id) => onShowPage?.(id))}
      <silverpoint-canvas
        .drawing=${drawing}
        .selection=${selection}
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
