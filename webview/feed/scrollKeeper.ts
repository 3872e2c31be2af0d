import { rowHolding, type ShownRow } from "./shownRow.ts";
import { pieceInSight, reachesInto, topIn } from "./sight.ts";

/** Distance from the end, in pixels, that still counts as being at the end. */
const nearEnd = 8;

/** Distance from the end, in pixels, from which on somebody may want to be taken back there. */
const farFromEnd = 60;

/** What is shown got shorter by no more than this for a moment, in pixels, where a move up that nobody made is by that. */
const mostClamped = 200;

/** How far what is read may be from where it was, in pixels, without being moved back: less than can be seen. */
const tolerance = 0.75;

/** How somebody begins to scroll, besides the wheel. */
const drivingEvents = ["keydown", "pointerdown", "touchmove"] as const;
const scrollKeys: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home", " "]);

/** Where somebody reads: an item's place, and how far its row's top is below the top of what is seen, in pixels. */
export interface ReadingPlace {
  readonly first: number;
  readonly offset: number;
}

/** What the keeper has to know of the rows. */
export interface ScrolledRows {
  /** The rows that are on the page, in order. */
  readonly shown: () => readonly ShownRow[];
  /** About how far down the row of this place begins, in pixels from the top of the whole; undefined where there is none. */
  readonly startOf: (place: number) => number | undefined;
  /** The other way about. */
  readonly placeAt: (top: number) => ReadingPlace | undefined;
  /** The position was set, and other rows may be in sight now. */
  readonly onSet: (top: number) => void;
  readonly onFollowing: () => void;
  /** The person has moved to another place, or what is followed has. */
  readonly onMove: () => void;
}

/**
 * Keeps a scrolled element at its end while it grows, for as long as the person is there; scrolling up ends that at once,
 * scrolling down to the end takes it up again. Anywhere else, what is read stays where it is on the screen, whatever changes
 * its height above.
 */
export class ScrollKeeper {
  readonly #scroller: HTMLElement;
  readonly #rows: ScrolledRows;
  /** On the way to a place that wasn't laid out before; being at the end meanwhile says nothing. */
  #isArriving = false;
  readonly #observer = new ResizeObserver(() => this.#resized());
  #following = true;
  #lastTop = 0;
  /** The person has touched, pressed or used a key that scrolls, and the scrolling that may come of it hasn't ended. */
  #isDriven = false;
  /** How high the whole and what is seen of it were then, in pixels. */
  #lastHeights = { whole: 0, seen: 0 };
  #place: ReadingPlace | undefined;
  /** A piece of the row at the top of what is seen, and where it was: rows can be higher than the window. */
  #piece: { readonly element: Element; readonly top: number } | undefined;

