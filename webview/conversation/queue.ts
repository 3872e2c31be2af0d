import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { PanelState, WaitingMessage } from "../../src/protocol/index.ts";
import { thumbnails } from "../composer/thumbnails.ts";
import { button, iconButton } from "../controls.ts";
import type { Host } from "../host.ts";
import { clockIcon, editIcon, removeIcon } from "../icons.ts";
import { isConfirmingEnter, isEscape, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { waitingRows, waitingText } from "./waitingText.ts";

interface Edit {
  readonly id: string;
  readonly before: { readonly text: string; readonly images: readonly string[] };
  readonly text: string;
  readonly images: readonly string[];
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
    if (edit.text !== edit.before.text) this.onOrphan?.(edit.text);
    this.edit = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { held, reason, messages } = this.queue;
    if (messages.length === 0) return nothing;
    return html`<section class="waiting-list" aria-labelledby="queue-title">
      <div class="waiting-head">
        ${clockIcon}
        <h3 id="queue-title">
          ${held ? l10n.t("Queued messages are on hold") : l10n.t("Queued, sent when this turn has ended")}
        </h3>
        ${held && reason !== undefined ? html`<p class="hold-reason">${holdWords(reason)}</p>` : nothing}
        ${
          held
            ? button({ label: l10n.t("Send Queued Messages"), onPress: () => this.host?.tell("releaseQueue", {}) })
            : nothing
        }
      </div>
      <ul>
        ${waitingRows(messages, (message) => this.#row(message))}
      </ul>
    </section>`;
  }

  #row(message: WaitingMessage): TemplateResult {
    if (this.edit?.id === message.id) return this.#editor(this.edit);
    const { id, text, images = [] } = message;
    return html`${waitingText(message, this.host)}
      <span class="row-buttons">
        ${
          message.sendable
            ? iconButton({
                label: l10n.t("Edit"),
                icon: editIcon,
                onPress: () => void this.#begin({ id, before: { text, images }, text, images }),
              })
            : nothing
        }
        ${iconButton({ label: l10n.t("Remove"), icon: removeIcon, onPress: () => this.host?.tell("removeQueued", { id }) })}
      </span>`;
  }

  #editor(edit: Edit): TemplateResult {
    return html`<div class="edit" @keydown=${this.#keyPressed}>
      <textarea
        aria-label=${l10n.t("Queued Message")}
        rows="1"
        .value=${live(edit.text)}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLTextAreaElement) this.edit = { ...edit, text: event.target.value };
        }}
      ></textarea>
      ${thumbnails({
        host: this.host,
        label: l10n.t("Images of this message"),
        images: edit.images.map((sha256) => ({ sha256, name: "" })),
        onRemove: ({ sha256 }) => {
          this.edit = { ...edit, images: edit.images.filter((each) => each !== sha256) };
        },
      })}
      ${button({ label: l10n.t("Save"), tone: "primary", disabled: isNothing(edit), onPress: () => this.#confirm() })}
      ${button({ label: l10n.t("Cancel"), onPress: () => this.#cancel() })}
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
    if (edit === undefined || isNothing(edit)) return;
    const { id, text, images, before } = edit;
    const hasOtherImages = images.length < before.images.length;
    if (text !== before.text || hasOtherImages) {
      this.host?.tell("editQueued", { id, text, ...(hasOtherImages ? { images: [...images] } : {}) });
    }
    this.#cancel();
  }

  #cancel(): void {
    this.onEditEnd?.();
    this.edit = undefined;
  }
}

function isNothing({ text, images }: Edit): boolean {
  return text.trim() === "" && images.length === 0;
}

function holdWords(reason: NonNullable<PanelState["queue"]["reason"]>): string {
  switch (reason) {
    case "stopped":
      return l10n.t("You stopped the agent.");
    case "failed":
      return l10n.t("The last turn failed.");
    case "reopened":
      return l10n.t("They waited when the document was closed.");
  }
}

customElements.define("silverpoint-queue", SilverpointQueue);
