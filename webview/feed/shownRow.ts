/** A row that is on the page. */
export interface ShownRow {
  /** The place of its first item. */
  readonly first: number;
  /** How many items it stands for. */
  readonly count: number;
  /** False where items will stand that haven't come yet. */
  readonly isKnown: boolean;
  readonly element: HTMLElement;
}

/** The row that an item is in, where that row is known. */
export function rowHolding(rows: readonly ShownRow[], place: number): ShownRow | undefined {
  return rows.find(({ first, count, isKnown }) => isKnown && first <= place && place < first + count);
}
