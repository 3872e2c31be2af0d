import type { Locator, Page } from "playwright-core";
import { waitUntil } from "./waitUntil.ts";

/**
 * Runs a command through the palette. `command` is the title as the palette shows it ("View: Toggle Zen Mode", or just
 * "Toggle Zen Mode") or the command's id. Resolves when the palette has closed, not when the command has ended.
 */
export async function runCommand(page: Page, command: string): Promise<void> {
  const row = await waitUntil(`the command ${command} in the palette`, async () => {
    await openPalette(page, `>${command}`);
    return findCommand(quickRows(page), command);
  });
  await row.click();
  await quickInput(page).waitFor({ state: "hidden" });
}

async function findCommand(rows: Locator, command: string): Promise<Locator | undefined> {
  const titles = await rows.locator(".label-name").allTextContents();
  const exact = titles.findIndex((title) => title === command || title.endsWith(`: ${command}`));
  if (exact >= 0) return rows.nth(exact);
  if (!isId(command)) return undefined;
  // An id matches one command, whatever its title is; what else the palette offers comes below a line that says so.
  const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label") ?? ""));
  const similar = names.findIndex((name) => name.endsWith(", similar commands"));
  const found = similar < 0 ? names.length : similar;
  return found === 1 && !names[0]?.startsWith("No matching") ? rows.first() : undefined;
}

function isId(command: string): boolean {
  return /^[\w-]+(\.[\w-]+)+$/.test(command);
}

async function openPalette(page: Page, text: string): Promise<void> {
  const input = quickInput(page).locator("input.input");
  if (!(await input.isVisible())) await page.keyboard.press("F1");
  await input.waitFor({ timeout: 2000 });
  // It closes when something else takes the focus; whoever waits for it opens it again.
  if ((await input.inputValue({ timeout: 2000 })) !== text) await input.fill(text, { timeout: 2000 });
}

/**
 * Opens a file of the workspace by name through Quick Open, with the editor that is the default for it. Resolves when its
 * tab is the active one; what the editor shows may come later.
 */
export async function openQuick(page: Page, name: string): Promise<void> {
  const fileName = name.split("/").at(-1) ?? name;
  const row = await waitUntil(`${name} in Quick Open`, async () => {
    await openPalette(page, name);
    const labels = await quickRows(page).locator(".label-name").allTextContents();
    const index = labels.indexOf(fileName);
    return index >= 0 ? quickRows(page).nth(index) : undefined;
  });
  await row.click();
  await quickInput(page).waitFor({ state: "hidden" });
  await page.locator(`.tab.active[data-resource-name="${fileName}"]`).first().waitFor();
}

/** The palette, Quick Open, and what `showQuickPick` and `showInputBox` show. */
export function quickInput(page: Page): Locator {
  return page.locator(".quick-input-widget:visible");
}

/** The rows that a quick pick shows. */
export function quickRows(page: Page): Locator {
  return quickInput(page).locator(".quick-input-list .monaco-list-row");
}

/** VS Code's modal dialog. Its text can be read with `innerText()`. */
export function dialog(page: Page): Locator {
  return page.locator(".monaco-dialog-box");
}

/** Presses a button of the modal dialog and waits until the dialog has gone. */
export async function dialogButton(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole("button", { name, exact: true }).click();
  await dialog(page).waitFor({ state: "hidden" });
}

/** The messages in the notification list, newest first. Leaves the list open. */
export async function notifications(page: Page): Promise<string[]> {
  const center = page.locator(".notifications-center.visible");
  if (!(await center.isVisible())) await runCommand(page, "notifications.showList");
  await center.waitFor();
  return center.locator(".notification-list-item-message").allInnerTexts();
}
