import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { ViewItem } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { itemView } from "../items/itemView.ts";
import { itemLabel } from "../items/labels.ts";
import { PanelElement } from "../panelElement.ts";

/**
 * A run of neighbouring items. Runs that are out of sight cost no layout (their style is `content-visibility: auto`),
 * and a long conversation makes their elements only when there is time, or when they come into sight.
 */
export class SilverpointChunk extends PanelElement {
  static override properties: PropertyDeclarations = {
    items: { attribute: false },
    first: { attribute: false },
    total: { attribute: false },
    host: { attribute: false },
    shown: { attribute: false },
  };
  items: readonly ViewItem[] = [];
  /** Index of the first item within the conversation. */
  first = 0;
  total = 0;
  host: Host | undefined;
  shown = false;

  constructor() {
    super();
    this.addEventListener("contentvisibilityautostatechange", (event) => {
      if (event instanceof ContentVisibilityAutoStateChangeEvent && !event.skipped) this.shown = true;
    });
  }

  /** The items array is made anew at every change, so runs are compared item by item. */
  protected override shouldUpdate(changed: PropertyValues<this>): boolean {
    if (changed.size > 1 || !changed.has("items")) return true;
    const before = changed.get("items") ?? [];
    return before.length !== this.items.length || before.some((item, index) => item !== this.items[index]);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { host } = this;
    if (!this.shown || host === undefined) return nothing;
    return html`${this.items.map(
      (item, index) =>
        html`<article
          data-type=${item.type}
          tabindex="-1"
          aria-label=${itemLabel(item)}
          aria-posinset=${this.first + index + 1}
          aria-setsize=${this.total}
        >
          ${guard([item], () => itemView(item, host))}
        </article>`,
    )}`;
  }
}

customElements.define("silverpoint-chunk", SilverpointChunk);
