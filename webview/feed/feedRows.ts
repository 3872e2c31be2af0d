import { type PanelState, pageOf, pageSize, type ViewItem } from "../../src/protocol/index.ts";
import { KeptPages } from "./keptPages.ts";
import { countOf, type FeedRow, rowsOf } from "./rows.ts";

type Items = Pick<PanelState, "items" | "itemsBefore" | "older">;

/**
 * The rows of a conversation, kept from one state to the next: a row whose items are the same stays the same object, and older
 * pages are looked at only when one of them changed.
 */
export class FeedRows {
  #older: readonly FeedRow[] = [];
  #newest: readonly FeedRow[] = [];
  #shown: Items = { items: [], itemsBefore: 0 };
  readonly #kept = new KeptPages();
  #ofPage = new WeakMap<readonly ViewItem[], readonly FeedRow[]>();

  /** Changes whenever rows before the newest ones may have. */
  get olderRows(): readonly FeedRow[] {
    return this.#older;
  }

  get length(): number {
    return this.#older.length + this.#newest.length;
  }

  /** How many items there are, known or not. */
  get itemCount(): number {
    return this.#shown.itemsBefore + this.#shown.items.length;
  }

  at(index: number): FeedRow | undefined {
    return index < this.#older.length ? this.#older[index] : this.#newest[index - this.#older.length];
  }

  /** The index of the row that an item's place is in; -1 where there are none. */
  indexOf(place: number): number {
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.at(middle)?.first ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return high;
  }

  /** Whether the items around this place have to be asked for: they aren't known, or only as they were before. */
  lacks(place: number): boolean {
    const { itemsBefore, older = [] } = this.#shown;
    return place < itemsBefore && !older.some(({ page }) => page === pageOf(place));
  }

  show({ items: nextItems, itemsBefore: nextBefore, older: nextOlder }: Items): void {
    const next: Items = { items: nextItems, itemsBefore: nextBefore, older: nextOlder };
    const { items, itemsBefore, older } = this.#shown;
    if (next.older !== older || next.itemsBefore !== itemsBefore) {
      this.#kept.follow(this.#shown, next);
      this.#older = this.#olderOf(next);
    }
    if (next.items !== items || next.itemsBefore !== itemsBefore) {
      this.#newest = keptRows(this.#newest, rowsOf(next.items, next.itemsBefore));
    }
    this.#shown = next;
  }

  #olderOf({ itemsBefore, older = [] }: Items): readonly FeedRow[] {
    const known = new Map(older.map(({ page, items }) => [page, items]));
    return Array.from({ length: itemsBefore / pageSize }, (_page, page) => {
      const items = known.get(page) ?? this.#kept.get(page);
      return items === undefined ? unknownPage(page) : this.#rowsOfPage(items, page);
    }).flat();
  }

  #rowsOfPage(items: readonly ViewItem[], page: number): readonly FeedRow[] {
    const rows = this.#ofPage.get(items) ?? rowsOf(items, page * pageSize);
    this.#ofPage.set(items, rows);
    return rows;
  }
}

const unknownPages = new Map<number, readonly FeedRow[]>();

function unknownPage(page: number): readonly FeedRow[] {
  const rows = unknownPages.get(page) ?? [{ kind: "unknown", first: page * pageSize, count: pageSize }];
  unknownPages.set(page, rows);
  return rows;
}

function keptRows(before: readonly FeedRow[], now: readonly FeedRow[]): readonly FeedRow[] {
  return now.map((row, index) => {
    const old = before[index];
    return old !== undefined && isSame(old, row) ? old : row;
  });
}

function isSame(a: FeedRow, b: FeedRow): boolean {
  if (a.first !== b.first || countOf(a) !== countOf(b)) return false;
  if (a.kind === "item" && b.kind === "item") return a.item === b.item;
  return a.kind === "tools" && b.kind === "tools" && a.items.every((item, index) => item === b.items[index]);
}
