import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import {
  approvalOf,
  directionsOf,
  issueItem,
  lintRuleOf,
  questionsOf,
  searchItem,
  settledCards,
  skillOf,
} from "../support/panel/cardStates.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

const folder = "test-results/panel/cards";
let bench: PanelBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const asked = itemOf("u", "user", "Make the date the hero of the poster.");
const call = itemOf("t", "tool", "", { name: "batch_design", status: "running", summary: "Waiting for an answer" });
const answer = itemOf("a", "assistant", "The date now leads: it is 1.6 times larger, in the lantern’s yellow.", {
  rating: { value: "good", reasons: ["Accurate"] },
  citations: [
    { title: "Contrast (Minimum)", url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html" },
  ],
});
const notice = itemOf(
  "n",
  "notice",
  "The skill “poster-contrast” was saved as .agents/skills/poster-contrast/SKILL.md.",
);

const running = (...items: ViewItem[]): PanelState =>
  panelStateOf({ items: [asked, ...items], turn: "running", mode: "Ask first" });
const retry = { attempt: 2, tries: 8, seconds: 4, reason: "The model’s server is busy (529)." };

const pictures: Readonly<Record<string, PanelState>> = {
  approval: running(call, approvalOf("c")),
  questions: running(questionsOf("c")),
  directions: panelStateOf({ items: [asked, directionsOf("c")] }),
  skill: panelStateOf({ items: [asked, skillOf("c")] }),
  lintRule: panelStateOf({ items: [asked, lintRuleOf("c")] }),
  settled: panelStateOf({ items: [...settledCards] }),
  others: panelStateOf({ items: [asked, searchItem, issueItem, notice, answer] }),
  retry: { ...running(), retry },
};

const heights: Readonly<Record<string, number>> = { settled: 1300, questions: 820 };

const places = (["dark", "light"] satisfies Theme[]).flatMap((theme) => [380, 700].map((width) => ({ theme, width })));

describe("pictures of the cards", () => {
  it.each(places)("$theme, $width pixels wide", async ({ theme, width }) => {
    const panel = await bench.open({ theme, width, height: 1000 });
    await panel.page.getByRole("button", { name: "Drawing" }).click();
    for (const [name, state] of Object.entries(pictures)) {
      await panel.page.setViewportSize({ width, height: heights[name] ?? 720 });
      await panel.replaceState(state);
      const picture = await panel.page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png` });
      expect(picture.byteLength).toBeGreaterThan(5_000);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    await panel.close();
  });
});
