import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../host/waitUntil.ts";
import { makePng } from "../pictures.ts";
import { writtenState } from "./browserState.ts";
import type { PanelDriver } from "./panelDriver.ts";
import type { Product } from "./product.ts";

/** Parts of VS Code's window that a person looks at and clicks on. */

/** A row of the Explorer. */
export function explorerItem(page: Page, name: string): Locator {
  return page.getByRole("tree", { name: "Files Explorer" }).getByRole("treeitem", { name, exact: true });
}

/**
 * Clicks on a package's document.json in the Explorer, as often as a person would: a click on a tree that is just being
 * filled can be lost. Resolves when its tab is there. No other folder may be unfolded there.
 */
export async function clickDocument(page: Page, packageName: string): Promise<void> {
  const folder = explorerItem(page, packageName);
  await folder.waitFor();
  const tab = page.getByRole("tab", { name: new RegExp(packageName.replaceAll(".", "\\.")) });
  await waitUntil("the document's tab", async () => {
    if ((await folder.getAttribute("aria-expanded")) !== "true") await folder.click();
    await explorerItem(page, "document.json").click();
    return tab
      .first()
      .waitFor({ timeout: 5_000 })
      .then(() => true);
  });
}

/** The tab in front, of the group that has the focus. */
export function activeTab(page: Page): Locator {
  return page.locator(".editor-group-container.active .tab.active");
}

/** Whether the tab in front shows the dot of unsaved changes. */
export async function showsDirty(page: Page): Promise<boolean> {
  return (await activeTab(page).getAttribute("class"))?.split(" ").includes("dirty") ?? false;
}

/** Chooses from the menu that a right click on a row of the Explorer opens. */
export async function chooseInExplorer(page: Page, row: string, entry: string): Promise<void> {
  await explorerItem(page, row).click({ button: "right" });
  const menu = page.locator(".monaco-menu");
  // A click would be ignored while the menu is new.
  await menu.getByRole("menuitem", { name: entry, exact: true }).hover();
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "hidden" });
}

/**
 * Lets VS Code store what it needs to bring its window back, as it does whenever the window loses the focus. Resolves once
 * what it has stored of the editors is as the test wants it.
 */
export async function storeWindowState(page: Page, wanted: RegExp): Promise<void> {
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    document.hasFocus = () => false;
    window.dispatchEvent(new Event("blur"));
  });
  await waitUntil("VS Code to store its editors", async () => wanted.test(await writtenState(page, "editors")));
  await page.evaluate(() => {
    // The page's own method is the one of its prototype.
    Reflect.deleteProperty(document, "hasFocus");
    window.dispatchEvent(new Event("focus"));
  });
}

/** Puts a picture on the clipboard, as a screenshot does. */
export async function copyPicture({ page, workbench }: Pick<Product, "page" | "workbench">): Promise<void> {
  await workbench.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(
    async (data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    },
    Buffer.from(makePng(40, 20)).toString("base64"),
  );
}

/** Pastes what is on the clipboard into the composer. Resolves when its thumbnail is there. */
export async function pastePicture({ composer, frame, page }: PanelDriver): Promise<void> {
  await composer.click();
  await page.keyboard.press("Control+v");
  await frame.getByRole("button", { name: /^Remove / }).waitFor();
}
