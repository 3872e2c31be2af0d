import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startUnrest, type Unrest } from "../support/panel/growingConversation.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const patient = { timeout: 20_000 };

/** Numbers from 0 to 1 that look like chance and are the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Letters, among them those that choose in lists and press buttons elsewhere, digits, marks, many spaces and line breaks. */
const keys = [..."abcdefghijklmnopqrstuvwxyzANDY0123456789.,?!'", ..."   ", "\n"];

function keysOf(seed: number, count: number): string[] {
  const next = chance(seed);
  return Array.from({ length: count }, () => keys[Math.floor(next() * keys.length)] ?? " ");
}

/** Counts, from now on, how often the composer loses the focus. */
async function watchFocus({ page }: PanelPage): Promise<() => Promise<number>> {
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.focus();
  await composer.evaluate((area) => {
    area.dataset.losses = "0";
    area.addEventListener("blur", () => {
      area.dataset.losses = `${Number(area.dataset.losses) + 1}`;
    });
  });
  return async () => Number(await composer.getAttribute("data-losses"));
}

/** What the panel asked the host for on the person's behalf. It keeps drafts and reads pages by itself. */
function acts(panel: PanelPage): string[] {
  const own = ["keepDraft", "readItems", "readDrawing", "readImage", "lookAt", "heartbeat"];
  return panel.calls.map(({ name }) => name).filter((name) => !own.includes(name));
}

/** All that came is there: the feed says how many items it has, and the last card can be answered. */
async function expectShown(panel: PanelPage, unrest: Unrest): Promise<void> {
  const articles = panel.page.getByRole("article");
  await expect.poll(() => articles.last().getAttribute("aria-setsize"), patient).toBe(`${unrest.count}`);
  await panel.page.getByRole("button", { name: "Allow", exact: true }).last().waitFor({ state: "attached" });
}

describe("whoever types while the conversation grows", () => {
  it.each([1, 2, 3])(
    "TRN-10: has every character in the composer, in order, and approves nothing: %i",
    async (seed) => {
      const panel = await bench.open();
      const losses = await watchFocus(panel);
      const unrest = startUnrest(panel);
      const typed = keysOf(seed, 400);
      const next = chance(seed + 100);
      for (const [index, key] of typed.entries()) {
        if (index % 3 === 0) unrest.next();
        // How fast the keys follow each other is what varies here; nothing is waited for with it.
        const pause = Math.floor(next() * 4);
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        await panel.page.keyboard.press(key === "\n" ? "Shift+Enter" : key);
      }
      await unrest.settled();
      await expectShown(panel, unrest);
      await expect.poll(() => panel.page.getByRole("textbox", { name: "Message" }).inputValue()).toBe(typed.join(""));
      expect(await losses()).toBe(0);
      expect(acts(panel)).toEqual([]);
      await panel.page.keyboard.press("Enter");
      await expect.poll(() => panel.callsOf("send")).toEqual([{ text: typed.join("") }]);
      await panel.close();
    },
  );

  it("TRN-10: composes with an input method undisturbed, and its Enter sends and approves nothing", async () => {
    const panel = await bench.open();
    const losses = await watchFocus(panel);
    const composer = panel.page.getByRole("textbox", { name: "Message" });
    await composer.evaluate((area) => {
      area.addEventListener("compositionend", (event) => {
        area.dataset.composed = `${area.dataset.composed ?? ""}${event instanceof CompositionEvent ? event.data : ""} `;
      });
    });
    const unrest = startUnrest(panel);
    const method = await panel.page.context().newCDPSession(panel.page);
    const words = Array.from({ length: 24 }, () => ["日本", "提灯", "夜市"]).flat();
    for (const word of words) {
      for (const text of ["に", "にほ", "にほん"]) {
        await method.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
        unrest.next();
      }
      const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
      await method.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
      unrest.next();
      await method.send("Input.insertText", { text: word });
      await method.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
    }
    await unrest.settled();
    await expectShown(panel, unrest);
    await expect.poll(() => composer.inputValue()).toBe(words.join(""));
    expect((await composer.getAttribute("data-composed"))?.trim().split(" ")).toEqual(words);
    expect(await losses()).toBe(0);
    expect(acts(panel)).toEqual([]);
    await panel.close();
  });
});
