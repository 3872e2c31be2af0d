import type { Point, Rect } from "../../src/drawing/index.ts";
import {
  fittingView,
  inSight,
  keptInSight,
  moved,
  nextZoom,
  pagePointAt,
  type Size,
  type View,
  zoomedAt,
} from "./view.ts";

/** The parts that show the page. */
export interface StageParts {
  /** What the page lies on. It scrolls, as far as some of the page stays in sight. */
  readonly desk: HTMLElement;
  /** As large as all that can be scrolled to. */
  readonly space: HTMLElement;
  /** Holds the drawing, and is scaled. */
  readonly layer: HTMLElement;
  /** The page's edge and shadow, below the drawing. */
  readonly sheet: HTMLElement;
  /** Rings around what is selected, above the drawing; not scaled, so that they stay one pixel wide. */
  readonly marks: HTMLElement;
}

export interface StageListener {
  /** The view has changed and come to rest; undefined: the whole page is kept in sight. */
  readonly onView: (view: View | undefined) => void;
  /** Called in an animation frame whenever the zoom isn't what it was. */
  readonly onZoom: (zoom: number) => void;
}

/** After so many milliseconds without another step the zoom has ended. */
const zoomEnd = 180;
/** After so many milliseconds without another movement the view has come to rest. */
const rest = 250;
const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Where the page lies on the desk. Moving it is scrolling, which the browser does without drawing anything, however much
 * there is on the page. While the zoom changes only transforms do, so that the drawing is stretched as it is; when that
 * ends, what can be scrolled to gets its new size and the drawing is drawn sharp.
 */
export class Stage {
  readonly #parts: StageParts;
  readonly #listener: StageListener;
  readonly #abort = new AbortController();
  #desk: Size = { width: 0, height: 0 };
  #bounds: Rect = nowhere;
  /** Undefined while the whole page is to be seen, whatever size the desk has. */
  #view: View | undefined;
  #frame: number | undefined;
  #zoomTimer: number | undefined;
  #restTimer: number | undefined;
  #isZooming = false;
  /** The desk has another size than what was laid out last. */
  #isResized = false;
  #shownZoom: number | undefined;
  /** The zoom that the sheet has its size for. */
  #sheetZoom = 1;
  /** Where the desk was last scrolled to from here. */
  #scrolled: Point = { x: 0, y: 0 };

  constructor(parts: StageParts, listener: StageListener) {
    this.#parts = parts;
    this.#listener = listener;
    parts.desk.addEventListener("scroll", () => this.#followScroll(), { signal: this.#abort.signal });
  }

  get view(): View {
    return this.#view ?? fittingView(this.#bounds, this.#desk);
  }

  get size(): Size {
    return this.#desk;
  }

  resize(desk: Size): void {
    if (desk.width === 0 || desk.height === 0) return;
    if (desk.width === this.#desk.width && desk.height === this.#desk.height) return;
    this.#desk = desk;
    this.#isResized = true;
    this.#schedule();
  }

  /** Another page; `view` is where it was left. It is placed at once: what is drawn there next is laid out at its zoom. */
  show(bounds: Rect, view: View | undefined): void {
    this.#view = view;
    this.#bounds = bounds;
    this.#apply();
  }

  /** The page that is shown takes other bounds now. */
  grow(bounds: Rect): void {
    this.#bounds = bounds;
    this.#schedule();
  }

  move(right: number, down: number): void {
    this.#change(moved(this.view, right, down));
  }

  /** Multiplies the zoom; the place of the desk under the pointer stays where it is. */
  zoomBy(factor: number, place: Point): void {
    this.#zoom(this.view.zoom * factor, place);
  }

  step(direction: "in" | "out"): void {
    this.#zoom(nextZoom(this.view.zoom, direction), this.#middle());
  }

  zoomTo(zoom: number): void {
    this.#zoom(zoom, this.#middle());
  }

  fit(): void {
    this.#beginZoom();
    this.#take(undefined);
    this.#schedule();
  }

  /** The box in the middle, as large as it can be. */
  fitTo(box: Rect): void {
    this.#beginZoom();
    this.#change(fittingView(box, this.#desk));
  }

  /** Moves the box into sight, if too little of it is. */
  reveal(box: Rect): void {
    const { x, y, zoom } = this.view;
    const [deskWidth, deskHeight] = [this.#desk.width / zoom, this.#desk.height / zoom];
    const [left, top] = [x - deskWidth / 2, y - deskHeight / 2];
    const seenWidth = Math.min(box.x + box.width, left + deskWidth) - Math.max(box.x, left);
    const seenHeight = Math.min(box.y + box.height, top + deskHeight) - Math.max(box.y, top);
    const isSeen =
      seenWidth >= Math.min(box.width, deskWidth) / 2 && seenHeight >= Math.min(box.height, deskHeight) / 2;
    if (!isSeen) this.#change({ x: box.x + box.width / 2, y: box.y + box.height / 2, zoom });
  }

  pagePoint(place: Point): Point {
    return pagePointAt(this.view, this.#desk, place);
  }

  /** Tells at once where the view is, if it moved since it was last told. */
  readonly settle = (): void => {
    if (this.#restTimer === undefined) return;
    window.clearTimeout(this.#restTimer);
    this.#restTimer = undefined;
    this.#listener.onView(this.#view);
  };

  stop(): void {
    this.settle();
    this.#abort.abort();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#zoomTimer);
  }

  #middle(): Point {
    return { x: this.#desk.width / 2, y: this.#desk.height / 2 };
  }

  #zoom(zoom: number, place: Point): void {
    this.#beginZoom();
    this.#change(zoomedAt(this.view, this.#desk, place, zoom));
  }

  #change(view: View): void {
    // A desk that isn't laid out has no middle to move anything to.
    if (this.#desk.width === 0) return;
    this.#take(inSight(view, this.#bounds, this.#desk));
    this.#schedule();
  }

  #take(view: View | undefined): void {
    this.#view = view;
    window.clearTimeout(this.#restTimer);
    this.#restTimer = window.setTimeout(this.settle, rest);
  }

  #beginZoom(): void {
    this.#isZooming = true;
    this.#parts.layer.classList.add("zooming");
    window.clearTimeout(this.#zoomTimer);
  }

  /** Counted from the last frame of it, so that a slow one isn't taken for the end. */
  #endZoomSoon(): void {
    window.clearTimeout(this.#zoomTimer);
    this.#zoomTimer = window.setTimeout(() => {
      this.#isZooming = false;
      this.#parts.layer.classList.remove("zooming");
      this.#schedule();
    }, zoomEnd);
  }

  #schedule(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#apply();
    });
  }

