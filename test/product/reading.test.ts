import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { explorerItem } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun({ files: { "notes.txt": "notes" } });
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

/** A saved conversation of so many questions and answers, of changing lengths, each with its place in its text. */
function savedConversation(turns: number): string {
  const texts = Array.from({ length: turns }, (_turn, index) => ({
    question: `Question ${index}`,
    answer: `Answer ${index}.\n\n${"Some words of it. ".repeat((index * 7) % 40)}`,
  }));
  return JSON.stringify({
    formatVersion: 1,
    items: texts.flatMap(({ question, answer }, index) => [
      { id: `q${index}`, type: "user", text: question, hasImage: false },
      { id: `a${index}`, type: "assistant", text: answer },
    ]),
    history: texts.flatMap(({ question, answer }) => [
      { role: "user", content: [{ type: "text", text: `# This turn\nMode: Just do it\n\n${question}` }] },
      { role: "assistant", content: [{ type: "text", text: answer }] },
    ]),
    sentFacts: [{ message: 0 }],
  });
}

interface Reading {
  /** The place of the item at the top of what is seen. */
  readonly place: string | null;
  readonly words: string;
  /** How far its top is from the top of what is seen, in pixels. */
  readonly y: number;
}

function reading({ frame }: PanelDriver): Promise<Reading> {
  return frame.locator("silverpoint-feed .scroller").evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect();
    const first = [...scroller.querySelectorAll("article")].find(
      (each) => each.getBoundingClientRect().bottom > top + 1,
    );
    return {
      place: first?.getAttribute("aria-posinset") ?? null,
      words: first?.textContent?.match(/(Question|Answer) \d+/)?.[0] ?? "",
      y: Math.round((first?.getBoundingClientRect().top ?? 0) - top),
    };
  });
}

/** What is read once two looks, two frames apart, see the same. */
async function still(panel: PanelDriver): Promise<Reading> {
  let last = await reading(panel);
  await expect
    .poll(async () => {
      const before = last;
      await panel.frame.evaluate(
        () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      );
      last = await reading(panel);
      return last.place === before.place && last.y === before.y;
    })
    .toBe(true);
  return last;
}

/** The same item, at the same place to the pixel. */
async function expectSame(panel: PanelDriver, before: Reading): Promise<void> {
  await expect.poll(async () => (await reading(panel)).words).toBe(before.words);
  const now = await still(panel);
  expect(now).toEqual({ ...before, y: now.y });
  expect(Math.abs(now.y - before.y)).toBeLessThanOrEqual(1);
}

async function openLong(): Promise<PanelDriver> {
  const files = await run.newPackage({ agent: { "conversation.json": savedConversation(150) } });
  const panel = await run.product.openPackage(files.name);
  await panel.waitForText("Answer 149.");
  return panel;
}

/** Hides the panel behind another file, and shows it again. */
async function hideAndShow(): Promise<PanelDriver> {
  const { page } = run.product;
  await explorerItem(page, "notes.txt").click();
  await page.getByRole("tab", { name: /^notes\.txt/, selected: true }).waitFor();
  await page.getByRole("tab", { name: /\.silverpoint/ }).click();
  return PanelDriver.in(page);
}

describe("where a long conversation is read", () => {
  it("PKG-7: is the same item at the same place after another tab was shown, and after a reload of the window", async () => {
    const panel = await openLong();
    const scroller = panel.frame.locator("silverpoint-feed .scroller");
    await scroller.hover();
    for (let turn = 0; turn < 12; turn++) await panel.page.mouse.wheel(0, -400);
    await expect.poll(async () => Number((await reading(panel)).place)).toBeLessThan(290);
    const before = await still(panel);
    expect(before.words).not.toBe("");

    const shown = await hideAndShow();
    await expectSame(shown, before);
    await run.product.reload();
    await expectSame(await PanelDriver.in(run.product.page), before);
  });

  it("PKG-7: among items that weren't there at first: where Find in Conversation has led", async () => {
    const panel = await openLong();
    await panel.composer.press("Control+f");
    const field = panel.frame.getByRole("textbox", { name: "Find in Conversation" });
    await field.pressSequentially("question 12");
    const count = panel.frame.locator(".find [role=status]");
    // Question 12, and 120 to 129: none comes after the end, where one reads, so that it begins again at the top.
    await expect.poll(() => count.textContent()).toBe("1 of 11");
    await panel.frame.getByText("Question 12", { exact: true }).waitFor();
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
    const before = await still(panel);
    expect(Number(before.place)).toBeLessThan(30);

    const shown = await hideAndShow();
    await expectSame(shown, before);
    await run.product.reload();
    const reloaded = await PanelDriver.in(run.product.page);
    await expectSame(reloaded, before);
    // The end is still where a message goes.
    await reloaded.send("And now?");
    await expect.poll(async () => Number((await reading(reloaded)).place)).toBeGreaterThan(280);
  });
});
