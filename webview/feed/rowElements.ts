import { render } from "lit";
import type { FeedRow } from "./rows.ts";
import { type RowSurroundings, rowView } from "./rowView.ts";

/** How many rows that aren't shown keep their elements, because somebody has opened or filled in something there. */
const keptWhenTouched = 200;

interface RowElement {
  readonly element: HTMLElement;
  row: FeedRow;
  total: number;
  isOpen: boolean;
  touched: boolean;
}

/**
 * The elements that rows are shown in. One that was touched (a fold opened, a field filled in) outlives being scrolled out of
 * sight, and comes back as it was left.
 */
export class RowElements {
  #byPlace = new Map<number, RowElement>();

  /** The row's element, up to date. */
  show(row: FeedRow, index: number, surroundings: RowSurroundings): HTMLElement {
    const { total, isOpen } = surroundings;
    const known = this.#byPlace.get(row.first);
    if (known !== undefined && isOfSameItem(known.row, row)) {
      known.element.dataset.index = `${index}`;
      if (known.row !== row || known.total !== total || known.isOpen !== isOpen) {
        render(rowView(row, surroundings), known.element);
        Object.assign(known, { row, total, isOpen });
      }
      return known.element;
    }
    const element = document.createElement("div");
    element.className = "row";
    element.dataset.index = `${index}`;
    render(rowView(row, surroundings), element);
    this.#byPlace.set(row.first, { element, row, total, isOpen, touched: false });
    return element;
  }

  /** The element of the row that begins at this place, as long as it is on the page. */
  of(first: number): HTMLElement | undefined {
    const element = this.#byPlace.get(first)?.element;
    return element?.isConnected === true ? element : undefined;
  }

  /** Somebody did something in this row that it has to remember. */
  touch(target: EventTarget | null): void {
    for (const known of this.#byPlace.values()) {
      if (target instanceof Node && known.element.contains(target)) known.touched = true;
    }
  }

  /** Lets go of the rows that aren't shown, but for the touched ones. */
  keepOnly(shown: ReadonlySet<number>): void {
    const hidden = [...this.#byPlace].filter(([first]) => !shown.has(first));
    const kept = hidden.filter(([, { touched }]) => touched).slice(-keptWhenTouched);
    for (const [first] of hidden) this.#byPlace.delete(first);
    for (const [first, known] of kept) this.#byPlace.set(first, known);
  }
}

/** Another conversation has other items at the same places: nothing of the one may show in the other. */
function isOfSameItem(a: FeedRow, b: FeedRow): boolean {
  return idOf(a) === idOf(b);
}

function idOf(row: FeedRow): string | undefined {
  switch (row.kind) {
    case "item":
      return row.item.id;
    case "tools":
      return row.items[0]?.id;
    case "unknown":
      return undefined;
  }
}
