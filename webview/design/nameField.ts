import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Host, reasonOf } from "../host.ts";
import { isConfirmingEnter, isEscape, isSave, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";

/** The design's name, edited in place: Enter or leaving takes it, Escape brings the old one back. */
class SilverpointDesignName extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    name: { attribute: false },
    onDone: { attribute: false },
    written: { state: true },
    problem: { state: true },
  };
  host: Host | undefined;
  name = "";
  /** Takes the focus when Enter or Escape has ended the editing. */
  onDone: (() => void) | undefined;
  /** What stands in the field while it differs from the design's own name. */
  written: string | undefined;
  problem = "";

  protected override render(): TemplateResult {
    return html`<input
        type="text"
        class="design-name"
        aria-label=${l10n.t("Design Name")}
        aria-invalid=${this.problem === "" ? "false" : "true"}
        placeholder=${l10n.t("Untitled design")}
        spellcheck="false"
        .value=${live(this.written ?? this.name)}
        @input=${this.#edited}
        @keydown=${this.#keyPressed}
        @blur=${() => void this.#commit()}
      />
      ${this.problem === "" ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}`;
  }

  #edited(event: Event): void {
    if (event.target instanceof HTMLInputElement) this.written = event.target.value;
    this.problem = "";
  }

  #keyPressed(event: KeyboardEvent): void {
    keepEditingKeys(event);
    if (!(event.target instanceof HTMLInputElement)) return;
    // The key goes on to VS Code, whose save has to find the name.
    if (isSave(event)) void this.#commit();
    if (isConfirmingEnter(event)) {
      event.preventDefault();
      this.#leave(event.target);
    } else if (isEscape(event)) {
      event.preventDefault();
      event.stopPropagation();
      this.written = undefined;
      this.problem = "";
      this.#leave(event.target);
    }
  }

  #leave(field: HTMLInputElement): void {
    field.blur();
    this.onDone?.();
  }

  async #commit(): Promise<void> {
    const name = this.written?.trim();
    if (name === undefined || name === "" || name === this.name) {
      this.written = undefined;
      return;
    }
    try {
      await this.host?.ask("renameDesign", { name });
    } catch (error) {
      this.problem = reasonOf(error);
    }
    this.written = undefined;
  }
}

customElements.define("silverpoint-design-name", SilverpointDesignName);
