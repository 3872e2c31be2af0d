import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from "@tanstack/virtual-core";
import { estimatedHeight } from "./estimate.ts";
import type { FeedRow } from "./rows.ts";

/** How many rows beyond what is seen are laid out, on either side. */
const overscan = 6;

/** How often rows are brought onto the page in one frame because the position was set. */
const mostMoves = 3;

/** A row that is to be on the page, and how much room is left before it for rows that aren't. */
export interface PlacedRow {
  readonly row: FeedRow;
  readonly index: number;
  readonly gap: number;
  readonly size: number;
}

interface Rows {
  readonly length: number;
  readonly olderRows: readonly FeedRow[];
  at(index: number): FeedRow | undefined;
  indexOf(place: number): number;
}

/** Which rows are to be on the page: those near what is seen, and those that must not go, as the one with the focus. */
export class VirtualRows {
  readonly #rows: Rows;
  readonly #pinned: () => Iterable<number>;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #onChange: () => void;
  readonly #scroller: () => HTMLElement | null;
  #olderRows: readonly FeedRow[] = [];
  #keyOf = (index: number): number => keyOf(this.#rows.at(index), index);
  /** How often the position was set in this frame so that other rows came into sight. */
  #moves = 0;
  /** How far the rows begin below the scrolled element's top, in pixels. */
  #margin = 0;

  /** `pinned` gives the indexes of rows that have to stay on the page. */
  constructor(rows: Rows, scroller: () => HTMLElement | null, pinned: () => Iterable<number>, onChange: () => void) {
    this.#rows = rows;
    this.#pinned = pinned;
    this.#onChange = onChange;
    this.#scroller = scroller;
    this.#virtualizer = new Virtualizer(this.#options());
    // What is read is held by the ScrollKeeper, which looks at the page itself.
    this.#virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  }

  /** To be called when the rows have changed. */
  update(): void {
    if (this.#olderRows !== this.#rows.olderRows) {
      this.#olderRows = this.#rows.olderRows;
      // Another function makes it ask for every key anew.
      this.#keyOf = (index) => keyOf(this.#rows.at(index), index);
    }
    this.#virtualizer.setOptions(this.#options());
  }

  /** Begins to follow the scrolled element, once it is on the page. */
  start(margin: number): void {
    this.#margin = margin;
    this.update();
    this.#virtualizer._willUpdate();
  }

  stop(): void {
    this.#virtualizer._didMount()();
  }

  get isScrolling(): boolean {
    return this.#virtualizer.isScrolling;
  }

  placed(): { readonly rows: readonly PlacedRow[]; readonly gapAfter: number } {
    let end = this.#margin;
    const rows = this.#virtualizer.getVirtualItems().flatMap((item): PlacedRow[] => {
      const row = this.#rows.at(item.index);
      if (row === undefined) return [];
      const gap = item.start - end;
      end = item.end;
      return [{ row, index: item.index, gap, size: item.size }];
    });
    return { rows, gapAfter: this.#virtualizer.getTotalSize() + this.#margin - end };
  }

  /** Follows the height of a row that is on the page. */
  measure(element: HTMLElement): void {
    this.#virtualizer.measureElement(element);
  }

  /** Lets go of the elements that aren't on the page any more. */
  release(): void {
    this.#virtualizer.measureElement(null);
  }

  /** The position was set; the page learns of it only in its next frame. */
  moved(top: number): void {
    this.#virtualizer.scrollOffset = top;
    const before = this.#virtualizer.range;
    this.#virtualizer.calculateRange();
    const now = this.#virtualizer.range;
    if (before?.startIndex !== now?.startIndex || before?.endIndex !== now?.endIndex) this.#showMoved();
  }

  /**
   * Rows of other heights than they were taken for move what is seen, which brings other rows: a few times that is settled at
   * once, and then frame by frame, when the heights have been measured.
   */
  #showMoved(): void {
    if (this.#moves === 0) {
      requestAnimationFrame(() => {
        const isUnsettled = this.#moves > mostMoves;
        this.#moves = 0;
        if (isUnsettled) this.#onChange();
      });
    }
    this.#moves++;
    if (this.#moves <= mostMoves) this.#onChange();
  }

  /** About where an item's place begins, from the top of all that is scrolled. */
  startOf(place: number): number | undefined {
    const index = this.#rows.indexOf(place);
    const row = this.#rows.at(index);
    const measured = this.#virtualizer.measurementsCache[index];
    if (row === undefined || measured === undefined) return undefined;
    if (row.kind !== "unknown") return measured.start;
    return measured.start + (measured.size * (place - row.first)) / row.count;
  }

  /** The place whose row is about so far down, and how far below that position the row begins. */
  placeAt(top: number): { readonly first: number; readonly offset: number } | undefined {
    const item = this.#virtualizer.getVirtualItemForOffset(top);
    const row = item && this.#rows.at(item.index);
    return row && { first: row.first, offset: item.start - top };
  }

  #options() {
    return {
      count: this.#rows.length,
      getScrollElement: this.#scroller,
      getItemKey: this.#keyOf,
      estimateSize: (index: number) => estimatedHeight(this.#rows.at(index)),
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      measureElement: heightOf,
      onChange: this.#onChange,
      // Another function makes it look again at what is pinned.
      rangeExtractor: (range: Range) => this.#extract(range),
      scrollMargin: this.#margin,
      // The end is what is shown first; what stands there without rows is read from its beginning.
      initialOffset: () => (this.#rows.length === 0 ? 0 : Number.MAX_SAFE_INTEGER),
      overscan,
    };
  }

  #extract({ startIndex, endIndex, count }: Range): number[] {
    const indexes = new Set(this.#pinned());
    for (let index = startIndex; index <= endIndex; index++) indexes.add(index);
    for (const index of this.#beyond(startIndex, -1)) indexes.add(index);
    for (const index of this.#beyond(endIndex, 1)) indexes.add(index);
    return [...indexes].filter((index) => index >= 0 && index < count).sort((a, b) => a - b);
  }

  /** The rows behind one; of the pages that haven't come only the nearest: it is many rows by itself. */
  *#beyond(from: number, step: number): Iterable<number> {
    for (let index = from + step; Math.abs(index - from) <= overscan; index += step) {
      yield index;
      if (this.#rows.at(index)?.kind === "unknown") return;
    }
  }
}

/** A place is a row's key; where items are still missing it must not be that of the first that comes. */
function keyOf(row: FeedRow | undefined, index: number): number {
  if (row === undefined) return index;
  return row.kind === "unknown" ? -1 - row.first : row.first;
}

/** In fractions of a pixel; what hasn't been laid out keeps the height that it is taken for, and tells its own soon. */
function heightOf(
  element: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  { options, itemSizeCache }: Virtualizer<HTMLElement, HTMLElement>,
): number {
  const measured = entry?.borderBoxSize[0]?.blockSize;
  if (measured !== undefined) return measured;
  const index = Number(element.dataset.index);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}
