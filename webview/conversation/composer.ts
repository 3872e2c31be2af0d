import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import type { DraftImage, PanelState } from "../../src/protocol/index.ts";
import { blockedReason } from "../composer/blockedReason.ts";
import { composerFoot } from "../composer/composerFoot.ts";
import { enterFiles, imageLimit } from "../composer/enterFiles.ts";
import { lastTurnCommand } from "../composer/lastTurnCommand.ts";
import { replaceText } from "../composer/replaceText.ts";
import type { SelectedNode } from "../composer/selectedNodes.ts";
import { pictureLimit, selectionChip } from "../composer/selectionChip.ts";
import { sendDraft } from "../composer/sendDraft.ts";
import { SentHistory } from "../composer/sentHistory.ts";
import { nameOf, thumbnails } from "../composer/thumbnails.ts";
import { type Host, reasonOf } from "../host.ts";
import { warningIcon } from "../icons.ts";
import { isPlainKey, isSendingEnter, keepEditingKeys } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import type { Draft, DraftContent } from "./draft.ts";
import { SilverpointFeed } from "./feed.ts";

/** Where the person writes. Writing is always possible; sending is when nothing blocks it. */
export class SilverpointComposer extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    draft: { attribute: false },
    text: { attribute: false },
    images: { attribute: false },
    turn: { attribute: false },
    mode: { attribute: false },
    model: { attribute: false },
    sendWith: { attribute: false },
    selected: { attribute: false },
    isAsked: { attribute: false },
    blocked: { attribute: false },
    onSent: { attribute: false },
    onClearSelection: { attribute: false },
    sending: { state: true },
    entering: { state: true },
    problem: { state: true },
    said: { state: true },
  };
  host: Host | undefined;
  draft: Draft | undefined;
  /** The draft as it was when the pane above was last shown; a new one shows the draft again. */
  text = "";
  images: readonly DraftImage[] = [];
  turn: PanelState["turn"] = "idle";
  mode: PanelState["mode"] = "Just do it";
  /** What the next message runs on. */
  model = "";
  sendWith: PanelState["composer"]["sendWith"];
  /** What is selected in the drawing. */
  selected: readonly SelectedNode[] = [];
  /** A card waits for the person; nothing written here answers it. */
  isAsked = false;
  blocked: PanelState["composer"]["blocked"];
  onSent: (() => void) | undefined;
  onClearSelection: (() => void) | undefined;
  sending = false;
  /** How many images are on their way into the message. */
  entering = 0;
  problem = "";
  /** What a screen reader is told of the images. */
  said = "";
  #history: SentHistory | undefined;
  /** The text field is being given a text that the draft has already. */
  #isShowing = false;

  /** The caret stays where it was; a new text has it at its end. */
  override focus(): void {
    this.#area?.focus();
  }

  /** Takes images into the message; what isn't one is refused in words. */
  async addFiles(files: readonly File[]): Promise<void> {
    const { host, draft } = this;
    if (host === undefined || draft === undefined || files.length === 0) return;
    this.entering += files.length;
    this.problem = "";
    const room = imageLimit - draft.images.length;
    const { images, problems } = await enterFiles(host, files, room);
    this.entering -= files.length;
    this.#take(images);
    this.problem = problems.join("\n");
  }

  protected override render(): TemplateResult {
    const images = this.draft?.images ?? [];
    const label = l10n.t("Images of this message");
    const onRemove = (image: DraftImage) => this.#remove(image);
    return html`${
      this.problem === ""
        ? nothing
        : html`<p class="problem" role="alert">${warningIcon}<span class="lines">${this.problem}</span></p>`
    }
      <div class="composer">
        ${this.host && blockedReason(this.blocked, this.host)}
        ${selectionChip({
          nodes: this.selected,
          isDrawing: this.entering > 0,
          onAttach: () => void this.#attachSelection(),
          onClear: () => {
            this.focus();
            this.onClearSelection?.();
          },
        })}
        ${thumbnails({ host: this.host, label, images, onRemove })}
        <textarea
          aria-label=${l10n.t("Message")}
          aria-describedby=${this.blocked ? "composer-blocked" : "composer-asked composer-hint"}
          placeholder=${l10n.t("Message the agent")}
          rows="1"
          autocomplete="off"
          @input=${this.#written}
          @blur=${() => this.draft?.flush()}
          @keydown=${this.#keyPressed}
        ></textarea>
        ${composerFoot({
          host: this.host,
          text: this.draft?.text ?? "",
          turn: this.turn,
          mode: this.mode,
          model: this.model,
          sendWith: this.sendWith ?? "enter",
          isAsked: this.isAsked,
          isEntering: this.entering > 0,
          canSend: this.#canSend(),
          onShowAsked: () => this.#showAsked(),
          onModeChosen: () => this.focus(),
          onFiles: (files) => {
            this.focus();
            void this.addFiles(files);
          },
          onStop: () => this.#stop(),
          onSend: () => this.#sendPressed(),
        })}
        <span class="unseen" role="status">${this.said}</span>
      </div>`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const area = this.#area;
    if (area === undefined) return;
    this.#isShowing = true;
    replaceText(area, this.draft?.text ?? "");
    this.#isShowing = false;
  }

  get #area(): HTMLTextAreaElement | undefined {
    return this.querySelector<HTMLTextAreaElement>(".composer > textarea") ?? undefined;
  }

  #canSend(): boolean {
    const { text = "", images = [] } = this.draft ?? {};
    const isSomething = text.trim() !== "" || images.length > 0;
    return this.blocked === undefined && !this.sending && this.entering === 0 && isSomething;
  }

  #written(event: Event): void {
    if (this.#isShowing || !(event.target instanceof HTMLTextAreaElement)) return;
    this.draft?.write(event.target.value);
    this.problem = "";
    this.requestUpdate();
  }

  #keyPressed(event: KeyboardEvent): void {
    keepEditingKeys(event);
    if (isSendingEnter(event, this.sendWith)) {
      event.preventDefault();
      event.stopPropagation();
      void this.#send();
      return;
    }
    const last = this.draft?.images.at(-1);
    if (isPlainKey(event, "Backspace") && this.#area?.value === "" && last !== undefined) {
      event.preventDefault();
      this.#remove(last);
      return;
    }
    if (isPlainKey(event, "ArrowUp") && this.#mayGoBack()) {
      event.preventDefault();
      void this.#goBack();
    } else if (isPlainKey(event, "ArrowDown") && this.#isFromHistory()) {
      event.preventDefault();
      this.#showSent(this.#history?.newer());
    }
  }

  /** ↑ goes through what was sent from an empty composer on, as long as what it brought is as it was sent. */
  #mayGoBack(): boolean {
    const area = this.#area;
    const isAtStart = area?.selectionStart === 0 && area.selectionEnd === 0;
    return isAtStart && (this.draft?.isEmpty === true || this.#isFromHistory());
  }

  #isFromHistory(): boolean {
    return this.#history?.isShownIn(this.draft) === true;
  }

  async #goBack(): Promise<void> {
    if (this.host === undefined) return;
    this.#history ??= new SentHistory(this.host);
    if (!this.#isFromHistory()) this.#history.leave();
    const older = await this.#history.older();
    // Somebody who went on writing meanwhile wants none of it.
    if (older !== undefined && this.#mayShowSent()) this.#showSent(older);
  }

  #mayShowSent(): boolean {
    const { draft } = this;
    return draft !== undefined && (draft.isEmpty || draft.from.length === 0);
  }

  #showSent(message: DraftContent | undefined): void {
    this.draft?.replace(message ?? { text: "", images: [] });
    this.requestUpdate();
    void this.updateComplete.then(() => this.#area?.setSelectionRange(0, 0));
  }

  #take(images: readonly DraftImage[]): void {
    const { draft } = this;
    if (draft === undefined || images.length === 0) return;
    draft.addImages(images);
    const [first] = images;
    this.said =
      images.length === 1 && first !== undefined
        ? l10n.t("{0} added to the message", nameOf(first, draft.images.length - 1))
        : l10n.t("{0} images added to the message", images.length);
    this.requestUpdate();
  }

  #remove(image: DraftImage): void {
    const index = this.draft?.images.indexOf(image) ?? 0;
    this.draft?.removeImage(image.sha256);
    this.said = l10n.t("{0} removed from the message", nameOf(image, index));
    this.focus();
    this.requestUpdate();
  }

  async #attachSelection(): Promise<void> {
    const { host, draft } = this;
    if (host === undefined || draft === undefined) return;
    this.focus();
    this.problem = "";
    if (draft.images.length + this.selected.length > imageLimit) {
      this.problem = l10n.t("A message can have {0} images at most.", imageLimit);
      return;
    }
    this.entering += 1;
    try {
      const nodes = this.selected.slice(0, pictureLimit).map(({ id, name }) => ({ id, name }));
      const { images } = await host.ask("drawSelection", { nodes });
      this.#take(images);
    } catch (error) {
      this.problem = l10n.t("The selection was not drawn. {0}", reasonOf(error));
    } finally {
      this.entering -= 1;
    }
  }

  #showAsked(): void {
    const feed = this.closest("silverpoint-conversation")?.querySelector("silverpoint-feed");
    if (feed instanceof SilverpointFeed) void feed.revealAsked();
  }

  /** Stop goes away with the turn, so it gives the focus up while it has it. */
  #stop(): void {
    this.focus();
    this.host?.tell("stop", {});
  }

  /** A sent message leaves nothing to send, and a button without use has no focus. */
  #sendPressed(): void {
    this.focus();
    void this.#send();
  }

  /** The text leaves the composer only when the host has taken it. */
  async #send(): Promise<void> {
    const { host, draft } = this;
    if (!this.#canSend() || host === undefined || draft === undefined) return;
    const { text, images } = draft;
    this.sending = true;
    this.problem = "";
    try {
      const command = images.length === 0 ? lastTurnCommand(text) : undefined;
      const isAccepted = await (command === undefined ? sendDraft(host, draft) : command(host, draft));
      if (isAccepted) this.onSent?.();
      else this.problem = l10n.t("The message was not sent.");
    } catch (error) {
      this.problem = reasonOf(error);
    } finally {
      this.sending = false;
      this.#history?.leave();
    }
  }
}

customElements.define("silverpoint-composer", SilverpointComposer);
