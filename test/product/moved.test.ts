import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "../support/host/waitUntil.ts";
import { dialog, dialogButton, notifications, openQuick, quickInput, runCommand } from "../support/host/workbench.ts";
import { answer, hold, text } from "../support/modelServer/index.ts";
import { commitAll, git, makeRepository } from "../support/product/gitRepository.ts";
import { makePackage, type PackageFiles, packageAt } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { savedTurn } from "../support/product/savedConversation.ts";
import { tidyWorkbench } from "../support/product/tidy.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

async function tidy(task: Parameters<ProductRun["clean"]>[0]): Promise<void> {
  if (task?.result?.state !== "fail") await tidyWorkbench(run.product);
  await run.clean(task);
}

beforeAll(async () => {
  run = await startProductRun({ files: { "notes.txt": "notes" } });
});

afterAll(() => run?.stop());
afterEach(({ task }) => tidy(task));

const dirty = () => showsDirty(run.product.page);
const saveKeys = async (panel: PanelDriver) => panel.composer.press("Control+s");
const tabs = () => run.product.page.locator(".editor-group-container .tab");

async function savedItems(files: PackageFiles): Promise<string[]> {
  const items: { text: string }[] = JSON.parse(await files.text("agent/conversation.json")).items;
  return items.map((item) => item.text);
}

/** A package with a saved turn, open. */
async function openSaved(): Promise<{ files: PackageFiles; panel: PanelDriver }> {
  const files = await run.newPackage({ other: { "notes/readme.txt": "not ours" } });
  const panel = await run.product.openPackage(files.name);
  await panel.ask("Saved");
  await saveKeys(panel);
  await expect.poll(dirty).toBe(false);
  return { files, panel };
}

async function askHeld(panel: PanelDriver, message: string, name: string): Promise<void> {
  run.modelServer.enqueue(answer(text("The beginning"), hold(name), text(" and the end.")));
  await panel.send(message);
  await run.modelServer.reached(name);
  await panel.waitForText("The beginning");
}

/** Renames a folder of the workspace within VS Code; resolves to the package at its new place and its panel. */
async function renameInside(from: string, to: string): Promise<{ moved: PackageFiles; panel: PanelDriver }> {
  await applyRename(from, to);
  return atNewPlace(to);
}

/** A refactoring's rename goes the same way as one in the Explorer: the same events, the same questions. */
async function applyRename(from: string, to: string): Promise<void> {
  await run.product.control.evaluate(
    (vscode, places) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(vscode.Uri.file(places.from), vscode.Uri.file(places.to));
      // Not awaited: a question would be seen by nobody.
      void vscode.workspace.applyEdit(edit);
    },
    { from: join(run.workspace, from), to: join(run.workspace, to) },
  );
}

async function atNewPlace(name: string): Promise<{ moved: PackageFiles; panel: PanelDriver }> {
  await run.product.page.locator(".breadcrumbs-control").getByText(name).waitFor();
  const [panel] = await PanelDriver.allIn(run.product.page, 1);
  if (panel === undefined) throw new Error("There is no panel.");
  return { moved: packageAt(join(run.workspace, name)), panel };
}

