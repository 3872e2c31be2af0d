/**
 * Items go to the panel in pages. The newest are always known and stand in the state's `items`, from `itemsBefore` on, where a
 * page begins; older pages stand in `older` once they were asked for.
 */
import type { PanelState, ViewItem } from "./panelState.ts";

/** How many items one page has. */
export const pageSize = 100;

type Items = Pick<PanelState, "items" | "itemsBefore" | "older">;

/** How many items the conversation has, known or not. */
export function itemCount({ items, itemsBefore }: Items): number {
  return itemsBefore + items.length;
}

/** The item at a place of the conversation; undefined where there is none, or none that is known. */
export function itemAt({ items, itemsBefore, older }: Items, index: number): ViewItem | undefined {
  if (index >= itemsBefore) return items[index - itemsBefore];
  const page = older?.find((each) => each.page === pageOf(index));
  return page?.items[index % pageSize];
}

/** The page that a place is in. */
export function pageOf(index: number): number {
  return Math.floor(index / pageSize);
}
