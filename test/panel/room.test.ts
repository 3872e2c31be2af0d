import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RoomQuestion } from "../../src/protocol/index.ts";
import { findings } from "../support/panel/axe.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import {
  compactedItem,
  compactQuestion,
  fullState,
  reclaimedItem,
  reclaimQuestion,
} from "../support/panel/roomStates.ts";
import { itemOf, richItems } from "../support/panel/states.ts";
import type { Theme } from "../support/panel/themes.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const dialogOf = ({ page }: PanelPage, name = "Compact Conversation") =>
  page.getByRole("dialog", { name, exact: true });

/** Asks as the host does; resolves to what the person said. */
async function ask(panel: PanelPage, question: RoomQuestion = compactQuestion): Promise<{ answer: Promise<boolean> }> {
  const answer = panel.ask("confirmRoom", question).then(
    ({ confirmed }) => confirmed,
    // The page was closed.
    () => false,
  );
  await panel.page.getByRole("dialog").waitFor();
  return { answer };
}

describe("the dialog that asks", () => {
  it("CMP-2: says what is sent, what it costs, what goes and stays, and the next message's price", async () => {
    const panel = await bench.open({ state: fullState() });
    const { answer } = await ask(panel);
    const facts = await dialogOf(panel)
      .locator("dl > div")
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(": ")));
    expect(facts).toEqual([
      "Sent now: 851,240 tokens",
      "Costs: $5.37 estimated$0.48 estimated if the model's cache has all of it",
      "Summarized: 38 older turns, the earlier summary, 14 images",
      "Stays: the summary and the last 2 turns",
      "Next message: reads about 21,300 tokens anewonce, $0.13 estimated",
    ]);
    await dialogOf(panel).getByRole("button", { name: "Compact", exact: true }).click();
    expect(await answer).toBe(true);
    await dialogOf(panel).waitFor({ state: "detached" });
    await panel.close();
  });

  it("CMP-2: has tokens only where nothing is billed by the token, and says what is estimated, unknown and too large", async () => {
    const panel = await bench.open({ state: fullState() });
    const free = { kind: "notBilled" } as const;
    const notBilled = { cost: free, cachedCost: free, nextMessageCost: free };
    void ask(panel, { ...compactQuestion, ...notBilled, isReported: false, tokensAfter: 900_000 });
    await expect.poll(() => dialogOf(panel).textContent()).toContain("about 851,240 tokens");
    const words = await dialogOf(panel).textContent();
    expect(words).toContain("estimated: no request has told yet");
    expect(words).toContain("stays nearly full");
    expect(words).not.toMatch(/Costs|\$|billed/);
    const unknown = { kind: "unknown" } as const;
    void ask(panel, { ...compactQuestion, cost: unknown, cachedCost: unknown, nextMessageCost: unknown });
    await expect.poll(() => dialogOf(panel).textContent()).toContain("cost unknown");
    await panel.close();
  });

  it("CMP-8: shows what reclaiming frees", async () => {
    const panel = await bench.open({ state: fullState() });
    const { answer } = await ask(panel, reclaimQuestion);
    const dialog = dialogOf(panel, "Reclaim Old Tool Results");
    await expect.poll(() => dialog.textContent()).toMatch(/about 402,100 tokens.*143 tool results/s);
    await expect
      .poll(() => dialog.textContent())
      .toMatch(/\$2\.81 estimatedonce, with the next message, which reads about 449,140 tokens anew/);
    expect(await dialog.textContent()).not.toContain("This alone");
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    expect(await answer).toBe(false);
    void ask(panel, { ...reclaimQuestion, isEnough: false });
    await expect.poll(() => dialog.textContent()).toContain("This alone doesn't make room for long.");
    await panel.close();
  });

  it("CMP-2: the focus moves in, is kept in, and comes back; Escape is a no and stops nothing", async () => {
    const panel = await bench.open({ state: fullState() });
    const { page } = panel;
    panel.answers.runCommand = () => {
      void panel.ask("confirmRoom", compactQuestion).catch(() => undefined);
      return {};
    };
    const opener = page.getByRole("button", { name: "Compact…", exact: true });
    await opener.focus();
    await page.keyboard.press("Enter");
    await dialogOf(panel).waitFor();
    await expect.poll(() => panel.focused()).toBe("Compact");
    const seen: string[] = [];
    for (const key of ["Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      seen.push(await panel.focused());
    }
    expect(seen).toEqual(["Cancel", "Compact", "Cancel", "Compact"]);
    await page.keyboard.press("Escape");
    await dialogOf(panel).waitFor({ state: "detached" });
    await expect.poll(() => panel.focused()).toBe("Compact…");

    // As VS Code does where it brings the editor to the front first.
    panel.answers.runCommand = async () => {
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      void panel.ask("confirmRoom", compactQuestion).catch(() => undefined);
      return {};
    };
    await page.keyboard.press("Enter");
    await dialogOf(panel).waitFor();
    await page.keyboard.press("Escape");
    await dialogOf(panel).waitFor({ state: "detached" });
    await expect.poll(() => panel.focused()).toBe("Compact…");
    expect(panel.callsOf("stop")).toEqual([]);
    await panel.close();
  });

  it("CMP-1: an Enter that is held down since before the dialog says nothing", async () => {
    const panel = await bench.open({ state: fullState() });
    const { answer } = await ask(panel);
    let said: boolean | undefined;
    void answer.then((confirmed) => {
      said = confirmed;
    });
    await expect.poll(() => panel.focused()).toBe("Compact");
    await panel.page.evaluate(() => {
      const held = { key: "Enter", repeat: true, bubbles: true, cancelable: true, composed: true };
      const inner = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      const isLeftAlone = inner?.dispatchEvent(new KeyboardEvent("keydown", held));
      document.documentElement.dataset.held = String(isLeftAlone);
    });
    expect(await panel.page.evaluate(() => document.documentElement.dataset.held)).toBe("false");
    expect(said).toBeUndefined();
    await panel.page.keyboard.press("Enter");
    expect(await answer).toBe(true);
    await panel.close();
  });

  it("CMP-2: what the panel shows meanwhile takes neither the dialog nor its focus away; another question answers the first no", async () => {
    const panel = await bench.open({ state: fullState() });
    const { answer } = await ask(panel);
    await dialogOf(panel).getByRole("button", { name: "Cancel", exact: true }).focus();
    await panel.set({ canRetry: false, banners: [] });
    await expect.poll(() => panel.focused()).toBe("Cancel");
    const second = panel.ask("confirmRoom", reclaimQuestion);
    expect(await answer).toBe(false);
    await dialogOf(panel, "Reclaim Old Tool Results").waitFor();
    await panel.page.keyboard.press("Enter");
    expect((await second).confirmed).toBe(true);
    await panel.close();
  });

  it("CMP-2: all of it can be reached by keyboard where it has to be scrolled", async () => {
    const panel = await bench.open({ state: fullState(), width: 640, height: 320 });
    await ask(panel);
    await panel.page.keyboard.press("Shift+Tab");
    const body = panel.page.locator(".room-body");
    expect(await body.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.page.keyboard.press("End");
    await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await panel.close();
  });
});

