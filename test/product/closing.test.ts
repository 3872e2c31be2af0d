import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "../support/host/waitUntil.ts";
import { dialog, dialogButton, notifications, quickInput } from "../support/host/workbench.ts";
import { filesBelow, type PackageFiles, packageAt } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { activeTab, showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const dirty = () => showsDirty(run.product.page);

/** A package with a saved turn and one that isn't saved, open. */
async function openWithUnsavedTurn(): Promise<{
  files: PackageFiles;
  panel: PanelDriver;
  saved: Record<string, string>;
}> {
  const files = await run.newPackage({
    other: { "notes/readme.txt": "not ours", "preview.bin": Uint8Array.of(0, 255, 13, 10) },
  });
  const panel = await run.product.openPackage(files.name);
  await panel.ask("Saved");
  await panel.composer.press("Control+s");
  await expect.poll(dirty).toBe(false);
  const saved = await files.all();
  await panel.ask("Unsaved");
  await expect.poll(dirty).toBe(true);
  return { files, panel, saved };
}

async function closeWith(choice: "Save" | "Don't Save" | "Cancel"): Promise<void> {
  const { page } = run.product;
  await run.product.closeEditor();
  await dialog(page)
    .getByText(/Do you want to save/)
    .waitFor();
  await dialogButton(page, choice);
}

describe("closing a dirty package", () => {
  it("PKG-6, PKG-13: Don't Save writes nothing, and what was discarded doesn't come back", async () => {
    const { page } = run.product;
    const { files, saved } = await openWithUnsavedTurn();
    await closeWith("Cancel");
    await expect.poll(() => dirty()).toBe(true);
    await closeWith("Don't Save");
    await activeTab(page).waitFor({ state: "detached" });
    expect(await files.all()).toEqual(saved);
    const again = await run.product.openPackage(files.name);
    await again.waitForItems(2);
    expect((await again.texts())[0]).toBe("Saved");
    await expect.poll(() => again.items.count()).toBe(2);
    await expect.poll(() => dirty()).toBe(false);
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-6: Save saves, then closes", async () => {
    const { page } = run.product;
    const { files, panel } = await openWithUnsavedTurn();
    const texts = await panel.texts();
    await closeWith("Save");
    await activeTab(page).waitFor({ state: "detached" });
    const again = await run.product.openPackage(files.name);
    await again.waitForItems(4);
    await expect.poll(() => again.texts()).toEqual(texts);
    await expect.poll(() => dirty()).toBe(false);
  });
});

describe("hot exit", () => {
  it("PKG-13: what wasn't saved is back after a reload, dirty, and a save writes it", async () => {
    const { page } = run.product;
    const { files, panel, saved } = await openWithUnsavedTurn();
    const texts = await panel.texts();
    await panel.designName.fill("Renamed");
    await panel.designName.press("Enter");
    await waitForJournalOf("Unsaved", "Renamed");
    await run.product.reload();
    const again = await PanelDriver.in(page);
    await again.waitForItems(4);
    await expect.poll(() => again.texts()).toEqual(texts);
    await expect.poll(() => again.designName.inputValue()).toBe("Renamed");
    await expect.poll(dirty).toBe(true);
    expect(await files.all()).toEqual(saved);

    await again.ask("After the reload");
    await again.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    const after = await files.all();
    expect(JSON.parse(after["agent/conversation.json"] ?? "").items).toHaveLength(6);
    expect(after["document.json"]).toContain("Renamed");
    expect(run.modelServer.violations).toEqual([]);
  });
});

describe("Save As", () => {
  it("PKG-13: copies the whole package, unknown files too; the two are independent then", async () => {
    const { page } = run.product;
    const { files, panel, saved } = await openWithUnsavedTurn();
    const texts = await panel.texts();
    const copy = packageAt(join(run.workspace, "Copy.silverpoint"));
    await saveAs(join(copy.path, "document.json"));
    await page.locator(".breadcrumbs-control").getByText("Copy.silverpoint").waitFor();
    const copied = await PanelDriver.in(page);
    await expect.poll(() => copied.texts()).toEqual(texts);
    await expect.poll(() => dirty()).toBe(false);
    expect(Object.keys(await copy.all())).toEqual(Object.keys(saved));
    const bytes = await copy.all();
    expect(bytes["notes/readme.txt"]).toBe("not ours");
    expect(bytes["preview.bin"]).toBe(saved["preview.bin"]);
    expect(bytes["document.json"]).toBe(saved["document.json"]);
    expect(JSON.parse(bytes["agent/conversation.json"] ?? "").items).toHaveLength(4);
    expect(await files.all()).toEqual(saved);

    await copied.ask("Only in the copy");
    await copied.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    expect(JSON.parse(await copy.text("agent/conversation.json")).items).toHaveLength(6);
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-13: refuses another name, saying what to type, and keeps the document open and dirty", async () => {
    const { page } = run.product;
    const { files, saved } = await openWithUnsavedTurn();
    await saveAs(join(run.workspace, "other.json"));
    await expect.poll(async () => (await notifications(page)).join()).toMatch(/<Name>\.silverpoint\/document\.json/);
    expect(await readdir(run.workspace)).not.toContain("other.json");
    await expect.poll(() => dirty()).toBe(true);
    expect(await files.all()).toEqual(saved);
    const panel = await PanelDriver.in(page);
    await expect.poll(() => panel.items.count()).toBe(4);
  });
});

/** Types a path into the dialog that VS Code in a browser has for this. */
async function saveAs(path: string): Promise<void> {
  const { page } = run.product;
  await (await PanelDriver.in(page)).composer.press("Control+Shift+s");
  const input = quickInput(page).getByRole("textbox");
  // It proposes the document's own place as soon as it has looked there.
  await expect.poll(() => input.inputValue()).toMatch(/document\.json$/);
  await input.fill(path);
  // Enter does nothing while it looks at the path, and says yes when it asks whether to make the folder.
  await waitUntil("the dialog to close", async () => {
    if (!(await input.isVisible())) return true;
    await input.press("Enter", { timeout: 1000 });
    return false;
  });
}

/** Resolves when the journal, which a reload brings back, holds both texts. */
async function waitForJournalOf(message: string, design: string): Promise<void> {
  const folder = join(run.folder, "data", "User", "globalStorage", "silverpoint.silverpoint-agent", "journals");
  await expect
    .poll(async () => {
      const journals = Object.values(await filesBelow(folder).catch(() => ({})));
      return journals.some((text) => text.includes(message) && text.includes(design));
    })
    .toBe(true);
}
