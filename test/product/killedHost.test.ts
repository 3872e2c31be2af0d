import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { reloadedBy } from "../support/host/browser.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const dirty = () => showsDirty(run.product.page);

describe("an extension host that died", () => {
  it("PKG-16: is noticed by the panel, whose Reload Window brings everything back", async () => {
    const { page, control } = run.product;
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    await panel.ask("Saved");
    await panel.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    const saved = await files.all();
    await panel.ask("Unsaved");
    await panel.designName.fill("Renamed");
    await panel.designName.press("Enter");
    await expect.poll(dirty).toBe(true);
    const texts = await panel.texts();
    await expect.poll(() => panel.frame.getByRole("alert").count()).toBe(0);

    const host = await control.evaluate(() => process.pid);
    await control.forgetHost();
    process.kill(host, "SIGKILL");
    const alert = panel.frame.getByRole("alert");
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toMatch(/The extension host has stopped/);
    await expect.poll(() => panel.texts()).toEqual(texts);
    // VS Code has a new one by then, which doesn't know the package.
    expect(await control.evaluate(() => process.pid)).not.toBe(host);

    await control.forgetHost();
    await reloadedBy(page, () => alert.getByRole("link", { name: "Reload Window" }).click());
    const again = await PanelDriver.in(page);
    await expect.poll(() => again.texts()).toEqual(texts);
    await expect.poll(() => again.designName.inputValue()).toBe("Renamed");
    await expect.poll(dirty).toBe(true);
    await expect.poll(() => again.frame.getByRole("alert").count()).toBe(0);
    expect(await files.all()).toEqual(saved);

    await again.ask("After the reload");
    await again.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    expect(JSON.parse(await files.text("agent/conversation.json")).items).toHaveLength(6);
    expect(await files.text("document.json")).toContain("Renamed");
    expect(run.modelServer.violations).toEqual([]);
  });
});