describe("making room", () => {
  it.each([
    ["Compact Conversation…", "compactConversation"],
    ["Reclaim Old Tool Results…", "reclaimToolResults"],
  ])("CMP-1, CMP-8: the menu offers it: %s", async (name, command) => {
    const panel = await bench.open({ state: fullState() });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.page.getByRole("menuitem", { name, exact: true }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command }]);
    await panel.close();
  });

  it("CMP-6: the menu says why where it isn't offered", async () => {
    const makingRoom = { compaction: "There is too little to summarize." };
    const panel = await bench.open({ state: fullState({ makingRoom }) });
    const { page } = panel;
    await page.getByRole("button", { name: "More Actions" }).click();
    const refused = page.getByRole("menuitem", { name: "Compact Conversation…", exact: true });
    await expect.poll(() => refused.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => refused.getAttribute("aria-description")).toBe("There is too little to summarize.");
    const seen = await refused
      .locator(".menu-reason")
      .evaluate((element) => getComputedStyle(element, "::before").content);
    expect(seen).toBe('"There is too little to summarize."');
    await refused.dispatchEvent("click");
    await panel.settled();
    expect(panel.callsOf("runCommand")).toEqual([]);
    await panel.close();
  });

  it("CMP-1, CMP-8: the notice of a full context has its buttons, the cheaper way first", async () => {
    const panel = await bench.open({ state: fullState() });
    const buttons = panel.page.locator(".banner vscode-button");
    const labels = (await buttons.allTextContents()).map((label) => label.trim());
    expect(labels).toEqual(["Reclaim Tool Results…", "Compact…"]);
    await panel.page.getByRole("button", { name: "Compact…", exact: true }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "compactConversation" }]);
    await panel.close();
  });

  it("CMP-3, CMP-9: the notice shows the figures, the cost and the summary; Undo is told once", async () => {
    const items = [...richItems.slice(0, -1), reclaimedItem({ status: "undone" }), compactedItem()];
    const panel = await bench.open({ state: fullState({ items }) });
    const { page } = panel;
    const notice = page.getByRole("article").filter({ hasText: "The conversation was compacted" });
    await expect
      .poll(() => notice.locator(".rewrite-facts").textContent())
      .toMatch(/851k → 21\.3k tokens\s+\$0\.46 estimated/);
    await notice.locator("summary").click();
    await notice.getByRole("group", { name: "Summary" }).getByText("Calm posters").waitFor();
    await expect
      .poll(() => page.getByRole("article").filter({ hasText: "put aside" }).textContent())
      .toContain("Undone");
    await expect.poll(() => page.getByRole("button", { name: /^Undo/ }).count()).toBe(1);
    await page.getByRole("button", { name: "Undo Compacting", exact: true }).click();
    await expect.poll(() => panel.callsOf("undoRewrite")).toEqual([{ id: "compacted" }]);
    await panel.close();
  });

  it("CMP-3, TRN-6: says that it is summarized, aloud too, with Stop; and how that ended", async () => {
    const panel = await bench.open({ state: fullState() });
    const { page } = panel;
    const aloud = () => page.locator("silverpoint-conversation > .unseen[role=status]").textContent();
    await panel.set({ turn: "running", isCompacting: true });
    await page.locator(".waiting").getByText("Summarizing…").waitFor();
    await expect.poll(aloud).toBe("Summarizing…");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect.poll(() => panel.callsOf("stop")).toHaveLength(1);
    await panel.set({ turn: "idle" }, "isCompacting");
    await expect.poll(aloud).toBe("Stopped");
    await panel.set({ turn: "running", isCompacting: true });
    await panel.change(
      { op: "item", index: richItems.length - 1, item: itemOf("failed", "failure", "The server is gone.") },
      { op: "set", values: { turn: "idle" }, removed: ["isCompacting"] },
    );
    await expect.poll(aloud).toBe("The conversation was not compacted");
    await panel.set({ turn: "running", isCompacting: true });
    await panel.change(
      { op: "item", index: richItems.length, item: compactedItem() },
      { op: "set", values: { turn: "idle" }, removed: ["isCompacting"] },
    );
    await expect.poll(aloud).toBe("Conversation compacted");
    await panel.close();
  });

  it("CMP-3: the meter says that it estimates", async () => {
    const context = { used: 21_300, limit: 1_000_000, isEstimate: true };
    const panel = await bench.open({ state: fullState({ context }) });
    const meter = panel.page.getByRole("meter", { name: "Context" });
    await expect
      .poll(() => meter.getAttribute("aria-valuetext"))
      .toBe("About 21,300 of 1,000,000 tokens of context used (2%)");
    await panel.close();
  });
});

const themes = ["dark", "light", "highContrast", "highContrastLight"] satisfies Theme[];
const questions = { compact: compactQuestion, reclaim: reclaimQuestion };
const cases = themes.flatMap((theme) => (["compact", "reclaim"] as const).map((kind) => ({ theme, kind })));

describe("axe", () => {
  it.each(cases)("finds nothing serious in the dialog: $kind in $theme", async ({ theme, kind }) => {
    const panel = await bench.open({ theme, state: fullState(), width: 640, height: 400 });
    await ask(panel, questions[kind]);
    expect(await findings(panel)).toEqual([]);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });

  it.each(themes)("finds nothing serious in the notices and the menu: %s", async (theme) => {
    const items = [reclaimedItem({ status: "undone" }), compactedItem()];
    const makingRoom = { compaction: "There is too little to summarize." };
    const panel = await bench.open({ theme, state: fullState({ items, makingRoom }) });
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.page.getByRole("menu").waitFor();
    expect(await findings(panel)).toEqual([]);
    await panel.close();
  });
});
