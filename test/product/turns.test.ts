import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { reloadedBy } from "../support/host/browser.ts";
import { dialog, dialogButton, runCommand } from "../support/host/workbench.ts";
import { answer, hold, text } from "../support/modelServer/index.ts";
import { writtenState } from "../support/product/browserState.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { explorerItem, showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun({ files: { "notes.txt": "notes" } });
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const dirty = () => showsDirty(run.product.page);

async function openFresh(): Promise<PanelDriver> {
  return run.product.openPackage((await run.newPackage()).name);
}

/** Sends a message and waits until the answer's first part is shown; the rest comes when `name` is released. */
async function askHeld(panel: PanelDriver, message: string, name: string): Promise<void> {
  run.modelServer.enqueue(answer(text("The beginning"), hold(name), text(" and the end.")));
  await panel.send(message);
  await run.modelServer.reached(name);
  await panel.waitForText("The beginning");
}

function queued(panel: PanelDriver) {
  return panel.queue.getByRole("listitem");
}

describe("the queue", () => {
  it("TRN-5: shows what waits, lets it be edited and removed, and sends it in order", async () => {
    const panel = await openFresh();
    await askHeld(panel, "One", "first");
    for (const message of ["Two", "Three", "Four"]) await panel.send(message);
    await expect.poll(() => queued(panel).allInnerTexts()).toEqual(["Two", "Three", "Four"]);

    await queued(panel).nth(1).getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => queued(panel).allInnerTexts()).toEqual(["Two", "Four"]);
    await queued(panel).nth(1).getByRole("button", { name: "Edit" }).click();
    const editor = panel.queue.getByRole("textbox", { name: "Queued Message" });
    await editor.fill("Five");
    await editor.press("Enter");
    await expect.poll(() => queued(panel).allInnerTexts()).toEqual(["Two", "Five"]);

    run.modelServer.enqueue(answer("Two is done."), answer("Five is done."));
    run.modelServer.release("first");
    await panel.waitForText("Five is done.");
    await panel.waitUntilIdle();
    await expect
      .poll(() => panel.texts())
      .toEqual([...["One", "The beginning and the end."], ...["Two", "Two is done."], ...["Five", "Five is done."]]);
    await expect.poll(() => panel.queue.count()).toBe(0);
  });

  it("TRN-5: is held after Stop until the person says go; a message sent meanwhile runs at once", async () => {
    const panel = await openFresh();
    await askHeld(panel, "One", "first");
    await panel.send("Two");
    await queued(panel).waitFor();
    await panel.button("Stop").click();
    await panel.waitUntilIdle();
    await panel.button("Send Queued Messages").waitFor();
    await expect.poll(() => panel.texts()).toHaveLength(2);
    expect((await panel.texts())[1]).toMatch(/^The beginning\s+Interrupted$/);
    expect(run.modelServer.requests).toHaveLength(1);

    run.modelServer.enqueue(answer("Meanwhile is done."), answer("Two is done."));
    await panel.send("Meanwhile");
    await panel.waitForText("Meanwhile is done.");
    await panel.waitUntilIdle();
    await expect.poll(() => queued(panel).allInnerTexts()).toEqual(["Two"]);
    await panel.button("Send Queued Messages").click();
    await panel.waitForText("Two is done.");
    await panel.waitUntilIdle();
    expect(run.modelServer.requests).toHaveLength(3);
    expect(run.modelServer.violations).toEqual([]);
  });
});

describe("Stop", () => {
  it("TRN-6: before anything came, the message comes back into the empty composer and can be sent again", async () => {
    const panel = await openFresh();
    run.modelServer.enqueue({ kind: "silence" });
    await panel.send("Are you there?");
    await run.modelServer.reached("request");
    await panel.button("Stop").click();
    await run.modelServer.reached("aborted");
    await expect.poll(() => panel.composer.inputValue()).toBe("Are you there?");
    await expect.poll(() => panel.items.count()).toBe(0);
    await panel.waitUntilIdle();
    run.modelServer.enqueue(answer("Yes."));
    await panel.composer.press("Enter");
    await panel.waitForText("Yes.");
    await panel.waitUntilIdle();
    await expect.poll(() => panel.texts()).toEqual(["Are you there?", "Yes."]);
    await expect.poll(() => panel.composer.inputValue()).toBe("");
    await expect.poll(() => panel.handedBack.count()).toBe(0);
  });

  it("TRN-6: Escape stops too; a draft that is there wins, and the message waits above it", async () => {
    const panel = await openFresh();
    run.modelServer.enqueue({ kind: "silence" });
    await panel.send("Are you there?");
    await run.modelServer.reached("request");
    await panel.composer.pressSequentially("A draft of mine");
    await panel.composer.press("Escape");
    await panel.handedBack.getByText("Are you there?").waitFor();
    await expect.poll(() => panel.composer.inputValue()).toBe("A draft of mine");
    await panel.handedBack.getByRole("button", { name: "Dismiss" }).click();
    await panel.handedBack.waitFor({ state: "detached" });
    await expect.poll(() => panel.composer.inputValue()).toBe("A draft of mine");
  });
});

