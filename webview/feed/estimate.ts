import type { ViewItem } from "../../src/protocol/index.ts";
import type { FeedRow } from "./rows.ts";

const line = 20;
const charactersOfLine = 70;
const unknownItem = 80;

/**
 * How high a row may be that has never been laid out, in pixels. Only the scrollbar shows it; what is read stays where it is
 * when the row turns out to be of another height.
 */
export function estimatedHeight(row: FeedRow | undefined): number {
  switch (row?.kind) {
    case "item":
      return itemHeight(row.item);
    case "tools":
      return 34;
    case "unknown":
      return row.count * unknownItem;
    case undefined:
      return unknownItem;
  }
}

function itemHeight(item: ViewItem): number {
  if (item.card !== undefined) return 8 * line;
  switch (item.type) {
    case "user":
      return 46 + textHeight(item.text);
    case "assistant":
      return 16 + textHeight(item.text);
    case "thinking":
      return 30;
    default:
      return 36;
  }
}

function textHeight(text: string): number {
  return Math.min(Math.ceil(text.length / charactersOfLine), 200) * line;
}
