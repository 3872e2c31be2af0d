import { mkdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { richState, waitingOf } from "../support/panel/states.ts";

const folder = "test-results/panel";
let bench: PanelBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const model = { provider: "anthropic", label: "Claude Opus 5.5", server: "http://127.0.0.1:4321" };
const state = richState({
  model,
  keeping: "off",
  cost: { kind: "estimated", dollars: 12.5, atLeast: true },
  queue: { held: true, messages: [waitingOf("q1", "Then try a warmer moon.")] },
});

/** Words that are broken where no word may be, or that stand outside of what holds them. */
function cutWords(panel: PanelPage): Promise<string[]> {
  return panel.page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll<HTMLElement>("vscode-button, .meter-text, .cost, .not-kept, .page-tab"),
    ];
    const isCut = (part: HTMLElement) => {
      const { width, right, left } = part.getBoundingClientRect();
      return width > 1 && (part.scrollWidth > part.clientWidth + 1 || right > window.innerWidth + 1 || left < -1);
    };
    return shown.filter(isCut).map((part) => part.textContent?.trim() || (part.ariaLabel ?? part.className));
  });
}

describe.each(["ja", "zh-cn"] as const)("in %s", (language) => {
  it("says the language's words, in names and tooltips too", async () => {
    const bundle: Record<string, string> = JSON.parse(await readFile(`l10n/bundle.l10n.${language}.json`, "utf8"));
    const word = (english: string) => {
      const translated = bundle[english];
      if (translated === undefined) throw new Error(`“${english}” isn't translated.`);
      return translated;
    };
    const panel = await bench.open({ state, language });
    const { page } = panel;
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(language);
    await page.getByRole("textbox", { name: word("Message"), exact: true }).waitFor();
    await page.getByRole("feed", { name: word("Conversation") }).waitFor();
    await page.getByRole("button", { name: word("More Actions") }).click();
    await page.getByRole("menuitem", { name: word("New Conversation…") }).waitFor();
    const tooltip = word("Fit Page ({0})").replace("{0}", "1");
    await expect.poll(() => page.locator(`vscode-button[title="${tooltip}"]`).count()).toBe(1);
    await panel.close();
  });

  it.each([1440, 1000, 480, 260])("has room for them: %i px", async (width) => {
    const panel = await bench.open({ state, language, width, height: 760 });
    await panel.settled();
    const picture = await panel.page.screenshot({ path: `${folder}/language-${language}-${width}.png` });
    expect(picture.byteLength).toBeGreaterThan(10_000);
    expect(await cutWords(panel)).toEqual([]);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await panel.close();
  });
});