describe("a turn and its tabs", () => {
  it("PKG-6, TRN-10: a click on another file doesn't end a running turn, and its answer is there afterwards", async () => {
    const { page } = run.product;
    const panel = await openFresh();
    await askHeld(panel, "Go", "middle");
    await explorerItem(page, "notes.txt").click();
    const ours = page.getByRole("tab", { name: /\.silverpoint/ });
    await page.getByRole("tab", { name: /^notes\.txt/, selected: true }).waitFor();
    await expect.poll(() => ours.count()).toBe(1);
    run.modelServer.release("middle");
    await run.modelServer.reached("completed");
    await ours.click();
    const again = await PanelDriver.in(page);
    await again.waitForText("The beginning and the end.");
    await again.waitUntilIdle();
    await expect.poll(() => again.texts()).toEqual(["Go", "The beginning and the end."]);
    await expect.poll(() => dirty()).toBe(true);
  });

  it("PKG-2, TRN-10: two views show the same, and closing one of them leaves the turn alone", async () => {
    const { page } = run.product;
    const first = await openFresh();
    await askHeld(first, "Go", "middle");
    await runCommand(page, "workbench.action.splitEditor");
    const views = await PanelDriver.allIn(page, 2);
    for (const view of views) await view.waitForText("The beginning");
    await run.product.closeEditor();
    const [left] = await PanelDriver.allIn(page, 1);
    run.modelServer.release("middle");
    await left?.waitForText("The beginning and the end.");
    await left?.waitUntilIdle();
    expect(await left?.texts()).toEqual(["Go", "The beginning and the end."]);
  });
});

describe("New Conversation…", () => {
  it("TRN-12: asks; Cancel keeps everything, yes stops the turn and clears everything", async () => {
    const { page } = run.product;
    const panel = await openFresh();
    await askHeld(panel, "Go", "middle");
    await panel.send("Queued");
    await queued(panel).waitFor();
    await panel.choose("New Conversation…");
    await dialog(page)
      .getByText(/Start a new conversation/)
      .waitFor();
    await dialogButton(page, "Cancel");
    await expect.poll(() => panel.texts()).toHaveLength(2);
    await expect.poll(() => queued(panel).count()).toBe(1);
    await panel.button("Stop").waitFor();

    await panel.choose("New Conversation…");
    await dialogButton(page, "New Conversation");
    await run.modelServer.reached("aborted");
    await panel.items.first().waitFor({ state: "detached" });
    await panel.waitUntilIdle();
    await expect.poll(() => panel.queue.count()).toBe(0);
    await expect.poll(() => panel.handedBack.count()).toBe(0);
    await expect.poll(() => panel.composer.inputValue()).toBe("");
    expect(await panel.header()).not.toMatch(/tokens|\$/);
    await expect.poll(() => dirty()).toBe(true);
  });
});

/** Reloads the window by the browser's own means: VS Code has no time to keep what it hasn't kept yet. */
async function reloadPage(): Promise<void> {
  const { page, control } = run.product;
  await control.forgetHost();
  await reloadedBy(page, () => page.reload());
}

describe("the draft", () => {
  it("PKG-7: survives hiding the panel and reloading the window, and is not in the package", async () => {
    const { page } = run.product;
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    await panel.ask("Hello");
    await panel.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    await panel.composer.pressSequentially("Half a thought");
    await explorerItem(page, "notes.txt").click();
    await page.getByRole("tab", { name: /^notes\.txt/, selected: true }).waitFor();
    await page.getByRole("tab", { name: /\.silverpoint/ }).click();
    const shown = await PanelDriver.in(page);
    await expect.poll(() => shown.composer.inputValue()).toBe("Half a thought");

    await run.product.reload();
    const reloaded = await PanelDriver.in(page);
    await expect.poll(() => reloaded.composer.inputValue()).toBe("Half a thought");
    await reloaded.waitForItems(2);
    await expect.poll(() => dirty()).toBe(false);
    expect(JSON.stringify(await files.all())).not.toContain("Half a thought");
  });

  it("PKG-7: survives a reload of the page right after typing", async () => {
    const { page } = run.product;
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    // The tab comes back in any case; what is typed from here on VS Code would keep some seconds later.
    await expect.poll(() => writtenState(page, "editors")).toContain(encodeURI(files.name));
    await panel.composer.pressSequentially("A thought of its own");
    await expect.poll(() => writtenState(page, "extension")).toContain("A thought of its own");
    await reloadPage();
    const reloaded = await PanelDriver.in(page);
    await expect.poll(() => reloaded.composer.inputValue()).toBe("A thought of its own");
    expect(JSON.stringify(await files.all())).not.toContain("A thought of its own");
  });
});
