import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, screenshot } from "../support/host/browser.ts";
import { dialog } from "../support/host/workbench.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";

let browser: Browser;
let run: ProductRun;
let words: Record<string, string>;

beforeAll(async () => {
  words = JSON.parse(await readFile("l10n/bundle.l10n.ja.json", "utf8"));
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: "ja" });
  // What a language pack sets. VS Code's own words stay English without one, an extension's are its own.
  await context.addInitScript(() => Reflect.set(globalThis, "_VSCODE_NLS_LANGUAGE", "ja"));
  run = await startProductRun({ context });
});

afterAll(async () => {
  await run?.stop();
  await browser?.close();
});

const word = (english: string) => words[english] ?? `“${english}” isn't translated.`;

describe("VS Code in Japanese", () => {
  it("has the panel, the dialogs and the commands in Japanese", async () => {
    const { product } = run;
    expect(await product.control.evaluate((vscode) => vscode.env.language)).toBe("ja");
    const panel = await product.openPackage((await run.newPackage()).name);
    const { frame } = panel;
    await expect.poll(() => frame.locator("html").getAttribute("lang")).toBe("ja");
    const composer = frame.getByRole("textbox", { name: word("Message"), exact: true });
    await composer.pressSequentially("こんばんは");
    await composer.press("Enter");
    await frame.getByRole("article").nth(1).waitFor();
    await frame.getByRole("button", { name: word("Stop"), exact: true }).waitFor({ state: "detached" });
    await frame.getByRole("button", { name: word("More Actions") }).click();
    await frame.getByRole("menuitem", { name: word("New Conversation…") }).click();
    await dialog(product.page)
      .getByRole("button", { name: word("New Conversation"), exact: true })
      .waitFor();
    await expect.poll(() => dialog(product.page).textContent()).toContain("新しい会話を始めますか");
    await screenshot(product.page, "product-ja");
  });
});
