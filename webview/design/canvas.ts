import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { boxAround, type NodeCorners, type Point } from "../../src/drawing/index.ts";
import { progressRing } from "../controls.ts";
import { isEscape } from "../keys.ts";
import { PanelElement } from "../panelElement.ts";
import { blankSheetIcon } from "./canvasIcons.ts";
import { runCanvasKey } from "./canvasKeys.ts";
import { canvasTools } from "./canvasTools.ts";
import { type CanvasDrawing, DrawnPage } from "./drawnPage.ts";
import { Gestures } from "./gestures.ts";
import { nodeIdAt } from "./nodeAt.ts";
import { rings } from "./rings.ts";
import { selectionText } from "./selectionText.ts";
import { Stage } from "./stage.ts";
import { SvgDom } from "./svgDom.ts";
import type { View } from "./view.ts";

/** The drawing of one page (DOC-3): moved and zoomed by hand, drawn anew where the design changes. */
export class SilverpointCanvas extends PanelElement {
  static override properties: PropertyDeclarations = {
    drawing: { attribute: false },
    selection: { attribute: false },
    pointed: { attribute: false },
    onSelect: { attribute: false },
    views: { attribute: false },
    onView: { attribute: false },
    zoom: { state: true },
    hovered: { state: true },
    isEmpty: { state: true },
  };
  /** Undefined until it has come. */
  drawing: CanvasDrawing | undefined;
  selection: readonly string[] = [];
  /** Nodes that are pointed at from elsewhere: they get a ring each. */
  pointed: readonly string[] = [];
  onSelect: ((ids: readonly string[]) => void) | undefined;
  /** Where each page was left, by its id, when the panel was hidden or reloaded. */
  views: Readonly<Record<string, View>> = {};
  onView: ((page: string, view: View | undefined) => void) | undefined;
  zoom = 1;
  hovered: string | undefined;
  isEmpty = false;
  readonly #drawn = new DrawnPage();
  #stage: Stage | undefined;
  #gestures: Gestures | undefined;
  #dom: SvgDom | undefined;
  #resized: ResizeObserver | undefined;
  #selected: readonly NodeCorners[] = [];
  #pressed: readonly string[] | undefined;
  #shownPage: string | undefined;
  #hoverFrame: number | undefined;

