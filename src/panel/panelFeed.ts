import { type Change, type PanelState, pageOf, pageSize, type ViewItem } from "../protocol/index.ts";
import { factChanges, itemChanges } from "./differences.ts";
import { type PanelFacts, type PanelSource, panelFacts } from "./panelState.ts";
import { itemBasis, newestFrom, shownItemCount, shownItems } from "./shownItems.ts";

/**
 * What one view has been told, so that it can be told no more than what changed. Of the items it knows the newest, from
 * `before` on, and the older pages that it asked for; while an answer arrives, only the running turn is looked at.
 */
export class PanelFeed {
  #facts: PanelFacts | undefined;
  #before = 0;
  #newest: ViewItem[] = [];
  readonly #older = new Map<number, ViewItem[]>();
  #basis: readonly unknown[] = [];

  /** Everything that a view without any knowledge is told; what it knew before counts no more. */
  whole(source: PanelSource): PanelState {
    this.#facts = panelFacts(source);
    this.#takeNewest(source);
    return { ...this.#facts, itemsBefore: this.#before, items: [...this.#newest] };
  }

  /** What a view that was told the whole before has to be told now. */
  changes(source: PanelSource): Change[] {
    const before = this.#facts;
    if (before === undefined) return [];
    this.#facts = panelFacts(source);
    return [...factChanges(before, this.#facts), ...this.#itemChanges(source)];
  }

  /** Pages of older items that the view asks for; those that it was told anyway, or that aren't there, are passed over. */
  pages(source: PanelSource, wanted: readonly number[]): Change[] {
    const changes = this.changes(source);
    for (const page of new Set(wanted)) {
      if (page >= pageOf(this.#before)) continue;
      const items = shownItems(source, page * pageSize, (page + 1) * pageSize);
      this.#older.set(page, items);
      changes.push({ op: "page", page, items });
    }
    return changes;
  }

  #takeNewest(source: PanelSource): void {
    this.#before = newestFrom(source);
    this.#newest = shownItems(source, this.#before);
    this.#older.clear();
    this.#basis = itemBasis(source);
  }

  #itemChanges(source: PanelSource): Change[] {
    const basis = itemBasis(source);
    const isSettled = basis.every((part, index) => part === this.#basis[index]);
    this.#basis = basis;
    const count = shownItemCount(source);
    const known = this.#before + this.#newest.length;
    // The whole last turn has to be known also after items were taken back; and where another conversation has come, its
    // older items are none of those that were asked for.
    const isTorn = count < known && newestFrom(source) < this.#before;
    if (isTorn || count > known + pageSize) {
      this.#takeNewest(source);
      return [{ op: "items", itemsBefore: this.#before, items: [...this.#newest] }];
    }
    const changes: Change[] = isSettled ? [] : this.#olderChanges(source);
    if (count < known) {
      changes.push({ op: "truncate", length: count });
      this.#newest.length = count - this.#before;
    }
    const { settledItems, runningFrom } = source.conversation;
    const from = isSettled ? Math.max(this.#before, runningFrom ?? settledItems.length) : this.#before;
    const now = shownItems(source, from);
    changes.push(...itemChanges(this.#newest.slice(from - this.#before), now, from));
    this.#newest.splice(from - this.#before, now.length, ...now);
    return changes;
  }

  #olderChanges(source: PanelSource): Change[] {
    return [...this.#older].flatMap(([page, items]) => {
      const now = shownItems(source, page * pageSize, (page + 1) * pageSize);
      this.#older.set(page, now);
      return itemChanges(items, now, page * pageSize);
    });
  }
}
