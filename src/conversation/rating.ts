import type { ArchivedConversation } from "../archive/types.ts";

/** The conversation with the turn rated that ends with this item; undefined takes the rating back (FMT-6). Throws for no item. */
export function withRating(
  saved: ArchivedConversation,
  itemId: string,
  rating: "good" | "bad" | undefined,
  reasons: readonly string[],
): ArchivedConversation {
  if (!saved.items.some((item) => item.id === itemId)) throw new Error(`There is no item “${itemId}” to rate.`);
  const { [itemId]: _, ...others } = saved.feedback;
  return {
    ...saved,
    feedback: rating === undefined ? others : { ...others, [itemId]: { rating, reasons: [...reasons] } },
  };
}
