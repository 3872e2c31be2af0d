import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { RoomQuestion } from "../../src/protocol/index.ts";
import { button } from "../controls.ts";
import { isEscape, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { roomBars } from "./roomBars.ts";
import { roomWords } from "./roomWords.ts";

/**
 * Asks before room is made in the model's context, with what it sends, leaves and costs (CMP-2, CMP-8). A modal dialog: the
 * focus moves in, stays in and comes back, and Escape means no.
 */
export class SilverpointRoomDialog extends PanelElement {
  static override properties: PropertyDeclarations = {
    question: { attribute: false },
    onAnswer: { attribute: false },
  };
  /** What is asked; undefined: nothing is. */
  question: RoomQuestion | undefined;
  onAnswer: ((confirmed: boolean) => void) | undefined;
  /** What had the focus last outside: VS Code takes it off the page before the dialog opens, so that nobody else knows. */
  #before: HTMLElement | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("focusin", this.#focused);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("focusin", this.#focused);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { question } = this;
    if (question === undefined) return nothing;
    const words = roomWords(question);
    return html`<dialog
      class="room"
      aria-labelledby="room-title"
      aria-describedby="room-body"
      @keydown=${this.#keyPressed}
      @cancel=${this.#cancelled}
    >
      <h2 id="room-title">${words.title}</h2>
      <div id="room-body" class="room-body" role="group" aria-labelledby="room-title">
        <p>${words.lead}</p>
        <p class="muted">${words.undo}</p>
        ${roomBars(question)}
        <dl>
          ${words.facts.map(
            ({ name, value, note }) => html`<div>
              <dt>${name}</dt>
              <dd>${value}${note === undefined ? nothing : html`<span class="room-note">${note}</span>`}</dd>
            </div>`,
          )}
        </dl>
        ${words.warning === undefined ? nothing : html`<p class="room-warning">${words.warning}</p>`}
      </div>
      <div class="actions">
        ${button({ label: words.confirm, tone: "primary", onPress: () => this.#answer(true) })}
        ${button({ label: l10n.t("Cancel"), onPress: () => this.#answer(false) })}
      </div>
    </dialog>`;
  }

  /** The dialog that is drawn is shown; another question in the same one begins with the focus on its button again. */
  protected override updated(changed: PropertyValues<this>): void {
    const dialog = this.#dialog;
    if (dialog === null || !changed.has("question")) return;
    if (!dialog.open) dialog.showModal();
    // What has to be scrolled has to be reached without a mouse.
    const body = this.#body;
    if (body !== null && body.scrollHeight > body.clientHeight) body.tabIndex = 0;
    this.querySelector<HTMLElement>("vscode-button")?.focus();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector("dialog");
  }

  get #body(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".room-body");
  }

  /** Closing gives the focus back to what had it, which has to be before the dialog is taken off the page. */
  #answer(confirmed: boolean): void {
    const before = this.#before;
    this.#dialog?.close();
    if (before?.isConnected === true) before.focus();
    this.onAnswer?.(confirmed);
  }

  #focused = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && !this.contains(target)) this.#before = target;
  };

  #cancelled = (event: Event): void => {
    event.preventDefault();
    this.#answer(false);
  };

  #keyPressed = (event: KeyboardEvent): void => {
    keepEditingKeys(event);
    if (isEscape(event)) {
      event.preventDefault();
      event.stopPropagation();
      this.#answer(false);
    } else if (event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      this.#moveFocus(event.shiftKey ? -1 : 1);
    } else if (event.key === "Enter" && event.repeat) {
      // The key that opened the dialog may be held down still: it must not say yes to a price that nobody has read.
      event.preventDefault();
    }
  };

  /** The page is a frame: without this Tab would go on to what is around it. */
  #moveFocus(by: number): void {
    const stops = [...this.querySelectorAll<HTMLElement>("[tabindex='0'], vscode-button")];
    const now = stops.findIndex((each) => each.matches(":focus"));
    stops.at((now + by + stops.length) % stops.length)?.focus();
  }
}

customElements.define("silverpoint-room-dialog", SilverpointRoomDialog);
