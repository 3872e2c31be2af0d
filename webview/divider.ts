import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import { PanelElement } from "./panelElement.ts";

/** The left half's share while the person hasn't chosen one, in percent. */
export const initialSplit = 50;

/** Between what a divider moves, in a unit of its own. */
export interface DividerRange {
  readonly narrowest: number;
  readonly widest: number;
  /** What one press of an arrow key moves it by. */
  readonly step: number;
}

/** A bar between two parts: dragged, or moved by arrow keys, Home and End; a double click puts it back. */
class SilverpointDivider extends PanelElement {
  static override properties: PropertyDeclarations = {
    label: { attribute: false },
    controls: { attribute: false },
    range: { attribute: false },
    value: { attribute: false },
    valueAt: { attribute: false },
    onMove: { attribute: false },
  };
  label = "";
  /** The id of the part whose width it is. */
  controls = "";
  range: DividerRange = { narrowest: 0, widest: 100, step: 1 };
  /** Where it is now. */
  value = 0;
  /** The value for a place of the window, in pixels from its left edge. */
  valueAt: ((x: number) => number) | undefined;
  /** Undefined: back to where it was at first. */
  onMove: ((value: number | undefined) => void) | undefined;

  protected override render(): TemplateResult {
    const { narrowest, widest } = this.range;
    return html`<div
      class="divider"
      role="separator"
      tabindex="0"
      aria-label=${this.label}
      aria-orientation="vertical"
      aria-controls=${this.controls}
      aria-valuemin=${narrowest}
      aria-valuemax=${widest}
      aria-valuenow=${Math.round(this.value)}
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
    const { narrowest, widest, step } = this.range;
    switch (key) {
      case "ArrowLeft":
        return this.value - step;
      case "ArrowRight":
        return this.value + step;
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
    const value = this.valueAt?.(event.clientX);
    if (value !== undefined) this.#move(value);
  }

  #move(value: number): void {
    this.onMove?.(Math.min(Math.max(value, this.range.narrowest), this.range.widest));
  }
}

customElements.define("silverpoint-divider", SilverpointDivider);