  #apply(): void {
    if (this.#desk.width === 0) return;
    if (this.#isZooming && this.#shownZoom !== undefined) this.#stretch();
    else this.#layOut();
    const { zoom } = this.view;
    if (zoom === this.#shownZoom) return;
    this.#shownZoom = zoom;
    this.#listener.onZoom(zoom);
  }

  #layOut(): void {
    this.#isResized = false;
    const { desk, space, sheet } = this.#parts;
    const { x, y, zoom } = this.view;
    const { width, height } = this.#bounds;
    const origin = this.#origin(zoom);
    space.style.width = `${width * zoom + 2 * this.#margin(this.#desk.width)}px`;
    space.style.height = `${height * zoom + 2 * this.#margin(this.#desk.height)}px`;
    // A page that has no size yet would be a dot, its border.
    sheet.hidden = width === 0 || height === 0;
    sheet.style.width = `${width * zoom}px`;
    sheet.style.height = `${height * zoom}px`;
    this.#sheetZoom = zoom;
    this.#place(origin, zoom);
    desk.scrollLeft = wholePixels(origin.x + x * zoom - this.#desk.width / 2);
    desk.scrollTop = wholePixels(origin.y + y * zoom - this.#desk.height / 2);
    this.#scrolled = { x: desk.scrollLeft, y: desk.scrollTop };
  }

  /** Shows the view by transforms alone: nothing is laid out, and nothing scrolled. */
  #stretch(): void {
    const { x, y, zoom } = this.view;
    const origin = {
      x: wholePixels(this.#scrolled.x + this.#desk.width / 2 - x * zoom),
      y: wholePixels(this.#scrolled.y + this.#desk.height / 2 - y * zoom),
    };
    this.#place(origin, zoom);
    this.#endZoomSoon();
  }

  /** Puts the page's origin at a place of the space. */
  #place(origin: Point, zoom: number): void {
    const { layer, sheet, marks } = this.#parts;
    const corner = { x: origin.x + this.#bounds.x * zoom, y: origin.y + this.#bounds.y * zoom };
    layer.style.transform = `translate(${origin.x}px, ${origin.y}px) scale(${zoom})`;
    marks.style.transform = `translate(${origin.x}px, ${origin.y}px)`;
    sheet.style.transform = `translate(${corner.x}px, ${corner.y}px) scale(${zoom / this.#sheetZoom})`;
  }

  /** The browser scrolled by itself: by the wheel, or by a finger on a touchpad. */
  #followScroll(): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#parts.desk;
    // A desk that changes its size scrolls as far as it must, which nobody meant: it is about to be laid out anew.
    if (this.#isResized || clientWidth !== this.#desk.width || clientHeight !== this.#desk.height) return;
    const [right, down] = [scrollLeft - this.#scrolled.x, scrollTop - this.#scrolled.y];
    if (Math.abs(right) < 1 && Math.abs(down) < 1) return;
    this.#scrolled = { x: scrollLeft, y: scrollTop };
    this.#take(moved(this.view, -right, -down));
  }

  /** How far beyond the page's edges one can scroll. */
  #margin(room: number): number {
    return Math.round(Math.max(room - keptInSight, room / 2));
  }

  /** Where the page's origin is in the space. Between two pixels of the screen everything would be blurred. */
  #origin(zoom: number): Point {
    return {
      x: wholePixels(this.#margin(this.#desk.width) - this.#bounds.x * zoom),
      y: wholePixels(this.#margin(this.#desk.height) - this.#bounds.y * zoom),
    };
  }
}

function wholePixels(length: number): number {
  return Math.round(length * devicePixelRatio) / devicePixelRatio;
}
