import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { childrenOf, type Drawing, isJsonObject, type PanelState, type RoomQuestion } from "../src/protocol/index.ts";
import { encodeBlob } from "./base64.ts";
import { type SelectedNode, selectedNodes } from "./composer/selectedNodes.ts";
import { progressRing } from "./controls.ts";
import { SilverpointConversation } from "./conversation/conversationPane.ts";
import { SilverpointCanvas } from "./design/canvas.ts";
import { designPane } from "./design/designPane.ts";
import type { CanvasDrawing } from "./design/drawnPage.ts";
import "./dialogs/roomDialog.ts";
import { type DividerRange, initialSplit } from "./divider.ts";
import { DrawingFeed } from "./drawingFeed.ts";
import { takeDroppedImages } from "./droppedImages.ts";
import { FocusKeeper } from "./focusKeeper.ts";
import { type Host, reasonOf } from "./host.ts";
import { keepUndoInItsField } from "./keys.ts";
import { safeUrl } from "./markdown/safeUrl.ts";
import { NodesEvent } from "./nodeEvents.ts";
import { PanelElement } from "./panelElement.ts";

/** In percent of the window. */
const splitRange: DividerRange = { narrowest: 15, widest: 80, step: 2 };

const reloadCommand = "workbench.action.reloadWindow";

/** The one command link there is: with the host gone, VS Code itself has to act (PKG-16). */
function lostNotice(): TemplateResult {
  return html`<div class="lost" role="alert">
    <p>${l10n.t("The extension host has stopped. What you did is kept; reload the window to go on.")}</p>
    <a href=${`command:${reloadCommand}`} data-command=${reloadCommand}>${l10n.t("Reload Window")}</a>
  </div>`;
}

/** The whole page: the design on the left, the conversation on the right, stacked in a narrow window. */
export class SilverpointPanel extends PanelElement {
  static override properties: PropertyDeclarations = {
    host: { attribute: false },
    state: { attribute: false },
    refusal: { state: true },
    isLost: { attribute: false },
    split: { state: true },
    outlineFolded: { state: true },
    drawing: { state: true },
    page: { state: true },
    selection: { state: true },
    pointed: { state: true },
    roomQuestion: { state: true },
  };
  host: Host | undefined;
  state: PanelState | undefined;
  refusal = "";
  /** Nobody answers any more. */
  isLost = false;
  split: number | undefined;
  outlineFolded: boolean | undefined;
  /** The page that is shown, as the host has it; undefined until it has come. */
  drawing: Drawing | undefined;
  /** The page that the person chose; undefined is the first one. */
  page: string | undefined;
  selection: readonly string[] = [];
  /** The nodes that something in the conversation is about, while it is pointed at. */
  pointed: readonly string[] = [];
  /** What the person is asked before room is made in the model's context. */
  roomQuestion: RoomQuestion | undefined;
  #answerRoom: (confirmed: boolean) => void = () => undefined;
  #feed: DrawingFeed | undefined;
  #canvasDrawing: CanvasDrawing | undefined;
  #selected: readonly SelectedNode[] = [];
  #told = "";
  #wantsFocus = false;
  #focusKeeper = new FocusKeeper(this, () => this.focusComposer());