  constructor(scroller: HTMLElement, content: HTMLElement, rows: ScrolledRows) {
    this.#scroller = scroller;
    this.#rows = rows;
    this.#tellBrowser();
    this.#observer.observe(scroller);
    this.#observer.observe(content);
    scroller.addEventListener("scroll", this.#scrolled, { passive: true });
    scroller.addEventListener("wheel", this.#wheeled, { passive: true });
    for (const type of drivingEvents) scroller.addEventListener(type, this.#driven, { passive: true });
    scroller.addEventListener("scrollend", this.#rested);
  }

  get following(): boolean {
    return this.#following;
  }

  /** The end is in sight, whether or not it is followed. */
  get isAtEnd(): boolean {
    return this.#distance() <= nearEnd;
  }

  /** The end is neither followed nor near. */
  get isAway(): boolean {
    return !this.#following && this.#distance() > farFromEnd;
  }

  /** On the way to a place that wasn't laid out before. */
  get arriving(): boolean {
    return this.#isArriving;
  }

  /** Where the person reads; undefined while the end is followed. */
  get place(): ReadingPlace | undefined {
    return this.#following ? undefined : this.#place;
  }

  /** Goes to the end and stays there. */
  follow(): void {
    this.#setFollowing(true);
    this.settle();
  }

  /** Stays at the reading position, even when what is shown changes its height. */
  hold(): void {
    this.#setFollowing(false);
    this.#setArriving(false);
    this.#remember();
  }

  /** Goes to a place and stays there. */
  goTo(place: ReadingPlace): void {
    this.#place = place;
    this.#piece = undefined;
    this.#setArriving(true);
    this.#setFollowing(false);
    const start = this.#rows.startOf(place.first);
    if (start !== undefined && this.#elementOf(place.first) === undefined) this.#setTop(start - place.offset);
    this.settle();
    this.#rows.onMove();
  }

  close(): void {
    this.#observer.disconnect();
    this.#scroller.removeEventListener("scroll", this.#scrolled);
    this.#scroller.removeEventListener("wheel", this.#wheeled);
    for (const type of drivingEvents) this.#scroller.removeEventListener(type, this.#driven);
    this.#scroller.removeEventListener("scrollend", this.#rested);
  }

  /**
   * Learns of a move that the page tells of only in its next frame: one of the person's must not be undone before. To be asked
   * before what is shown is changed: a move that is found right after that is the change's own. Where a place is held, no move
   * counts that comes with another height: the place would be lost by it.
   */
  look(): void {
    if (this.#following || !this.#isResized()) this.#scrolled();
  }

  /** Brings back to its place what should be there. */
  settle(): void {
    if (this.#following) this.#setTop(this.#scroller.scrollHeight);
    else this.#restore();
    this.#note();
  }

  #resized(): void {
    this.look();
    this.settle();
    // What stands there before the first row, as an invitation, is read from its beginning, also when it only now grows too high.
    const isHeld = this.#following || this.#isArriving || this.#rows.shown().length === 0;
    // Rows that are just being measured can make the whole too short for a moment: the end that is met then is none.
    if (!isHeld && this.#isInPlace() && this.#distance() <= nearEnd) this.#setFollowing(true);
  }

  #isInPlace(): boolean {
    const drift = this.#place && this.#drift(this.#place);
    return drift === undefined || Math.abs(drift) <= tolerance;
  }

  #restore(): void {
    const place = this.#place;
    if (place === undefined) return;
    const drift = this.#drift(place);
    if (drift === undefined) return;
    if (Math.abs(drift) > tolerance) this.#setTop(this.#scroller.scrollTop + drift);
    else if (this.#elementOf(place.first) !== undefined) this.#setArriving(false);
  }

  #drift({ first, offset }: ReadingPlace): number | undefined {
    const piece = this.#piece;
    if (piece?.element.isConnected) return topIn(this.#scroller, piece.element) - piece.top;
    const row = this.#elementOf(first);
    if (row !== undefined) return topIn(this.#scroller, row) - offset;
    const start = this.#rows.startOf(first);
    return start === undefined ? undefined : start - offset - this.#scroller.scrollTop;
  }

  #isResized(): boolean {
    const { scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight !== this.#lastHeights.whole || clientHeight !== this.#lastHeights.seen;
  }

  /**
   * Whether the browser alone has moved the position up, because what is shown got shorter than that for a moment. It can have
   * grown again since, so that only something that changed its height, and nobody at the wheel or the keys, tells that.
   */
  #isClamped(top: number): boolean {
    const { scrollHeight, clientHeight } = this.#scroller;
    const { whole, seen } = this.#lastHeights;
    if (!this.#following || this.#isDriven || !this.#isResized()) return false;
    const shrunk = whole - scrollHeight + clientHeight - seen;
    return this.#lastTop - top <= Math.max(shrunk, mostClamped);
  }

  #note(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    this.#lastTop = scrollTop;
    this.#lastHeights = { whole: scrollHeight, seen: clientHeight };
  }

  #setTop(top: number): void {
    this.#scroller.scrollTop = top;
    const now = this.#scroller.scrollTop;
    if (now === this.#lastTop) return;
    this.#lastTop = now;
    this.#rows.onSet(now);
  }

  #scrolled = (): void => {
    const top = this.#scroller.scrollTop;
    if (top === this.#lastTop) return;
    this.#setArriving(false);
    const distance = this.#distance();
    if (distance <= nearEnd && top >= this.#lastTop) this.#setFollowing(true);
    // Content that got shorter moves the position up as well, and where nothing came instead it leaves it at the end.
    else if (top < this.#lastTop && distance > 1) {
      if (this.#isClamped(top)) {
        this.settle();
        return;
      }
      this.#setFollowing(false);
    }
    this.#note();
    if (!this.#following) this.#remember();
    this.#rows.onMove();
  };

  #driven = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || scrollKeys.has(event.key)) this.#isDriven = true;
  };

  #rested = (): void => {
    this.#isDriven = false;
  };

  #wheeled = (event: WheelEvent): void => {
    if (event.deltaY < 0 && this.#scroller.scrollTop > 0) this.hold();
  };

  /** Takes what stands at the top of what is seen as that which is read. */
  #remember(): void {
    const row = this.#rows.shown().find(({ element }) => reachesInto(this.#scroller, element));
    const top = row === undefined ? Number.POSITIVE_INFINITY : topIn(this.#scroller, row.element);
    if (row === undefined || top > this.#scroller.clientHeight) {
      this.#place = this.#rows.placeAt(this.#scroller.scrollTop);
      this.#piece = undefined;
      return;
    }
    if (!row.isKnown) {
      const height = row.element.clientHeight / row.count;
      const passed = Math.min(Math.max(Math.floor(-top / Math.max(height, 1)), 0), row.count - 1);
      this.#place = { first: row.first + passed, offset: top + passed * height };
      this.#piece = undefined;
      return;
    }
    this.#place = { first: row.first, offset: top };
    const piece = pieceInSight(this.#scroller, row.element);
    this.#piece = { element: piece, top: topIn(this.#scroller, piece) };
  }

  #elementOf(first: number): HTMLElement | undefined {
    return rowHolding(this.#rows.shown(), first)?.element;
  }

  #distance(): number {
    return this.#scroller.scrollHeight - this.#scroller.scrollTop - this.#scroller.clientHeight;
  }

  #setArriving(isArriving: boolean): void {
    if (isArriving === this.#isArriving) return;
    this.#isArriving = isArriving;
    this.#tellBrowser();
  }

  /** The browser's own keeping of what is seen would look like a move of the person's, where that isn't what counts. */
  #tellBrowser(): void {
    this.#scroller.dataset.anchoring = this.#following || this.#isArriving ? "off" : "on";
  }

  #setFollowing(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#tellBrowser();
    this.#rows.onFollowing();
  }
}