describe("a package renamed in VS Code", () => {
  it("PKG-12: clean: one tab at the new place, the same conversation, and nothing is dirty or asked", async () => {
    const { files, panel: before } = await openSaved();
    const texts = await before.texts();
    const { moved, panel } = await renameInside(files.name, "Clean.silverpoint");
    await panel.waitForItems(2);
    await expect.poll(() => panel.texts()).toEqual(texts);
    await expect.poll(() => tabs().count()).toBe(1);
    await expect.poll(() => dirty()).toBe(false);
    await panel.ask("After the move");
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await savedItems(moved)).toHaveLength(4);
    expect(existsSync(files.path)).toBe(false);
    await expect.poll(() => dialog(run.product.page).count()).toBe(0);
    expect(run.modelServer.violations).toEqual([]);
  });

  it("PKG-12: dirty: is saved first and goes on at the new place, without a question", async () => {
    const { files, panel: before } = await openSaved();
    await before.ask("Unsaved");
    await before.designName.fill("Renamed");
    await before.designName.press("Enter");
    const texts = await before.texts();
    const { moved, panel } = await renameInside(files.name, "Dirty.silverpoint");
    await panel.waitForItems(4);
    await expect.poll(() => panel.texts()).toEqual(texts);
    await expect.poll(() => panel.designName.inputValue()).toBe("Renamed");
    await expect.poll(() => tabs().count()).toBe(1);
    await expect.poll(dirty).toBe(false);
    expect(await savedItems(moved)).toHaveLength(4);
    expect(await moved.text("document.json")).toContain("Renamed");
    expect(existsSync(files.path)).toBe(false);
    await expect.poll(() => dialog(run.product.page).count()).toBe(0);
  });

  it("PKG-12: the running turn goes on at the new place, and its end is saved there", async () => {
    const { files, panel: before } = await openSaved();
    await askHeld(before, "Go", "middle");
    const { moved, panel } = await renameInside(files.name, "Running.silverpoint");
    await panel.waitForText("The beginning");
    await panel.button("Stop").waitFor();
    run.modelServer.release("middle");
    await panel.waitForText("The beginning and the end.");
    await panel.waitUntilIdle();
    await expect.poll(() => tabs().count()).toBe(1);
    await expect.poll(dirty).toBe(true);
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect((await savedItems(moved)).at(-1)).toBe("The beginning and the end.");
    expect(existsSync(files.path)).toBe(false);
    await expect.poll(() => dialog(run.product.page).count()).toBe(0);
    expect(run.modelServer.requests).toHaveLength(2);
  });

  it("PKG-12: renaming a folder above it is the same", async () => {
    const above = join(run.workspace, "above");
    const files = await makePackage(above, "Inner.silverpoint");
    const before = await run.product.openPackage(join("above", files.name));
    await before.ask("Unsaved");
    const to = join(run.workspace, "beyond");
    await applyRename("above", "beyond");
    await run.product.page.locator(".breadcrumbs-control").getByText("beyond").waitFor();
    const [panel] = await PanelDriver.allIn(run.product.page, 1);
    await panel?.waitForItems(2);
    await expect.poll(() => tabs().count()).toBe(1);
    await panel?.ask("After the move");
    await expect.poll(dirty).toBe(true);
    if (panel) await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await savedItems(packageAt(join(to, files.name)))).toHaveLength(4);
    expect(existsSync(above)).toBe(false);
  });
});

describe("a package moved or deleted from outside", () => {
  for (const how of ["moved", "deleted"] as const) {
    for (const state of ["clean", "dirty"] as const) {
      it(`PKG-12: ${how} while ${state}: says so, saves nothing, recreates nothing, and Save Package As… keeps everything`, async () => {
        const { page } = run.product;
        const { files, panel } = await openSaved();
        if (state === "dirty") await panel.ask("Unsaved");
        const texts = await panel.texts();
        if (how === "moved") await rename(files.path, `${files.path}.away`);
        else await rm(files.path, { recursive: true });
        await saveKeys(panel);
        const banner = panel.frame.getByRole("alert").filter({ hasText: "moved or deleted" });
        await banner.waitFor();
        await expect.poll(async () => (await notifications(page)).join()).toMatch(/The package was moved or deleted/);
        await runCommand(page, "notifications.clearAll");
        await expect.poll(() => panel.texts()).toEqual(texts);
        expect(existsSync(files.path)).toBe(false);
        await expect.poll(() => dialog(page).count()).toBe(0);

        const name = `Rescued ${how} ${state}.silverpoint`;
        await banner.getByRole("button", { name: "Save Package As…" }).click();
        await fillFileDialog(join(run.workspace, name));
        await page.locator(".breadcrumbs-control").getByText(name).waitFor();
        const rescued = packageAt(join(run.workspace, name));
        expect(await savedItems(rescued)).toHaveLength(texts.length);
        expect(await rescued.text("document.json")).toContain("Poster");
        await expect.poll(dirty).toBe(false);
        expect(existsSync(files.path)).toBe(false);
      });
    }
  }
});

