import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findings } from "../support/panel/axe.ts";
import { issueItem, openCards, searchItem, settledCards } from "../support/panel/cardStates.ts";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const rated = itemOf("a", "assistant", "Done.", { rating: { value: "good", reasons: ["Accurate"] } });
const unrated = itemOf("b", "assistant", "Done.", { rating: { reasons: [] } });
const items = [...openCards, ...settledCards, searchItem, issueItem, rated, unrated];
const retry = { attempt: 2, tries: 8, seconds: 4, reason: "The server is busy." };
const themes = ["dark", "light", "highContrast", "highContrastLight"] satisfies Theme[];

describe("axe on the cards", () => {
  it.each(themes)("finds nothing serious in %s", async (theme) => {
    const panel = await bench.open({ theme, height: 6000, state: panelStateOf({ items, turn: "running", retry }) });
    panel.answers.answerCard = () => {
      throw new Error("It can’t be saved.");
    };
    await panel.page.getByRole("checkbox", { name: "Other" }).check();
    await panel.page.getByRole("button", { name: "Save Skill" }).click();
    await panel.page.getByRole("alert").waitFor();
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    expect(await findings(panel)).toEqual([]);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });
});
