import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { quickInput, quickRows, runCommand } from "../support/host/workbench.ts";
import { answer, hold, text } from "../support/modelServer/index.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { activeTab } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

/** The commands of ours that the palette offers now. */
async function offered(): Promise<string[]> {
  const { page } = run.product;
  await page.keyboard.press("F1");
  await quickInput(page).locator("input.input").fill(">Silverpoint: ");
  await quickRows(page).first().waitFor();
  const titles = await quickRows(page).locator(".label-name").allTextContents();
  await page.keyboard.press("Escape");
  await quickInput(page).waitFor({ state: "hidden" });
  return titles.filter((title) => title.startsWith("Silverpoint: ")).map((title) => title.slice(13));
}

const onlyWithConversation = ["New Conversation…"];
const onlyInTurn = ["Stop Agent"];

describe("the palette", () => {
  it("offers what can be done now: with a package, with a conversation, while a turn runs", async () => {
    expect(await offered()).toEqual(expect.arrayContaining(["New Package…", "Open Package…", "Show Log"]));
    expect(await offered()).not.toEqual(expect.arrayContaining(["Save Package As…"]));

    const panel = await run.product.openPackage((await run.newPackage()).name);
    await expect.poll(offered).toEqual(expect.arrayContaining(["Save Package As…", "Focus Message Box"]));
    const before = await offered();
    for (const title of [...onlyWithConversation, ...onlyInTurn]) expect(before).not.toContain(title);

    run.modelServer.enqueue(answer(text("The beginning"), hold("middle"), text(" and the end.")));
    await panel.send("Go");
    await run.modelServer.reached("middle");
    await expect.poll(offered).toEqual(expect.arrayContaining([...onlyWithConversation, ...onlyInTurn]));
    await runCommand(run.product.page, "Silverpoint: Stop Agent");
    await panel.waitUntilIdle();
    await expect.poll(offered).not.toEqual(expect.arrayContaining(onlyInTurn));
  });
});

describe("a broken prefix", () => {
  it("BYT-4: is said with its price when the model was changed, until the next message is sent", async () => {
    const { product, modelServer } = run;
    const panel = await product.openPackage((await run.newPackage()).name);
    await panel.ask("Hello");
    const banner = panel.frame.getByRole("status").filter({ hasText: "reads the whole conversation anew" });
    await expect.poll(() => banner.count()).toBe(0);
    const setModel = (model?: string) =>
      product.control.evaluate(async (vscode, value) => {
        const { Global } = vscode.ConfigurationTarget;
        await vscode.workspace.getConfiguration().update("silverpoint.agent.model", value, Global);
      }, model);
    await setModel("claude-haiku-5-5");
    await expect
      .poll(() => banner.textContent())
      .toMatch(/The model was changed\. .*about [\d,]+ tokens, (< )?\$[\d.]+ \(estimated\)\./);
    modelServer.enqueue(answer(text("The beginning"), hold("middle"), text(" and the end.")));
    await panel.send("Go on");
    await modelServer.reached("middle");
    await banner.waitFor({ state: "detached" });
    modelServer.release("middle");
    await panel.waitForText("The beginning and the end.");
    await panel.waitUntilIdle();
    await expect.poll(() => banner.count()).toBe(0);
    await setModel(undefined);
    await banner.waitFor();
  });
});

describe("a package's tab", () => {
  it("PKG-2: is named by its package, not by the file that every package has", async () => {
    const files = await run.newPackage();
    await run.product.openPackage(files.name);
    await expect.poll(() => activeTab(run.product.page).locator(".label-name").textContent()).toBe(files.name);
  });
});