  constructor() {
    super();
    this.addEventListener("click", this.#linkClicked);
    this.addEventListener("auxclick", this.#linkClicked);
    this.addEventListener("beforeinput", keepUndoInItsField);
    this.addEventListener("point-at-nodes", (event) => {
      if (event instanceof NodesEvent) this.pointed = event.ids;
    });
    this.addEventListener("select-nodes", (event) => {
      if (event instanceof NodesEvent) this.#selectAnywhere(event.ids);
    });
    takeDroppedImages(this, {
      onImage: (file, event) => void this.#addImage(file, event),
      onRefused: (reason) => this.showRefusal(reason),
      onMessageFiles: (files) => {
        const conversation = this.querySelector("silverpoint-conversation");
        if (conversation instanceof SilverpointConversation) conversation.addFiles(files);
      },
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#focusKeeper.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#focusKeeper.stop();
  }

  /** Shows why the host refused something that nobody waits for. */
  showRefusal(reason: string): void {
    this.refusal = reason;
  }

  /** Asks in a dialog; a question that stands there already is answered no (CMP-2). */
  confirmRoom(question: RoomQuestion): Promise<boolean> {
    this.#answerRoom(false);
    this.roomQuestion = question;
    return new Promise((resolve) => {
      this.#answerRoom = resolve;
    });
  }

  /** Opens Find in Conversation. */
  find(): void {
    const conversation = this.querySelector("silverpoint-conversation");
    if (conversation instanceof SilverpointConversation) conversation.find();
  }

  /** Puts the caret into the composer, as soon as there is one. */
  focusComposer(): void {
    const conversation = this.querySelector("silverpoint-conversation");
    this.#wantsFocus = !(conversation instanceof SilverpointConversation);
    if (conversation instanceof SilverpointConversation) conversation.focusComposer();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.split ??= this.host?.saved.value.split;
    this.outlineFolded ??= this.host?.saved.value.outlineFolded;
    this.page ??= this.host?.saved.value.page;
    this.#followDesign();
    if (changed.has("drawing") || changed.has("selection"))
      this.#selected = selectedNodes(this.drawing?.page, this.selection);
    if (changed.has("drawing")) this.#canvasDrawing = canvasDrawing(this.drawing, this.state);
  }

  protected override render(): TemplateResult {
    const { state, host } = this;
    if (state === undefined || host === undefined) {
      return html`<main class="opening">${progressRing(l10n.t("Opening"))}</main>`;
    }
    const outlineFolded = this.outlineFolded === true;
    return html`${this.isLost ? lostNotice() : nothing}
    <main class="halves" .style=${`--split:${this.split ?? initialSplit}%`}>
      <section id="design-pane" aria-label=${l10n.t("Design")} data-folded=${outlineFolded ? "true" : nothing}>
        ${designPane(state.design, host, {
          outlineFolded,
          onFold: () => this.#foldOutline(!outlineFolded),
          onNamed: () => this.focusComposer(),
          drawing: this.#canvasDrawing,
          pages: state.drawing.pages,
          selection: this.selection,
          pointed: this.pointed,
          onSelect: (ids) => this.#select(ids),
          onShowPage: (id) => this.#showPage(id),
        })}
      </section>
      <silverpoint-divider
        .label=${l10n.t("Resize Design and Conversation")}
        .controls=${"design-pane"}
        .range=${splitRange}
        .value=${this.split ?? initialSplit}
        .valueAt=${(x: number) => (x / window.innerWidth) * 100}
        .onMove=${(split: number | undefined) => this.#moveDivider(split)}
      ></silverpoint-divider>
      <silverpoint-conversation
        .host=${host}
        .state=${state}
        .selected=${this.#selected}
        .onClearSelection=${() => this.#select([])}
        .refusal=${this.refusal}
        .onRefusalRead=${() => this.showRefusal("")}
      ></silverpoint-conversation>
    </main>
    <silverpoint-room-dialog
      .question=${this.roomQuestion}
      .onAnswer=${(confirmed: boolean) => this.#roomAnswered(confirmed)}
    ></silverpoint-room-dialog>`;
  }

  protected override async updated(): Promise<void> {
    if (!this.#wantsFocus) return;
    const conversation = this.querySelector("silverpoint-conversation");
    if (!(conversation instanceof SilverpointConversation)) return;
    await conversation.updateComplete;
    this.focusComposer();
  }

  #roomAnswered(confirmed: boolean): void {
    this.roomQuestion = undefined;
    this.#answerRoom(confirmed);
  }

  #moveDivider(split: number | undefined): void {
    this.host?.saved.update({ split });
    this.split = split;
  }

  #foldOutline(outlineFolded: boolean): void {
    this.host?.saved.update({ outlineFolded });
    this.outlineFolded = outlineFolded;
  }

  #showPage(page: string): void {
    this.host?.saved.update({ page });
    this.page = page;
    this.selection = [];
  }

  #select(selection: readonly string[]): void {
    this.selection = selection;
  }

  /** Selects nodes by their ids; the page of the first one is shown, as far as the outline knows it. */
  #selectAnywhere(ids: readonly string[]): void {
    const design = this.state?.design;
    const outline = design?.kind === "readable" ? design.outline : [];
    const place = outline.findIndex(({ id }) => id === ids[0]);
    const page = outline.slice(0, place + 1).findLast(({ depth }) => depth === 0);
    if (page !== undefined && page.id !== this.drawing?.page?.id) this.#showPage(page.id);
    this.#select(ids);
  }

  /** Asks for the page as it is now, and tells the host what the person looks at: the agent is told of it (TRN-1). */
  #followDesign(): void {
    const { host, state } = this;
    if (host === undefined || state === undefined || state.design.kind === "damaged") return;
    this.#feed ??= new DrawingFeed(host.ask, (drawing) => this.#show(drawing));
    this.#feed.want(state.drawing.revision, this.page);
    const page = this.drawing?.page?.id;
    const view = { ...(typeof page === "string" ? { page } : {}), selection: [...this.selection] };
    const told = JSON.stringify(view);
    if (this.drawing === undefined || told === this.#told) return;
    this.#told = told;
    host.tell("lookAt", view);
  }

  #show(drawing: Drawing): void {
    this.drawing = drawing;
    const there = new Set(this.selection.filter((id) => hasNode(drawing.page, id)));
    if (there.size < this.selection.length) this.selection = [...there];
  }

  /** Puts an image where it was dropped on the drawing; dropped elsewhere it is none of ours. */
  async #addImage(file: File, place: DragEvent): Promise<void> {
    const canvas = this.querySelector("silverpoint-canvas");
    if (!(canvas instanceof SilverpointCanvas)) return;
    const { x, y } = canvas.pagePoint(place);
    const page = this.drawing?.page?.id;
    try {
      const image = { mimeType: file.type, data: await encodeBlob(file) };
      await this.host?.ask("addImage", { image, x, y, ...(typeof page === "string" ? { page } : {}) });
    } catch (error) {
      this.showRefusal(reasonOf(error));
    }
  }

  /** No link is ever followed here: the host opens it outside. The event ends here, or VS Code would open it too. */
  #linkClicked(event: Event): void {
    const anchor = event.composedPath().find((target) => target instanceof HTMLAnchorElement && target.href !== "");
    if (!(anchor instanceof HTMLAnchorElement) || anchor.dataset.command === reloadCommand) return;
    event.preventDefault();
    event.stopPropagation();
    const url = safeUrl(anchor.href);
    if (url !== undefined && event.type === "click") this.host?.tell("openLink", { url });
  }
}

function canvasDrawing(drawing: Drawing | undefined, state: PanelState | undefined): CanvasDrawing | undefined {
  if (drawing === undefined || state === undefined) return undefined;
  const { page, tokens, components } = drawing;
  return { page, tokens, components, assets: state.drawing.assets };
}

function hasNode(node: unknown, id: string): boolean {
  return isJsonObject(node) && (node.id === id || childrenOf(node).some((child) => hasNode(child, id)));
}

customElements.define("silverpoint-panel", SilverpointPanel);