  /** The point of the page at a place of the window; the middle of what is seen without one. */
  pagePoint(place?: { readonly clientX: number; readonly clientY: number }): Point {
    const stage = this.#stage;
    if (stage === undefined) return { x: 0, y: 0 };
    if (place === undefined) return stage.pagePoint({ x: stage.size.width / 2, y: stage.size.height / 2 });
    const { left, top } = this.#part(".desk", HTMLElement).getBoundingClientRect();
    return stage.pagePoint({ x: place.clientX - left, y: place.clientY - top });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("pagehide", this.#leave);
    this.#stage?.stop();
    this.#gestures?.stop();
    this.#resized?.disconnect();
    this.#stage = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("pagehide", this.#leave);
    if (this.hasUpdated) this.#start();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { drawing } = this;
    if (changed.has("drawing") && drawing !== undefined) {
      this.#drawn.take(drawing);
      this.isEmpty = !hasNodes(drawing.page);
    }
    if (changed.has("drawing") || changed.has("selection")) this.#selected = this.#drawn.find(this.selection);
  }

  protected override render(): TemplateResult {
    const { drawing } = this;
    const page = this.#drawn.page;
    const name = typeof page?.name === "string" && page.name !== "" ? page.name : l10n.t("Untitled page");
    return html`<div
        class="desk"
        tabindex="0"
        role="group"
        aria-label=${l10n.t("Drawing")}
        aria-busy=${drawing === undefined ? "true" : "false"}
        aria-keyshortcuts="+ - 0 1 Escape"
        @keydown=${this.#keyPressed}
        @dblclick=${this.#zoomToNode}
      >
        <div class="space">
          <div class="sheet"></div>
          <div class="layer">
            <svg class="drawing" role="img" aria-label=${l10n.t("Page {0}", name)} width="1" height="1"></svg>
          </div>
          <div class="marks">
            ${rings(this.#selected, this.hovered === undefined ? [] : this.#drawn.find([this.hovered]), this.zoom, this.#drawn.find(this.pointed))}
          </div>
        </div>
      </div>
      ${drawing === undefined ? html`<div class="canvas-note">${progressRing(l10n.t("Loading the drawing"))}</div>` : nothing}
      ${drawing !== undefined && this.isEmpty ? emptyPage() : nothing}
      ${drawing === undefined ? nothing : canvasTools(this.zoom, () => this.#stage)}
      <p class="unseen" role="status">${drawing === undefined ? "" : selectionText(this.#selected)}</p>`;
  }

  protected override firstUpdated(): void {
    const svg = this.#part(".drawing", SVGElement);
    this.#dom = new SvgDom(svg);
    // An image's error doesn't bubble; on its way down it can be seen.
    svg.addEventListener("error", this.#imageFailed, { capture: true });
    this.#start();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("drawing")) this.#redraw();
    if (changed.has("selection")) this.#revealSelection();
  }

  #start(): void {
    const desk = this.#part(".desk", HTMLElement);
    const part = (selector: string) => this.#part(selector, HTMLElement);
    const stage = new Stage(
      { desk, space: part(".space"), layer: part(".layer"), sheet: part(".sheet"), marks: part(".marks") },
      {
        onView: (view) => this.#shownPage !== undefined && this.onView?.(this.#shownPage, view),
        onZoom: (zoom) => {
          this.zoom = zoom;
        },
      },
    );
    this.#stage = stage;
    this.#gestures = new Gestures(desk, {
      onMove: (right, down) => stage.move(right, down),
      onZoom: (factor, place) => stage.zoomBy(factor, place),
      onPress: (event) => this.#press(event),
      onHover: (event) => this.#hover(event),
    });
    this.#resized = new ResizeObserver(this.#fitDesk);
    this.#resized.observe(desk);
    this.#fitDesk();
    this.#shownPage = undefined;
    this.#redraw();
  }

  #redraw(): void {
    const drawn = this.#drawn.draw();
    if (drawn === undefined) return;
    const id = typeof this.#drawn.page?.id === "string" ? this.#drawn.page.id : "";
    if (this.#shownPage === id) this.#stage?.grow(drawn.bounds);
    else {
      // What moved on the former page is told as that page's.
      this.#stage?.settle();
      this.#shownPage = id;
      // The desk is another one where the outline made room: said later, all would be laid out and drawn twice.
      this.#fitDesk();
      this.#stage?.show(drawn.bounds, Object.hasOwn(this.views, id) ? this.views[id] : undefined);
    }
    this.#dom?.show(drawn.content);
  }

  #fitDesk = (): void => {
    const { clientWidth: width, clientHeight: height } = this.#part(".desk", HTMLElement);
    this.#stage?.resize({ width, height });
  };

  #press(event: PointerEvent): void {
    const id = nodeIdAt(this.#part(".drawing", SVGElement), event.clientX, event.clientY);
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    if (id === undefined) this.#select(isAdding ? this.selection : []);
    else if (!isAdding) this.#select([id]);
    else if (this.selection.includes(id)) this.#select(this.selection.filter((other) => other !== id));
    else this.#select([...this.selection, id]);
  }

  #select(ids: readonly string[]): void {
    this.#pressed = ids;
    this.onSelect?.(ids);
  }

  #hover(event: PointerEvent | undefined): void {
    if (this.#hoverFrame !== undefined) cancelAnimationFrame(this.#hoverFrame);
    this.#hoverFrame = requestAnimationFrame(() => {
      this.#hoverFrame = undefined;
      const id = event && nodeIdAt(this.#part(".drawing", SVGElement), event.clientX, event.clientY);
      this.hovered = id !== undefined && this.selection.includes(id) ? undefined : id;
    });
  }

  /** What was selected elsewhere comes into sight; what was pressed here is in sight. */
  #revealSelection(): void {
    const isOwn = this.#pressed === this.selection;
    this.#pressed = undefined;
    const box = boxAround(this.#selected.flatMap(({ corners }) => corners));
    if (!isOwn && box !== undefined) this.#stage?.reveal(box);
  }

  #zoomToNode(event: MouseEvent): void {
    const id = nodeIdAt(this.#part(".drawing", SVGElement), event.clientX, event.clientY);
    const box = id === undefined ? undefined : boxAround(this.#drawn.find([id]).flatMap(({ corners }) => corners));
    if (box !== undefined) this.#stage?.fitTo(box);
  }

  #keyPressed(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.classList.contains("desk")) return;
    if (isEscape(event) && this.selection.length > 0) this.#select([]);
    else if (this.#stage === undefined || !runCanvasKey(event, this.#stage)) return;
    event.preventDefault();
  }

  #leave = (): void => this.#stage?.settle();

  #imageFailed = ({ target }: Event): void => {
    const url = target instanceof SVGImageElement ? target.getAttribute("href") : null;
    if (url !== null && this.#drawn.markMissing(url)) this.#redraw();
  };

  #part<E extends Element>(selector: string, kind: new () => E): E {
    const part = this.querySelector(selector);
    if (!(part instanceof kind)) throw new Error(`The canvas has no ${selector}.`);
    return part;
  }
}

function emptyPage(): TemplateResult {
  return html`<div class="canvas-note">
    <div class="blank-page">
      ${blankSheetIcon}
      <h3>${l10n.t("A blank page")}</h3>
      <p>${l10n.t("Say what you would like to see on it, and it is drawn here.")}</p>
    </div>
  </div>`;
}

function hasNodes(page: CanvasDrawing["page"]): boolean {
  return page !== undefined && Array.isArray(page.children) && page.children.length > 0;
}

customElements.define("silverpoint-canvas", SilverpointCanvas);
