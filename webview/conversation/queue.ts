import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { PanelState, WaitingMessage } from "../../src/protocol/index.ts";
import { button, iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { clockIcon, editIcon, removeIcon } from "../icons.ts";
import { isConfirmingEnter, isEscape, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { waitingRows, waitingText } from "./waitingText.ts";

interface Edit {
  readonly id: string;
  readonly before: string;
  readonly text: string;
}

/** Messages that wait for the turn to end: each can be edited or removed until it goes out (TRN-5). */
class SilverpointQueue extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    queue: { attribute: false },
    onOrphan: { attribute: false },
    onEditEnd: { attribute: false },
    edit: { state: true },
  };
  host: Host | undefined;
  queue: PanelState["queue"] = { held: false, messages: [] };
  /** Takes a changed text whose message went out before the change was confirmed. */
  onOrphan: ((text: string) => void) | undefined;
  /** Takes the focus of an edit that was saved or given up. */
  onEditEnd: (() => void) | undefined;
  edit: Edit | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { edit } = this;
    if (!changed.has("queue") || edit === undefined) return;
    if (this.queue.messages.some((message) => message.id === edit.id)) return;
    if (edit.text !== edit.before) this.onOrphan?.(edit.text);
    this.edit = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { held, messages } = this.queue;
    if (messages.length === 0) return nothing;
    return html`<section class="waiting-list" aria-labelledby="queue-title">
      <div class="waiting-head">
        ${clockIcon}
        <h3 id="queue-title">${held ? "Queued messages are on hold" : "Queued, sent when this turn has ended"}</h3>
        ${held ? button({ label: "Send Queued Messages", onPress: () => this.host?.tell("releaseQueue", {}) }) : nothing}
      </div>
      <ul>
        ${waitingRows(messages, (message) => this.#row(message))}
      </ul>
    </section>`;
  }

  #row(message: WaitingMessage): TemplateResult {
    if (this.edit?.id === message.id) return this.#editor(this.edit);
    const { id, text } = message;
    return html`${waitingText(message)}
      <span class="row-buttons">
        ${
          message.sendable
            ? iconButton({ label: "Edit", icon: editIcon, onPress: () => void this.#begin({ id, before: text, text }) })
            : nothing
        }
        ${iconButton({ label: "Remove", icon: removeIcon, onPress: () => this.host?.tell("removeQueued", { id }) })}
      </span>`;
  }

  #editor(edit: Edit): TemplateResult {
    return html`<div class="edit" @keydown=${this.#keyPressed}>
      <textarea
        aria-label="Queued Message"
        rows="1"
        .value=${live(edit.text)}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLTextAreaElement) this.edit = { ...edit, text: event.target.value };
        }}
      ></textarea>
      ${button({ label: "Save", tone: "primary", disabled: edit.text.trim() === "", onPress: () => this.#confirm() })}
      ${button({ label: "Cancel", onPress: () => this.#cancel() })}
    </div>`;
  }

  async #begin(edit: Edit): Promise<void> {
    this.edit = edit;
    await this.updateComplete;
    this.querySelector("textarea")?.focus();
  }

  #keyPressed(event: KeyboardEvent): void {
    keepEditingKeys(event);
    if (event.target instanceof HTMLTextAreaElement && isConfirmingEnter(event)) {
      event.preventDefault();
      this.#confirm();
    } else if (isEscape(event)) {
      event.preventDefault();
      event.stopPropagation();
      this.#cancel();
    }
  }

  #confirm(): void {
    const { edit } = this;
    if (edit === undefined || edit.text.trim() === "") return;
    if (edit.text !== edit.before) this.host?.tell("editQueued", { id: edit.id, text: edit.text });
    this.#cancel();
  }

  #cancel(): void {
    this.onEditEnd?.();
    this.edit = undefined;
  }
}

customElements.define("silverpoint-queue", SilverpointQueue);
