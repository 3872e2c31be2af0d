import type { PanelState, ViewItem } from "../../../src/protocol/index.ts";

/** A panel state with nothing in it, changed where a test says so. */
export function panelStateOf(changed: Partial<PanelState> = {}): PanelState {
  return {
    design: { kind: "readable", name: "Poster", outline: [], more: 0 },
    drawing: { revision: 1, assets: "assets/", pages: [] },
    items: [],
    itemsBefore: 0,
    turn: "idle",
    mode: "Just do it",
    queue: { held: false, messages: [] },
    unsent: [],
    composer: {},
    banners: [],
    model: { provider: "anthropic", label: "Claude Opus 5.5" },
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    cost: { kind: "unknown" },
    makingRoom: {},
    canStartNewConversation: true,
    keeping: "kept",
    ...changed,
  };
}

export function itemOf(id: string, type: string, text: string, more: Partial<ViewItem> = {}): ViewItem {
  return { id, type, text, ...more };
}

export function waitingOf(
  id: string,
  text: string,
  { imageCount = 0, ...more }: { imageCount?: number; sendable?: boolean } = {},
) {
  const images = Array.from({ length: imageCount }, (_, index) => `${index}`.repeat(64));
  return { id, text, imageCount, ...(imageCount === 0 ? {} : { images }), sendable: true, ...more };
}

const answer = `The poster reads well from a distance, but two things hold it back.

### What I would change

1. **Hierarchy.** The date and the venue have the same weight. Make the date about 1.6 × larger.
2. **Contrast.** \`#8A8F98\` on \`#1B2A41\` is 4.1 : 1, just under what small text needs.
   - Lighten the caption to \`#A9B0BC\`
   - or set it at 18 px

| Pair | Ratio | Small text |
| --- | ---: | :---: |
| Title on navy | 13.2 | yes |
| Caption on navy | 4.1 | **no** |
| Caption, lightened | 6.8 | yes |

> A palette is calm when only one colour asks for attention.

Here is the change as an operation, ready for \`batch_design\`:

\`\`\`json
{ "op": "update", "id": "caption", "set": { "fill": "#A9B0BC" } }
\`\`\`

More on this in the [contrast guidelines](https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html).`;

export const richItems: readonly ViewItem[] = [
  itemOf("u1", "user", "How could the poster be clearer?\nThe caption looks weak to me.", { imageCount: 1 }),
  itemOf(
    "k1",
    "thinking",
    "The person asks about clarity. I should look at the hierarchy first, then at the contrast.",
  ),
  itemOf("t1", "tool", "", {
    name: "get_document",
    status: "completed",
    statusText: "214 nodes",
    summary: "Read the first page",
    detail: '{\n  "page": "p1"\n}',
  }),
  itemOf("t2", "tool", "", { name: "get_screenshot", status: "failed", statusText: "No renderer", summary: "Page 1" }),
  itemOf("a1", "assistant", answer, {
    citations: [{ title: "Contrast (Minimum)", url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum" }],
  }),
  itemOf("n1", "notice", "The conversation was continued on another model: Claude Opus 5.5."),
  itemOf("u2", "user", "Lighten the caption, please."),
];

export const outline = [
  { id: "p1", type: "page", name: "Front", depth: 0 },
  { id: "n1", type: "frame", name: "Poster", depth: 1 },
  { id: "n2", type: "text", name: "Title", depth: 2 },
  { id: "n3", type: "text", name: "Caption", depth: 2 },
  { id: "n4", type: "group", name: "Skyline", depth: 2 },
  { id: "n5", type: "rectangle", name: "Tower", depth: 3 },
  { id: "n6", type: "ellipse", name: "Moon", depth: 3 },
  { id: "n7", type: "path", name: "River", depth: 3 },
  { id: "n8", type: "image", name: "Grain texture", depth: 2 },
  { id: "p2", type: "page", name: "Back", depth: 0 },
  { id: "n9", type: "instance", name: "Logo", depth: 1 },
  { id: "n10", type: "line", name: "", depth: 1 },
];

/** A conversation that shows every kind of item, in the middle of a turn. */
export function richState(changed: Partial<PanelState> = {}): PanelState {
  return panelStateOf({
    design: { kind: "readable", name: "Night Market Poster", outline, more: 202 },
    items: [
      ...richItems,
      itemOf("k2", "thinking", "One update on the caption is enough.", { status: "running" }),
      itemOf("t3", "tool", "", { name: "batch_design", status: "running", summary: "Updating the caption’s fill" }),
    ],
    turn: "running",
    model: { provider: "anthropic", label: "Claude Opus 5.5" },
    context: { used: 52_310, limit: 200_000 },
    usage: { input: 3_120, output: 1_904, cacheRead: 49_190, cacheWrite: 2_048 },
    cost: { kind: "estimated", dollars: 0.0213 },
    ...changed,
  });
}
