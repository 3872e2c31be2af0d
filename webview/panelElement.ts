import { LitElement } from "lit";

/**
 * The base of our elements. They render into the page itself instead of a shadow tree: one style sheet serves them all,
 * text can be selected across messages, and labels can point anywhere.
 */
export class PanelElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
