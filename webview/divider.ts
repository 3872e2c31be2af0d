import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import { PanelElement } from "./panelElement.ts";

const narrowest = 15;
const widest = 80;
const keyStep = 2;
/** The left half's share while the person hasn't chosen one. */
export const initialSplit = 50;

/** The bar between the halves: dragged, or moved by arrow keys, Home and End; a double click puts it back. */
class SilverpointDivider extends PanelElement {
  static override properties: PropertyDeclarations = { split: { attribute: false }, onMove: { attribute: false } };
  /** The left half's share in percent. */
  split: number | undefined;
  onMove: ((split: number | undefined) => void) | undefined;

  protected override render(): TemplateResult {
    return html`<div
      class="divider"
      role="separator"
      tabindex="0"
      aria-label="Resize Design and Conversation"
      aria-orientation="vertical"
      aria-controls="design-pane"
      aria-valuemin=${narrowest}
      aria-valuemax=${widest}
      aria-valuenow=${Math.round(this.split ?? initialSplit)}
      @keydown=${this.#keyPressed}
      @pointerdown=${this.#grabbed}
      @pointermove=${this.#dragged}
      @dblclick=${() => this.onMove?.(undefined)}
    ></div>`;
  }

  #keyPressed(event: KeyboardEvent): void {
    const target = this.#target(event.key);
    if (target === undefined) return;
    event.preventDefault();
    this.#move(target);
  }

  #target(key: string): number | undefined {
    const split = this.split ?? initialSplit;
    switch (key) {
      case "ArrowLeft":
        return split - keyStep;
      case "ArrowRight":
        return split + keyStep;
      case "Home":
        return narrowest;
      case "End":
        return widest;
      default:
        return undefined;
    }
  }

  #grabbed(event: PointerEvent): void {
    if (event.button === 0 && event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
  }

  #dragged(event: PointerEvent): void {
    const { target } = event;
    if (!(target instanceof Element) || !target.hasPointerCapture(event.pointerId)) return;
    this.#move((event.clientX / window.innerWidth) * 100);
  }

  #move(split: number): void {
    this.onMove?.(Math.min(Math.max(split, narrowest), widest));
  }
}

customElements.define("silverpoint-divider", SilverpointDivider);
