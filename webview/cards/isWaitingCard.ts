import type { ViewItem } from "../../src/protocol/index.ts";

/** Whether a running turn waits for the answer to this card. The other kinds can be answered at any time (TRN-11). */
export function isWaitingCard({ card }: ViewItem): boolean {
  return card?.standing === "open" && (card.kind === "approval" || card.kind === "questions");
}
