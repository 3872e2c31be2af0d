import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState, RoomQuestion } from "../../src/protocol/index.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import {
  compactedItem,
  compactQuestion,
  fullState,
  reclaimedItem,
  reclaimQuestion,
} from "../support/panel/roomStates.ts";
import { richItems } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

const folder = "test-results/panel";
let bench: PanelBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const told = fullState({
  items: [...richItems.slice(0, -1), reclaimedItem({ status: "undone" }), compactedItem()],
  banners: [],
  context: { used: 21_300, limit: 1_000_000, isEstimate: true },
});
const refused = fullState({
  makingRoom: {
    compaction: "There is too little to summarize: the last 2 turns always stay as they are.",
    reclaiming: "There are no old tool results to put aside: the newest ones always stay.",
  },
});

interface Picture {
  readonly name: string;
  readonly state: PanelState;
  readonly question?: RoomQuestion;
  readonly theme?: Theme;
  readonly language?: "ja" | "zh-cn";
  readonly width?: number;
  readonly height?: number;
  readonly menu?: boolean;
}

const pictures: readonly Picture[] = [
  { name: "compact-dark", state: fullState(), question: compactQuestion },
  { name: "compact-light", state: fullState(), question: compactQuestion, theme: "light" },
  { name: "compact-high-contrast", state: fullState(), question: compactQuestion, theme: "highContrast" },
  { name: "compact-high-contrast-light", state: fullState(), question: compactQuestion, theme: "highContrastLight" },
  { name: "compact-narrow", state: fullState(), question: compactQuestion, width: 320, height: 560 },
  { name: "compact-zoomed", state: fullState(), question: compactQuestion, width: 640, height: 400, theme: "light" },
  { name: "compact-japanese", state: fullState(), question: compactQuestion, language: "ja" },
  { name: "reclaim-dark", state: fullState(), question: reclaimQuestion },
  { name: "room-notices-dark", state: told },
  { name: "room-notices-light", state: told, theme: "light" },
  { name: "room-notices-narrow", state: told, width: 360, height: 800 },
  { name: "room-menu-dark", state: refused, menu: true },
  { name: "room-summarizing", state: fullState({ turn: "running", isCompacting: true, banners: [] }) },
];

describe("screenshots", () => {
  it.each(pictures)("CMP-2: $name", async ({ name, state, question, menu, theme, language, width, height }) => {
    const panel = await bench.open({
      state,
      ...(theme && { theme }),
      ...(language && { language }),
      ...(width && { width }),
      ...(height && { height }),
    });
    if (question !== undefined) {
      void panel.ask("confirmRoom", question).catch(() => undefined);
      await panel.page.getByRole("dialog").waitFor();
    }
    if (menu === true) await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.settled();
    await panel.page.screenshot({ path: `${folder}/${name}.png` });
    const overflow = await panel.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflow).toBe(false);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });
});
