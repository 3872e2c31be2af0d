/** Differences between two panel states, and how one is applied. Items change one by one; all else is replaced by its key. */
import * as z from "zod/mini";
import { type PanelState, panelState, viewItem } from "./panelState.ts";

const index = z.number().check(z.int(), z.nonnegative());

export const change = z.discriminatedUnion("op", [
  /** Replaces values by their keys; undefined removes an optional one. */
  z.object({
    op: z.literal("set"),
    values: z.partial(z.omit(panelState, { items: true })),
    removed: z.array(z.string()),
  }),
  /** Puts an item at a place: over the one that is there, or at the end. */
  z.object({ op: z.literal("item"), index, item: viewItem }),
  /** Appends to an item's text. */
  z.object({ op: z.literal("append"), index, text: z.string() }),
  /** Drops every item from this place on. */
  z.object({ op: z.literal("truncate"), length: index }),
]);
export type Change = z.infer<typeof change>;

/** The state after a change, or undefined when the change doesn't fit it: the whole state has to be asked for again. */
export function applyChange(state: PanelState, next: Change): PanelState | undefined {
  switch (next.op) {
    case "set": {
      const merged: Record<string, unknown> = { ...state, ...next.values };
      for (const key of next.removed) delete merged[key];
      const checked = panelState.safeParse({ ...merged, items: [] });
      return checked.success ? { ...checked.data, items: state.items } : undefined;
    }
    case "item": {
      if (next.index > state.items.length) return undefined;
      const items = [...state.items];
      items[next.index] = next.item;
      return { ...state, items };
    }
    case "append": {
      const item = state.items[next.index];
      if (item === undefined) return undefined;
      const items = [...state.items];
      items[next.index] = { ...item, text: item.text + next.text };
      return { ...state, items };
    }
    case "truncate":
      return next.length > state.items.length ? undefined : { ...state, items: state.items.slice(0, next.length) };
  }
}
