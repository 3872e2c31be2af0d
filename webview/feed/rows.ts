/** What the feed lays out: rows, each an item, a gathered run of tools, or a page of items that the panel hasn't got. */
import { pageSize, type ViewItem } from "../../src/protocol/index.ts";

export interface ItemRow {
  readonly kind: "item";
  /** The item's place in the conversation. Ids can repeat (FMT-12), places can't. */
  readonly first: number;
  readonly item: ViewItem;
}

/** Two or more tool items in a row, under one line that opens. A tool that still runs is among them. */
export interface ToolsRow {
  readonly kind: "tools";
  /** The place of the first item in the conversation. */
  readonly first: number;
  readonly items: readonly ViewItem[];
}

/** Items that have not been asked for yet, or are on their way. */
export interface UnknownRow {
  readonly kind: "unknown";
  readonly first: number;
  readonly count: number;
}

export type FeedRow = ItemRow | ToolsRow | UnknownRow;

/**
 * The rows of items that follow one another, the first of them at a place. A run of tools is cut where a page ends, so
 * that the items of a page alone decide its rows: an older page that arrives changes none of the newer ones.
 */
export function rowsOf(items: readonly ViewItem[], first: number): (ItemRow | ToolsRow)[] {
  const rows: (ItemRow | ToolsRow)[] = [];
  for (let index = 0; index < items.length; ) {
    const end = runEnd(items, index, first);
    const run = items.slice(index, end);
    const [item] = run;
    if (item === undefined) break;
    rows.push(
      run.length === 1
        ? { kind: "item", first: first + index, item }
        : { kind: "tools", first: first + index, items: run },
    );
    index = end;
  }
  return rows;
}

/** How many items the row stands for. */
export function countOf(row: FeedRow): number {
  switch (row.kind) {
    case "item":
      return 1;
    case "tools":
      return row.items.length;
    case "unknown":
      return row.count;
  }
}

/** Where the run of tools ends that begins here; anything else is a run of one. */
function runEnd(items: readonly ViewItem[], start: number, first: number): number {
  let end = start + 1;
  if (!isGathered(items[start])) return end;
  while ((first + end) % pageSize !== 0 && isGathered(items[end])) end++;
  return end;
}

/** A card asks something of the person, or did: it always stands by itself. */
function isGathered(item: ViewItem | undefined): boolean {
  return item?.type === "tool" && item.card === undefined;
}
