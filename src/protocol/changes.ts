/** Differences between two panel states, and how one is applied. Items change one by one; all else is replaced by its key. */
import * as z from "zod/mini";
import { itemCount, pageOf, pageSize } from "./pages.ts";
import { type PanelState, panelState, viewItem } from "./panelState.ts";

const index = z.number().check(z.int(), z.nonnegative());

export const change = z.discriminatedUnion("op", [
  /** Replaces values by their keys; undefined removes an optional one. */
  z.object({
    op: z.literal("set"),
    values: z.partial(z.omit(panelState, { items: true, itemsBefore: true, older: true })),
    removed: z.array(z.string()),
  }),
  /** Puts an item at a place of the conversation that is known: over the one that is there, or at the end. */
  z.object({ op: z.literal("item"), index, item: viewItem }),
  /** Appends to an item's text. */
  z.object({ op: z.literal("append"), index, text: z.string() }),
  /** Drops every item from this place on. */
  z.object({ op: z.literal("truncate"), length: index }),
  /** Replaces all that is known of the items by the newest ones. */
  z.object({ op: z.literal("items"), itemsBefore: index, items: z.array(viewItem) }),
  /** A page of older items, which was asked for. */
  z.object({ op: z.literal("page"), page: index, items: z.array(viewItem) }),
]);
export type Change = z.infer<typeof change>;

/** The state after a change, or undefined when the change doesn't fit it: the whole state has to be asked for again. */
export function applyChange(state: PanelState, next: Change): PanelState | undefined {
  switch (next.op) {
    case "set":
      return withValues(state, next.values, next.removed);
    case "item":
      return withItem(state, next.index, () => next.item);
    case "append":
      return withItem(state, next.index, (item) => item && { ...item, text: item.text + next.text });
    case "truncate":
      return truncated(state, next.length);
    case "items": {
      const { older: _older, ...rest } = state;
      return { ...rest, itemsBefore: next.itemsBefore, items: next.items };
    }
    case "page": {
      if ((next.page + 1) * pageSize > state.itemsBefore || next.items.length !== pageSize) return undefined;
      const others = (state.older ?? []).filter(({ page }) => page !== next.page);
      const older = [...others, { page: next.page, items: next.items }].sort((a, b) => a.page - b.page);
      return { ...state, older };
    }
  }
}

/** Only what isn't items is checked anew: a conversation of any length costs the same. */
function withValues(state: PanelState, values: object, removed: readonly string[]): PanelState | undefined {
  const { items, itemsBefore, older, ...rest } = state;
  const merged: Record<string, unknown> = { ...rest, ...values };
  for (const key of removed) delete merged[key];
  const checked = panelState.safeParse({ ...merged, items: [], itemsBefore });
  if (!checked.success) return undefined;
  const { draft } = state.composer;
  // A draft comes with a whole state only, and that may not have been shown yet when the composer changes otherwise (PKG-7).
  const composer = draft === undefined ? checked.data.composer : { draft, ...checked.data.composer };
  return { ...checked.data, composer, items, ...(older === undefined ? {} : { older }) };
}

function withItem(
  state: PanelState,
  place: number,
  change: (item: PanelState["items"][number] | undefined) => PanelState["items"][number] | undefined,
): PanelState | undefined {
  if (place >= state.itemsBefore) {
    if (place > itemCount(state)) return undefined;
    const items = replaced(state.items, place - state.itemsBefore, change);
    return items && { ...state, items };
  }
  const page = state.older?.find((each) => each.page === pageOf(place));
  const items = page && replaced(page.items, place % pageSize, change);
  if (page === undefined || items === undefined) return undefined;
  return { ...state, older: (state.older ?? []).map((each) => (each === page ? { ...each, items } : each)) };
}

type Items = PanelState["items"];

function replaced(
  items: Items,
  at: number,
  change: (item: Items[number] | undefined) => Items[number] | undefined,
): Items | undefined {
  const item = change(items[at]);
  if (item === undefined) return undefined;
  const next = [...items];
  next[at] = item;
  return next;
}

/** Where older items would have to go too, the newest that stay aren't known: the host sends them. */
function truncated(state: PanelState, length: number): PanelState | undefined {
  if (length > itemCount(state) || length < state.itemsBefore) return undefined;
  return { ...state, items: state.items.slice(0, length - state.itemsBefore) };
}
