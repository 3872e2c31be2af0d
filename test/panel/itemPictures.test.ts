import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import { findings } from "../support/panel/axe.ts";
import { approvalOf, issueItem, searchItem } from "../support/panel/cardStates.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, outline, panelStateOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

const folder = "test-results/panel/items";
let bench: PanelBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

/** A picture of two colours, 4 by 3 pixels. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAFUlEQVR4nGOQ1nWAIwZkDgODtC4SAgBdSAZ9w0vNJQAAAABJRU5ErkJggg==";

const time = "2026-03-04T10:20:30.000Z";
const detail = `arguments:\n${JSON.stringify({ operations: JSON.stringify([{ op: "delete", id: "n8" }]) })}\n\nresult:\n{"created":[]}`;

const tool = (id: string, name: string, more: Partial<ViewItem>) =>
  itemOf(id, "tool", "", { name, status: "succeeded", detail, ...more });

const read = tool("t1", "get_document", { summary: "outline", statusText: "Read" });
const changed = tool("t2", "batch_design", {
  ...{ summary: "Title", statusText: "3 changed" },
  touched: {
    ...{ created: 0, changed: 3, deleted: 0, page: "Front" },
    nodes: [
      { id: "n2", name: "Title" },
      { id: "n6", name: "Moon" },
      { id: "n3", name: "Caption" },
    ],
  },
});
const looked = tool("t3", "get_screenshot", {
  summary: "Title",
  statusText: "640 × 480",
  images: ["a".repeat(64)],
  imageCount: 1,
});
const failed = tool("t4", "batch_design", { status: "failed", statusText: "Not applied" });
const said = itemOf("u", "user", "Make the date the hero.", {
  images: ["a".repeat(64), "b".repeat(64)],
  imageCount: 2,
  time,
  offers: ["revise"],
});
const answer = itemOf("a", "assistant", 'The date now leads.\n\n```json\n{ "op": "update", "on": true }\n```', {
  time,
  rating: { reasons: [], isNewest: true },
  offers: ["retry"],
  spent: { input: 1200, output: 800, cacheRead: 11_100, cacheWrite: 0, cost: { kind: "estimated", dollars: 0.04 } },
});

const design = { kind: "readable", name: "Night Market Poster", outline, more: 0 } as const;
const states: Readonly<Record<string, PanelState>> = {
  turn: panelStateOf({ design, items: [said, changed, answer] }),
  group: panelStateOf({ design, items: [said, read, changed, looked, failed, answer] }),
  running: panelStateOf({
    ...{ design, turn: "running" },
    items: [said, read, tool("t5", "batch_design", { status: "running" })],
  }),
  single: panelStateOf({
    design,
    items: [said, looked, tool("t9", "their_tool", { summary: "Something", statusText: "Done" }), answer],
  }),
  others: panelStateOf({ design, items: [searchItem, { ...issueItem, nodes: ["n2", "n8", "gone"] }, failureOf()] }),
  approval: panelStateOf({
    design,
    turn: "running",
    allowed: ["batch_design", "generate_image"],
    items: [said, approvalOf("c")],
  }),
};

function failureOf(): ViewItem {
  return itemOf("f", "failure", "The model server refused the key (401).", {
    ...{ summary: "Set a valid key, then send the message again.", time },
    offers: ["retry"],
    action: { command: "setApiKey", label: "Set API Key…" },
  });
}

describe("pictures of the items", () => {
  it.each(["dark", "light", "highContrast", "highContrastLight"] satisfies Theme[])("FMT-4: %s", async (theme) => {
    const panel = await bench.open({ theme, width: 1200, height: 900, state: panelStateOf({ design }) });
    panel.answers.readImage = ({ sha256 }) =>
      sha256.startsWith("a") ? { image: { mimeType: "image/png", data: picture } } : {};
    for (const [name, state] of Object.entries(states)) {
      await panel.replaceState(state);
      if (name !== "others") await panel.page.getByText("No longer kept").waitFor();
      const group = panel.page.locator(".group-head");
      if (name === "group") {
        await panel.page.screenshot({ path: `${folder}/closed-${theme}.png` });
        await group.click();
        await panel.page.locator(".group-items summary").nth(1).click();
      }
      await panel.page.getByRole("article").last().hover();
      await panel.settled();
      await panel.page.screenshot({ path: `${folder}/${name}-${theme}.png` });
      expect(await findings(panel), name).toEqual([]);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });
});
