import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ModeName } from "../../src/protocol/index.ts";
import { type Host, reasonOf } from "../host.ts";
import { chevronIcon, warningIcon } from "../icons.ts";
import { PanelElement } from "../panelElement.ts";

const modes: readonly ModeName[] = ["Just do it", "Ask first", "Discuss"];

function nameOf(mode: ModeName): string {
  switch (mode) {
    case "Just do it":
      return l10n.t("Just do it");
    case "Ask first":
      return l10n.t("Ask first");
    case "Discuss":
      return l10n.t("Discuss");
  }
}

function titleOf(mode: ModeName): string {
  switch (mode) {
    case "Just do it":
      return l10n.t("From the next message on: The agent changes the design on its own.");
    case "Ask first":
      return l10n.t("From the next message on: The agent asks before each change.");
    case "Discuss":
      return l10n.t("From the next message on: The agent changes nothing.");
  }
}

/** What the agent may do on its own from the next message on (TRN-2). It shows what the host has, nothing else. */
export class SilverpointMode extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    mode: { attribute: false },
    onChosen: { attribute: false },
    choosing: { state: true },
    refusal: { state: true },
  };
  host: Host | undefined;
  mode: ModeName = "Just do it";
  /** A mode was chosen with the mouse: the person goes on writing. */
  onChosen: (() => void) | undefined;
  /** The mode that the host is being told of. */
  choosing: ModeName | undefined;
  refusal = "";
  #isByMouse = false;

  protected override render(): TemplateResult {
    const shown = this.choosing ?? this.mode;
    return html`<span class="mode" title=${titleOf(shown)}>
        <select
          aria-label=${l10n.t("Mode")}
          .value=${live(shown)}
          @pointerdown=${() => this.#noteMouse(true)}
          @keydown=${() => this.#noteMouse(false)}
          @change=${this.#changed}
        >
          ${modes.map((mode) => html`<option value=${mode} ?selected=${mode === shown}>${nameOf(mode)}</option>`)}
        </select>
        ${chevronIcon}
      </span>
      ${
        this.refusal === ""
          ? nothing
          : html`<span class="mode-refusal" role="alert">${warningIcon}${this.refusal}</span>`
      }`;
  }

  #noteMouse(isByMouse: boolean): void {
    this.#isByMouse = isByMouse;
  }

  #changed = (event: Event): void => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    const chosen = modes.find((mode) => mode === value);
    if (chosen !== undefined) void this.#choose(chosen);
    // Letters typed into a list choose in it: a message that is begun now must not change the mode.
    if (this.#isByMouse) this.onChosen?.();
  };

  async #choose(mode: ModeName): Promise<void> {
    this.choosing = mode;
    this.refusal = "";
    try {
      await this.host?.ask("chooseMode", { mode });
    } catch (error) {
      this.refusal = reasonOf(error);
    } finally {
      if (this.choosing === mode) this.choosing = undefined;
    }
  }
}

customElements.define("silverpoint-mode", SilverpointMode);
