import type { Point } from "../../src/drawing/index.ts";

/** What a person does with pointer and wheel on the desk. Places are px from its top left corner. */
export interface GestureListener {
  readonly onMove: (right: number, down: number) => void;
  readonly onZoom: (factor: number, place: Point) => void;
  readonly onPress: (event: PointerEvent) => void;
  /** The pointer rests or moves over the desk with no button down; undefined when it leaves or drags. */
  readonly onHover: (event: PointerEvent | undefined) => void;
}

/** A press that moves further than this, in px, is a drag. */
const dragDistance = 4;
/** A line and a page of wheels that don't count in px. */
const linePixels = 16;
const pagePixels = 400;
/** One notch of a wheel zooms by no more than a third. */
const largestZoomDelta = 30;

interface Press {
  readonly pointerId: number;
  readonly start: Point;
  readonly canSelect: boolean;
  last: Point;
  isDrag: boolean;
}

/** Wheel with Ctrl or Cmd, or a pinch on a touchpad: zoom. Drag with any of the first two buttons or a finger: move. Two fingers: zoom. */
export class Gestures {
  readonly #desk: HTMLElement;
  readonly #listener: GestureListener;
  readonly #fingers = new Map<number, Point>();
  readonly #abort = new AbortController();
  #press: Press | undefined;
  #isSpaceHeld = false;

  constructor(desk: HTMLElement, listener: GestureListener) {
    this.#desk = desk;
    this.#listener = listener;
    const { signal } = this.#abort;
    desk.addEventListener("wheel", this.#wheel, { signal, passive: false });
    desk.addEventListener("pointerdown", this.#down, { signal });
    desk.addEventListener("pointermove", this.#moved, { signal });
    desk.addEventListener("pointerup", this.#up, { signal });
    desk.addEventListener("pointercancel", this.#cancelled, { signal });
    desk.addEventListener("pointerleave", () => listener.onHover(undefined), { signal });
    // The middle button would start the browser's own scrolling.
    desk.addEventListener("mousedown", (event) => event.button === 1 && event.preventDefault(), { signal });
    desk.addEventListener("keydown", (event) => this.#space(event, true), { signal });
    desk.addEventListener("keyup", (event) => this.#space(event, false), { signal });
    desk.addEventListener("blur", () => this.#holdSpace(false), { signal });
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Without Ctrl or Cmd the desk scrolls by itself. */
  #wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? linePixels
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? pagePixels
          : 1;
    const delta = Math.min(Math.max(event.deltaY * unit, -largestZoomDelta), largestZoomDelta);
    this.#listener.onZoom(Math.exp(-delta / 100), this.#placeOf(event));
  };

  #down = (event: PointerEvent): void => {
    if (event.button > 1 || !(event.target instanceof Element)) return;
    this.#desk.setPointerCapture(event.pointerId);
    const place = this.#placeOf(event);
    if (event.pointerType === "touch") this.#fingers.set(event.pointerId, place);
    if (this.#fingers.size > 1) {
      this.#endPress();
      return;
    }
    const canSelect = event.button === 0 && !this.#isSpaceHeld;
    this.#press = { pointerId: event.pointerId, start: place, last: place, canSelect, isDrag: !canSelect };
    if (!canSelect) this.#beginDrag();
  };

  #moved = (event: PointerEvent): void => {
    const place = this.#placeOf(event);
    if (this.#fingers.size > 1 && this.#fingers.has(event.pointerId)) {
      this.#pinch(event.pointerId, place);
      return;
    }
    const press = this.#press;
    if (press === undefined || press.pointerId !== event.pointerId) {
      if (event.buttons === 0) this.#listener.onHover(event);
      return;
    }
    if (!press.isDrag && distance(press.start, place) < dragDistance) return;
    if (!press.isDrag) this.#beginDrag();
    press.isDrag = true;
    this.#listener.onMove(place.x - press.last.x, place.y - press.last.y);
    press.last = place;
  };

  #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (press === undefined || press.pointerId !== event.pointerId) return;
    this.#endPress();
    if (press.canSelect && !press.isDrag) this.#listener.onPress(event);
  };

  #cancelled = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    this.#endPress();
  };

  /** The middle of two fingers stays on the same point of the page. */
  #pinch(moved: number, place: Point): void {
    const former = this.#fingers.get(moved);
    const other = [...this.#fingers].find(([id]) => id !== moved)?.[1];
    this.#fingers.set(moved, place);
    if (former === undefined || other === undefined) return;
    this.#listener.onMove((place.x - former.x) / 2, (place.y - former.y) / 2);
    const apart = distance(former, other);
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    if (apart > 0) this.#listener.onZoom(distance(place, other) / apart, middle);
  }

  #space(event: KeyboardEvent, isDown: boolean): void {
    if (event.key !== " " || event.target !== this.#desk) return;
    event.preventDefault();
    this.#holdSpace(isDown);
  }

  #holdSpace(isHeld: boolean): void {
    this.#isSpaceHeld = isHeld;
    this.#desk.classList.toggle("grab", isHeld);
  }

  #beginDrag(): void {
    this.#desk.classList.add("grabbing");
    this.#listener.onHover(undefined);
  }

  #endPress(): void {
    this.#press = undefined;
    this.#desk.classList.remove("grabbing");
  }

  #placeOf(event: MouseEvent): Point {
    const { left, top } = this.#desk.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
