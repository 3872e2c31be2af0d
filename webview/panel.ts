import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { childrenOf, type Drawing, isJsonObject, type PanelState } from "../src/protocol/index.ts";
import { encodeBlob } from "./base64.ts";
import { progressRing } from "./controls.ts";
import { SilverpointConversation } from "./conversation/conversationPane.ts";
import { SilverpointCanvas } from "./design/canvas.ts";
import { designPane } from "./design/designPane.ts";
import type { CanvasDrawing } from "./design/drawnPage.ts";
import { initialSplit } from "./divider.ts";
import { DrawingFeed } from "./drawingFeed.ts";
import { takeDroppedImages } from "./droppedImages.ts";
import { FocusKeeper } from "./focusKeeper.ts";
import { type Host, reasonOf } from "./host.ts";
import { keepUndoInItsField } from "./keys.ts";
import { safeUrl } from "./markdown/safeUrl.ts";
import { PanelElement } from "./panelElement.ts";

const reloadCommand = "workbench.action.reloadWindow";

/** The one command link there is: with the host gone, VS Code itself has to act (PKG-16). */
function lostNotice(): TemplateResult {
  return html`<div class="lost" role="alert">
    <p>The extension host has stopped. What you did is kept; reload the window to go on.</p>
    <a href=${`command:${reloadCommand}`} data-command=${reloadCommand}>Reload Window</a>
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
  #feed: DrawingFeed | undefined;
  #canvasDrawing: CanvasDrawing | undefined;
  #told = "";
  #wantsFocus = false;
  #focusKeeper = new FocusKeeper(this, () => this.focusComposer());

  constructor() {
    super();
    this.addEventListener("click", this.#linkClicked);
    this.addEventListener("auxclick", this.#linkClicked);
    this.addEventListener("beforeinput", keepUndoInItsField);
    takeDroppedImages(this, (file, event) => void this.#addImage(file, event));
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
    if (changed.has("drawing")) this.#canvasDrawing = canvasDrawing(this.drawing, this.state);
  }

  protected override render(): TemplateResult {
    const { state, host } = this;
    if (state === undefined || host === undefined) {
      return html`<main class="opening">${progressRing("Opening")}</main>`;
    }
    const outlineFolded = this.outlineFolded === true;
    return html`${this.isLost ? lostNotice() : nothing}
    <main class="halves" .style=${`--split:${this.split ?? initialSplit}%`}>
      <section id="design-pane" aria-label="Design" data-folded=${outlineFolded ? "true" : nothing}>
        ${designPane(state.design, host, {
          outlineFolded,
          onFold: () => this.#foldOutline(!outlineFolded),
          onNamed: () => this.focusComposer(),
          drawing: this.#canvasDrawing,
          pages: state.drawing.pages,
          selection: this.selection,
          onSelect: (ids) => this.#select(ids),
          onShowPage: (id) => this.#showPage(id),
        })}
      </section>
      <silverpoint-divider
        .split=${this.split}
        .onMove=${(split: number | undefined) => this.#moveDivider(split)}
      ></silverpoint-divider>
      <silverpoint-conversation
        .host=${host}
        .state=${state}
        .refusal=${this.refusal}
        .onRefusalRead=${() => this.showRefusal("")}
      ></silverpoint-conversation>
    </main>`;
  }

  protected override async updated(): Promise<void> {
    if (!this.#wantsFocus) return;
    const conversation = this.querySelector("silverpoint-conversation");
    if (!(conversation instanceof SilverpointConversation)) return;
    await conversation.updateComplete;
    this.focusComposer();
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
