import type { PanelState, RoomQuestion, ViewItem } from "../../../src/protocol/index.ts";
import { itemOf, richItems, richState } from "./states.ts";

/** What is asked before a conversation at 85 % of its model's context is compacted. */
export const compactQuestion = {
  kind: "compact",
  tokens: 851_240,
  isReported: true,
  cost: { kind: "estimated", dollars: 5.3704 },
  cachedCost: { kind: "estimated", dollars: 0.4756 },
  summarizedTurns: 38,
  keptTurns: 2,
  foldsSummary: true,
  goingImages: 14,
  tokensAfter: 21_300,
  nextMessageCost: { kind: "estimated", dollars: 0.1331 },
  limit: 1_000_000,
} as const satisfies RoomQuestion;

/** What is asked before old tool results are put aside. */
export const reclaimQuestion = {
  kind: "reclaim",
  results: 143,
  freedTokens: 402_100,
  isEnough: true,
  tokens: 851_240,
  tokensAfter: 449_140,
  nextMessageCost: { kind: "estimated", dollars: 2.8071 },
  limit: 1_000_000,
} as const satisfies RoomQuestion;

const summary = `## What the person wants
Calm posters; *“never more than two colours”*.

## Names and ids
- Page \`p1\` “Front”, text \`n2\` “Title”

## What comes next
Lighten the caption.`;

/** The notice of a compaction, as the host sends it. */
export function compactedItem(more: Partial<ViewItem> = {}): ViewItem {
  return itemOf(
    "compacted",
    "notice",
    "The conversation was compacted: a summary stands for 38 turns, from about 851,240 to about 21,300 tokens.",
    {
      detail: summary,
      rewrite: { kind: "compacted", before: 851_240, after: 21_300 },
      spent: {
        input: 12,
        output: 1_204,
        cacheRead: 851_240,
        cacheWrite: 0,
        cost: { kind: "estimated", dollars: 0.4557 },
      },
      offers: ["undoRewrite"],
      ...more,
    },
  );
}

/** The notice of a reclaiming, as the host sends it. */
export function reclaimedItem(more: Partial<ViewItem> = {}): ViewItem {
  return itemOf(
    "reclaimed",
    "notice",
    "143 old tool results were put aside, which frees about 402,100 tokens. The agent can fetch them again.",
    { rewrite: { kind: "reclaimed", before: 851_240, after: 449_140 }, ...more },
  );
}

/** A conversation at 85 % of its model's context, with the notice that offers to make room. */
export function fullState(changed: Partial<PanelState> = {}): PanelState {
  return richState({
    turn: "idle",
    items: [...richItems.slice(0, -1)],
    context: { used: 851_240, limit: 1_000_000 },
    banners: [
      {
        id: "contextFull",
        tone: "warning",
        text: "The model's context is 85% full. When it is full, no further message can be answered. Putting old tool results aside frees about 402,100 tokens, and no model is called for it.",
        action: { command: "reclaimToolResults", label: "Reclaim Tool Results…" },
        others: [{ command: "compactConversation", label: "Compact…" }],
      },
    ],
    ...changed,
  });
}
