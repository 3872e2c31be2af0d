import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "../support/host/waitUntil.ts";
import { notifications, quickInput, quickRows } from "../support/host/workbench.ts";
import { packageAt } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const title = "Silverpoint: New Package…";
const dialogInput = () => quickInput(run.product.page).getByRole("textbox");

/** Runs the command from the palette, and gives what its dialog offers. */
async function begin(): Promise<string> {
  const { page } = run.product;
  // The dialog is where the palette was, so that nothing says when the palette has closed.
  const row = quickRows(page).filter({ hasText: title });
  await waitUntil("the command in the palette", async () => {
    if (!(await quickInput(page).isVisible())) await page.keyboard.press("F1");
    await dialogInput().fill(`>${title}`, { timeout: 2000 });
    return (await row.count()) > 0;
  });
  await row.first().click();
  await expect.poll(() => dialogInput().inputValue()).toMatch(/\.silverpoint$/);
  return dialogInput().inputValue();
}

/** Answers the dialog with a path in the workspace. */
async function answerWith(name: string): Promise<void> {
  const path = join(run.workspace, name);
  await dialogInput().fill(path);
  // The dialog looks the path up while it is typed, and puts what it finds in its place.
  await expect.poll(() => dialogInput().inputValue()).toBe(path);
  await dialogInput().press("Enter");
}

const tabs = () => run.product.page.locator(".editor-group-container .tab");

describe(title, () => {
  it("PKG-1, PKG-5: makes a document with one empty page and nothing else, and opens it, not edited", async () => {
    expect(await begin()).toBe(join(run.workspace, "Untitled.silverpoint"));
    await answerWith("Menu.silverpoint");
    const panel = await PanelDriver.in(run.product.page);
    await panel.waitForDrawing();
    await expect.poll(() => panel.designName.inputValue()).toBe("Menu");
    expect(await panel.drawnNodes()).toEqual([]);
    expect(await showsDirty(run.product.page)).toBe(false);
    const files = packageAt(join(run.workspace, "Menu.silverpoint"));
    expect(Object.keys(await files.all())).toEqual(["document.json"]);
    expect(JSON.parse(await files.text("document.json"))).toEqual({
      name: "Menu",
      pages: [{ id: "page1", name: "Page 1", width: 1080, height: 1350, background: "#FFFFFF", children: [] }],
    });
    // It is a package like any other: it keeps its conversation.
    await panel.ask("Hello");
    await panel.composer.press("Control+s");
    await expect.poll(() => showsDirty(run.product.page)).toBe(false);
    expect(Object.keys(await files.all())).toContain("agent/conversation.json");
  });

  it("PKG-2: a name without the ending gets it", async () => {
    await begin();
    await answerWith("Flyer");
    const panel = await PanelDriver.in(run.product.page);
    await expect.poll(() => panel.designName.inputValue()).toBe("Flyer");
    expect(await readdir(join(run.workspace, "Flyer.silverpoint"))).toEqual(["document.json"]);
    expect(existsSync(join(run.workspace, "Flyer"))).toBe(false);
  });

  it("PKG-1: a name that is taken is refused in words, and what is there stays as it is", async () => {
    const files = await run.newPackage({ other: { "notes.txt": "mine" } });
    const before = await files.all();
    await begin();
    await answerWith(files.name.replace(/\.silverpoint$/, ""));
    await expect
      .poll(async () => (await notifications(run.product.page)).join("\n"))
      .toContain(`“${files.name}” exists already. Choose a new name.`);
    expect(await files.all()).toEqual(before);
    await expect.poll(() => tabs().count()).toBe(0);
  });

  it("PKG-1: a folder that is taken VS Code's dialog refuses itself, and Escape makes nothing", async () => {
    await mkdir(join(run.workspace, "Taken.silverpoint"));
    await begin();
    await answerWith("Taken.silverpoint");
    await quickInput(run.product.page).getByText("already exists").waitFor();
    // One key alone may only take the words away.
    await waitUntil("the dialog to close", async () => {
      if (!(await dialogInput().isVisible())) return true;
      await dialogInput().press("Escape", { timeout: 1000 });
      return false;
    });
    expect(await readdir(join(run.workspace, "Taken.silverpoint"))).toEqual([]);
    await expect.poll(() => tabs().count()).toBe(0);
  });
});