describe("a conversation that git changes underneath", () => {
  /** A package in a repository; `main` and `other` have conversations of their own, and `main` is checked out and open. */
  async function openInRepository(name: string): Promise<{ folder: string; files: PackageFiles; panel: PanelDriver }> {
    const folder = join(run.workspace, name);
    await makeRepository(folder);
    const files = await makePackage(folder, "Poster.silverpoint", {
      agent: { "conversation.json": savedTurn("Ours", "Ours it is.") },
    });
    await commitAll(folder);
    await git(folder, "checkout", "--quiet", "-b", "other");
    await files.write("agent/conversation.json", savedTurn("Theirs", "Theirs it is."));
    await commitAll(folder);
    await git(folder, "checkout", "--quiet", "main");
    const panel = await run.product.openPackage(join(name, files.name));
    await panel.waitForText("Ours it is.");
    return { folder, files, panel };
  }

  const question = () => dialog(run.product.page).getByText(/was changed on disk/);

  it("PKG-11: while nothing of ours is unsaved it is shown, quietly, as soon as the editor is looked at again", async () => {
    const { page } = run.product;
    const { folder } = await openInRepository("idle");
    await openQuick(page, "notes.txt");
    await git(folder, "checkout", "--quiet", "other");
    await page.getByRole("tab", { name: /\.silverpoint/ }).click();
    const panel = await PanelDriver.in(page);
    await panel.waitForText("Theirs it is.");
    await expect.poll(() => panel.texts()).toEqual(["Theirs", "Theirs it is."]);
    await expect.poll(() => dirty()).toBe(false);
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  it("PKG-11: with unsaved work the save asks; put off, nothing is written; Load Theirs shows theirs", async () => {
    const { page } = run.product;
    const { folder, files, panel } = await openInRepository("dirty");
    await panel.ask("Unsaved");
    await git(folder, "checkout", "--quiet", "other");
    const before = await files.all();
    await saveKeys(panel);
    await question().waitFor();
    await dialogButton(page, "Cancel");
    const banner = panel.frame.getByRole("status").filter({ hasText: "changed on disk" });
    await banner.waitFor();
    expect(await files.all()).toEqual(before);
    await expect.poll(() => dirty()).toBe(true);
    await expect.poll(() => panel.texts()).toHaveLength(4);
    await banner.getByRole("button", { name: "Decide…" }).click();
    await question().waitFor();
    await dialogButton(page, "Load Theirs");
    await panel.waitForText("Theirs it is.");
    await banner.waitFor({ state: "detached" });
    await expect.poll(() => panel.texts()).toEqual(["Theirs", "Theirs it is."]);
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await files.all()).toEqual(before);
  });

  it("PKG-11: Keep Both stores ours and puts theirs aside", async () => {
    const { page } = run.product;
    const { folder, files, panel } = await openInRepository("both");
    await panel.ask("Unsaved");
    await git(folder, "checkout", "--quiet", "other");
    await saveKeys(panel);
    await question().waitFor();
    await dialogButton(page, "Keep Both");
    await expect.poll(dirty).toBe(false);
    expect((await savedItems(files))[0]).toBe("Ours");
    expect(await savedItems(files)).toHaveLength(4);
    const all = await files.all();
    const theirs = Object.keys(all).filter((path) => path.startsWith("agent/conversation.theirs-"));
    expect(theirs).toHaveLength(1);
    expect(all[theirs[0] ?? ""]).toBe(savedTurn("Theirs", "Theirs it is."));
  });

  it("PKG-11: a running turn goes on to its end and then the person is asked; Keep Mine stores ours at the next save", async () => {
    const { page } = run.product;
    const { folder, files, panel } = await openInRepository("running");
    await askHeld(panel, "Go", "middle");
    await git(folder, "checkout", "--quiet", "other");
    run.modelServer.release("middle");
    await panel.waitForText("The beginning and the end.");
    await question().waitFor();
    await dialogButton(page, "Keep Mine");
    expect(await savedItems(files)).toEqual(["Theirs", "Theirs it is."]);
    await expect.poll(dirty).toBe(true);
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await savedItems(files)).toEqual(["Ours", "Ours it is.", "Go", "The beginning and the end."]);
  });
});

