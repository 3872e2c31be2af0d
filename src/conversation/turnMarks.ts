import type { ArchivedConversation, Cost, Item, Usage } from "../archive/types.ts";
import { addCosts } from "../models/cost.ts";
import { addUsage } from "../models/usage.ts";

/** What a turn has used so far; both undefined before its first request. */
export interface Spent {
  readonly usage: Usage | undefined;
  readonly cost: Cost | undefined;
}

export const nothingSpent: Spent = { usage: undefined, cost: undefined };

export function withSpent(spent: Spent, usage: Usage | undefined, cost: Cost): Spent {
  const total =
    usage === undefined || spent.usage === undefined ? (usage ?? spent.usage) : addUsage(spent.usage, usage);
  return { usage: total, cost: addCosts(spent.cost, cost) };
}

/**
 * The conversation with its last turn's end marked: when it ended and what it used, on the item that ends it. Items aren't sent,
 * so the model never learns of it (TRN-1). A turn that was handed back has no item, and no mark.
 */
export function withTurnMarked(
  saved: ArchivedConversation,
  itemsStart: number,
  { usage, cost }: Spent,
  time: string | undefined,
): ArchivedConversation {
  const last = saved.items.at(-1);
  if (last === undefined || saved.items.length <= itemsStart || last.type === "user") return saved;
  const marked: Item = {
    ...timed(last, time),
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
  };
  return { ...saved, items: [...saved.items.slice(0, -1), marked] };
}

/** The item with when it was made, as ISO 8601; without a clock as it is. */
export function timed(item: Item, time: string | undefined): Item {
  return time === undefined ? item : { ...item, time };
}
