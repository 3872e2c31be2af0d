import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { PanelState, WaitingMessage } from "../../src/protocol/index.ts";
import { isWaitingCard } from "../cards/isWaitingCard.ts";
import { takePastedImages } from "../composer/pastedImages.ts";
import type { SelectedNode } from "../composer/selectedNodes.ts";
import { iconButton } from "../controls.ts";
import { SilverpointFind } from "../find/findBar.ts";
import type { Host } from "../host.ts";
import { removeIcon, warningIcon } from "../icons.ts";
import { isEscape } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { allowedLine } from "./allowedLine.ts";
import { announcement } from "./announcer.ts";
import { banners } from "./banners.ts";
import { SilverpointComposer } from "./composer.ts";
import { Draft } from "./draft.ts";
import { emptyState } from "./emptyState.ts";
import { SilverpointFeed } from "./feed.ts";
import { header } from "./header.ts";
import "./queue.ts";
import { editingLine, unsentList } from "./unsent.ts";

/** The right half: the conversation, what waits to go out, and the composer. */
export class SilverpointConversation extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    state: { attribute: false },
    selected: { attribute: false },
    refusal: { attribute: false },
    onRefusalRead: { attribute: false },
    announced: { state: true },
  };
  host: Host | undefined;
  state: PanelState | undefined;
  /** What is selected in the drawing. */
  selected: readonly SelectedNode[] = [];
  onClearSelection: (() => void) | undefined;
  /** Why the host didn't do what was asked last; empty: nothing to say. */
  refusal = "";
  onRefusalRead: (() => void) | undefined;
  announced = "";
  #draft: Draft | undefined;
  #shownSources: Draft["from"] = [];
  #announcements = 0;

  constructor() {
    super();
    takePastedImages(this, (files) => this.addFiles(files));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#keyPressed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#keyPressed);
  }

  /** Opens Find in Conversation. */
  find(): void {
    const bar = this.querySelector("silverpoint-find");
    if (bar instanceof SilverpointFind) void bar.open();
  }

  focusComposer(): void {
    this.#composerElement?.focus();
  }

  /** Takes files into the message that is being written (IMG-5). */
  addFiles(files: readonly File[]): void {
    this.focusComposer();
    void this.#composerElement?.addFiles(files);
  }

  get #composerElement(): SilverpointComposer | undefined {
    const composer = this.querySelector("silverpoint-composer");
    return composer instanceof SilverpointComposer ? composer : undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { state, host } = this;
    if (!changed.has("state") || state === undefined || host === undefined) return;
    this.#draft ??= new Draft(host, state.composer.draft);
    this.#draft.meet(state);
    const before = changed.get("state");
    const said = announcement(before, state);
    if (said !== undefined) this.#announcements++;
    const isNewTurn = before?.turn === "idle" && state.turn !== "idle";
    this.announced = said ?? (isNewTurn ? "" : this.announced);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state, host } = this;
    if (state === undefined || host === undefined) return nothing;
    return html`${header(state, host)} ${banners(state.banners, host)}
      <silverpoint-find .host=${host} .state=${state}></silverpoint-find>
      <silverpoint-feed
        .host=${host}
        .items=${state.items}
        .itemsBefore=${state.itemsBefore}
        .older=${state.older}
        .turn=${state.turn}
        .retry=${state.retry}
        .isCompacting=${state.isCompacting === true}
        .welcome=${emptyState(state, (text) => this.#fill(text))}
      ></silverpoint-feed>
      <div class="dock">
        <div class="column">${this.#refusalLine()} ${this.#waiting(state, host)} ${allowedLine(state.allowed, host)}
          ${this.#composer(state, host)}</div>
      </div>
      <div class="unseen" role="status">${keyed(this.#announcements, html`<span>${this.announced}</span>`)}</div>`;
  }

  #waiting(state: PanelState, host: Host): TemplateResult {
    const taken = this.#draft?.from ?? [];
    const waiting = state.unsent.filter((message) => !taken.some((source) => source.id === message.id));
    return html`<silverpoint-queue
        .host=${host}
        .queue=${state.queue}
        .onOrphan=${(text: string) => this.#fill(text)}
        .onEditEnd=${() => this.focusComposer()}
      ></silverpoint-queue>
      ${unsentList(waiting, (message) => this.#edit(message), host)}
      ${editingLine(
        state.unsent.find(({ id, revises }) => revises && id === taken[0]?.id),
        host,
      )}`;
  }

  #composer(state: PanelState, host: Host): TemplateResult {
    const taken = this.#draft?.from ?? [];
    this.#shownSources = taken;
    return html`<silverpoint-composer
      .host=${host}
      .draft=${this.#draft}
      .text=${this.#draft?.text ?? ""}
      .turn=${state.turn}
      .images=${this.#draft?.images ?? []}
      .mode=${state.mode}
      .model=${state.model.label}
      .sendWith=${state.composer.sendWith}
      .selected=${this.selected}
      .onClearSelection=${() => this.onClearSelection?.()}
      .isAsked=${state.turn === "running" && state.items.some(isWaitingCard)}
      .blocked=${state.composer.blocked}
      .onSent=${() => this.#sent()}
      @input=${() => this.#written()}
    ></silverpoint-composer>`;
  }

  /** A keystroke concerns the composer alone, unless it parts the text from the message that it came from. */
  #written(): void {
    if (this.#draft?.from !== this.#shownSources) this.requestUpdate();
  }

  #refusalLine(): TemplateResult | typeof nothing {
    if (this.refusal === "") return nothing;
    return html`<div class="problem" role="alert">
      ${warningIcon}<span class="lines">${this.refusal}</span>
      ${iconButton({ label: l10n.t("Dismiss"), icon: removeIcon, onPress: () => this.onRefusalRead?.() })}
    </div>`;
  }

  /** Escape stops the turn from anywhere in the conversation, also after a click on text, which has no focus. */
  #keyPressed = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!isEscape(event) || event.defaultPrevented || this.state?.turn !== "running") return;
    if (target !== document.body && !(target instanceof Node && this.contains(target))) return;
    event.preventDefault();
    event.stopPropagation();
    this.host?.tell("stop", {});
  };

  #fill(text: string): void {
    this.#draft?.add(text);
    this.#showDraft();
  }

  #edit(message: WaitingMessage): void {
    this.#draft?.take(message);
    this.#showDraft();
  }

  #showDraft(): void {
    this.requestUpdate();
    void this.updateComplete.then(() => this.focusComposer());
  }

  #sent(): void {
    this.requestUpdate();
    const feed = this.querySelector("silverpoint-feed");
    if (feed instanceof SilverpointFeed) feed.follow();
  }
}

customElements.define("silverpoint-conversation", SilverpointConversation);