describe("document.json changed elsewhere", () => {
  /** Opens document.json as text beside the panel, replaces it and saves it. */
  async function saveAsText(files: PackageFiles, content: string): Promise<void> {
    await run.product.control.evaluate(
      async (vscode, { path, content: replacement }) => {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
        await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
        const edit = new vscode.WorkspaceEdit();
        const end = document.positionAt(document.getText().length);
        edit.replace(document.uri, new vscode.Range(document.positionAt(0), end), replacement);
        await vscode.workspace.applyEdit(edit);
        await vscode.commands.executeCommand("workbench.action.files.save");
        if (document.isDirty) throw new Error("The text could not be saved.");
      },
      { path: join(files.path, "document.json"), content },
    );
  }

  /** A package whose design was renamed and saved, so that there is a step to undo. */
  async function openWithStep(): Promise<{ files: PackageFiles; panel: PanelDriver }> {
    const { files, panel } = await openSaved();
    await panel.designName.fill("Step");
    await panel.designName.press("Enter");
    await expect.poll(dirty).toBe(true);
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    return { files, panel };
  }

  const theirs = '{ "name": "Theirs", "pages": [] }\n';

  it("PKG-11: saved as text beside it, the panel shows it as soon as it is gone back to", async () => {
    const { files, panel } = await openWithStep();
    await saveAsText(files, theirs);
    await panel.composer.click();
    await expect.poll(() => panel.designName.inputValue()).toBe("Theirs");
    await expect.poll(() => dirty()).toBe(false);
    expect(await files.text("document.json")).toBe(theirs);
    await expect.poll(() => panel.texts()).toHaveLength(2);
  });

  it("PKG-11: an undo step whose base is gone says so and does nothing", async () => {
    const { page } = run.product;
    const { files, panel } = await openWithStep();
    await files.write("document.json", theirs);
    await saveKeys(panel);
    await expect.poll(() => panel.designName.inputValue()).toBe("Theirs");
    await panel.frame.getByRole("group", { name: "Outline" }).press("Control+z");
    await expect.poll(async () => (await notifications(page)).join()).toMatch(/can't be undone/);
    await expect.poll(() => panel.designName.inputValue()).toBe("Theirs");
    expect(await files.text("document.json")).toBe(theirs);
    await expect.poll(() => panel.texts()).toHaveLength(2);
  });

  it("PKG-13: Revert File takes the design from disk; the conversation stays, and the tab is dirty again", async () => {
    const { page } = run.product;
    const { files, panel } = await openSaved();
    await panel.ask("Unsaved");
    await panel.designName.fill("Dropped");
    await panel.designName.press("Enter");
    await expect.poll(() => panel.designName.inputValue()).toBe("Dropped");
    await runCommand(page, "workbench.action.files.revert");
    await expect.poll(() => panel.designName.inputValue()).toBe("Poster");
    await expect.poll(() => panel.texts()).toHaveLength(4);
    await expect.poll(dirty).toBe(true);
    await panel.composer.click();
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await savedItems(files)).toHaveLength(4);
    expect(await files.text("document.json")).not.toContain("Dropped");
  });
});

/** Types a path into the dialog that VS Code in a browser has for saving, and says yes to it. */
async function fillFileDialog(path: string): Promise<void> {
  const input = quickInput(run.product.page).getByRole("textbox");
  await expect.poll(() => input.inputValue()).toMatch(/\.silverpoint$/);
  await input.fill(path);
  await waitUntil("the dialog to close", async () => {
    if (!(await input.isVisible())) return true;
    await input.press("Enter", { timeout: 1000 });
    return false;
  });
}
