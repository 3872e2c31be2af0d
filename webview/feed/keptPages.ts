import { itemAt, type PanelState, pageSize, type ViewItem } from "../../src/protocol/index.ts";

type Items = Pick<PanelState, "items" | "itemsBefore" | "older">;

/**
 * Pages that were known before all came anew, as after a gap in the updates: they stand there until they have come again, so
 * that nobody who reads among older items loses sight of them.
 */
export class KeptPages {
  readonly #pages = new Map<number, readonly ViewItem[]>();

  get(page: number): readonly ViewItem[] | undefined {
    return this.#pages.get(page);
  }

  /** To be called when what is known has changed. Another conversation has other items where its newest begin. */
  follow(before: Items, now: Items): void {
    const isSame = now.items[0] !== undefined && itemAt(before, now.itemsBefore)?.id === now.items[0].id;
    if (!isSame) this.#pages.clear();
    else for (const { page, items } of pagesOf(before)) this.#pages.set(page, items);
    for (const { page } of now.older ?? []) this.#pages.delete(page);
    for (const page of this.#pages.keys()) if (page * pageSize >= now.itemsBefore) this.#pages.delete(page);
  }
}

/** Whole pages that are known, also of the newest items. */
function* pagesOf({ items, itemsBefore, older = [] }: Items): Iterable<{ page: number; items: readonly ViewItem[] }> {
  yield* older;
  for (let start = 0; start + pageSize <= items.length; start += pageSize) {
    yield { page: (itemsBefore + start) / pageSize, items: items.slice(start, start + pageSize) };
  }
}
