import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { notifications, quickRows, runCommand } from "../support/host/workbench.ts";
import { answer, hold, text, toolCall } from "../support/modelServer/index.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { explorerItem } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun({ files: { "notes.txt": "notes" } });
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const question = { text: "How large?", choice: "single", options: [{ label: "A1" }, { label: "A2" }] };
const callArguments = JSON.stringify({ questions: [question] });

/** Sends a message whose answer asks something once `name` is released, and looks at another file. */
async function askAndLeave(name: string): Promise<string> {
  const files = await run.newPackage();
  const panel = await run.product.openPackage(files.name);
  run.modelServer.enqueue(answer(text("One moment."), hold(name), toolCall(name, "ask_questions", callArguments)));
  await panel.send("Make a poster");
  await run.modelServer.reached(name);
  await lookElsewhere();
  return files.name.replace(".silverpoint", "");
}

async function lookElsewhere(): Promise<void> {
  const { page } = run.product;
  await explorerItem(page, "notes.txt").dblclick();
  await page.getByRole("tab", { name: /^notes\.txt/, selected: true }).waitFor();
}

function barItem(page: Page) {
  return page.locator('.statusbar-item[id$="silverpoint.hiddenWork"]');
}

const barText = async () => (await barItem(run.product.page).textContent())?.replaceAll(/\s+/g, " ").trim();

describe("a turn that nobody sees", () => {
  it("TRN-10: the status bar tells that it runs and that it waits; a click shows it; one notification, nothing answered", async () => {
    const { page } = run.product;
    const name = await askAndLeave("first");
    await expect.poll(barText).toBe(`Silverpoint: ${name} is working`);
    run.modelServer.release("first");
    await expect.poll(barText).toBe(`Silverpoint: ${name} needs your answer`);
    await page.locator(".notifications-toasts").getByText(`“${name}” needs your answer.`).waitFor();

    await barItem(page).click();
    const panel = await PanelDriver.in(page);
    const card = panel.frame.getByRole("article").filter({ hasText: "How large?" });
    await card.getByRole("radio").first().waitFor();
    await barItem(page).waitFor({ state: "hidden" });
    await lookElsewhere();
    await expect.poll(barText).toBe(`Silverpoint: ${name} needs your answer`);
    expect(await notifications(page)).toEqual([`“${name}” needs your answer.`]);
    expect(run.modelServer.requests).toHaveLength(1);
  });

  it("TRN-10: of several it tells how many, and a click lists them", async () => {
    const { page } = run.product;
    const first = await askAndLeave("first");
    const second = await askAndLeave("second");
    await expect.poll(barText).toBe("Silverpoint: 2 agents are working");
    await barItem(page).click();
    await expect.poll(() => quickRows(page).locator(".label-name").allTextContents()).toEqual([first, second]);
    await quickRows(page).filter({ hasText: second }).click();
    const panel = await PanelDriver.in(page);
    await panel.waitForText("One moment.");
    await expect.poll(barText).toBe(`Silverpoint: ${first} is working`);
    await runCommand(page, "Silverpoint: Show Working Agent…");
    await barItem(page).filter({ hasText: second }).waitFor();
  });

  it("TRN-10: nothing is told of a card that opens before the person's eyes", async () => {
    const { page } = run.product;
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    run.modelServer.enqueue(answer(text("One moment."), toolCall("seen", "ask_questions", callArguments)));
    await panel.send("Make a poster");
    await panel.frame.getByRole("radio").first().waitFor();
    await expect.poll(() => barItem(page).count()).toBe(0);
    expect((await notifications(page)).filter((message) => message.includes(files.name.slice(0, 8)))).toEqual([]);
  });
});
