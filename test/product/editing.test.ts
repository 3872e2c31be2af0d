import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const dirty = () => showsDirty(run.product.page);

async function rename(panel: PanelDriver, name: string): Promise<void> {
  await panel.designName.fill(name);
  await panel.designName.press("Enter");
}

/** As Edit ▸ Undo and Edit ▸ Redo do. */
async function command(id: "undo" | "redo"): Promise<void> {
  await run.product.control.evaluate(async (vscode, args) => {
    await vscode.commands.executeCommand(args);
  }, id);
}

/** A place in the editor that isn't a field. */
function outside(panel: PanelDriver) {
  return panel.frame.getByRole("group", { name: "Outline" });
}

describe("renaming the design", () => {
  it("DOC-4, PKG-6: is an edit with undo and redo, and a save changes nothing but the name", async () => {
    const document =
      '\ufeff{\r\n\t"pages" : [ ],  "name":"Night \\u004darket",\r\n  "zoom": 1.50, "own": {"b":1,"a":[2 ,3]} }';
    const original = await run.newPackage({ document });
    const panel = await run.product.openPackage(original.name);
    await expect.poll(() => panel.designName.inputValue()).toBe("Night Market");

    await rename(panel, "Day Market");
    await expect.poll(dirty).toBe(true);
    await outside(panel).press("Control+z");
    await expect.poll(() => panel.designName.inputValue()).toBe("Night Market");
    await expect.poll(dirty).toBe(false);
    await outside(panel).press("Control+Shift+z");
    await expect.poll(() => panel.designName.inputValue()).toBe("Day Market");
    await command("undo");
    await expect.poll(() => panel.designName.inputValue()).toBe("Night Market");
    await command("redo");
    await expect.poll(() => panel.designName.inputValue()).toBe("Day Market");

    expect(await original.text("document.json")).toBe(document);
    await panel.designName.press("Control+s");
    await expect.poll(dirty).toBe(false);
    expect(await original.all()).toEqual({
      "document.json": Buffer.from(document.replace('"Night \\u004darket"', '"Day Market"')).toString("latin1"),
    });
  });

  it("PKG-6: undo takes back the rename and never the conversation", async () => {
    const { name } = await run.newPackage();
    const panel = await run.product.openPackage(name);
    await panel.ask("First");
    await rename(panel, "Renamed");
    await expect.poll(() => panel.designName.inputValue()).toBe("Renamed");
    await panel.ask("Second");
    const texts = await panel.texts();
    await outside(panel).press("Control+z");
    await expect.poll(() => panel.designName.inputValue()).toBe("Poster");
    await outside(panel).press("Control+z");
    await outside(panel).press("Control+z");
    // What was asked of the host before is answered by the time that this is.
    await panel.ask("Third");
    expect((await panel.texts()).slice(0, texts.length)).toEqual(texts);
    expect(texts).toHaveLength(4);
    await expect.poll(() => dirty()).toBe(true);
  });
});

describe("editing keys in the composer", () => {
  it("PKG-6: Ctrl+Z and Ctrl+Y are the text's, also where there is none", async () => {
    const { name } = await run.newPackage();
    const panel = await run.product.openPackage(name);
    await rename(panel, "Renamed");
    await expect.poll(dirty).toBe(true);

    await panel.composer.click();
    await panel.composer.press("Control+z");
    await expect.poll(() => panel.composer.inputValue()).toBe("");
    await panel.composer.pressSequentially("typed");
    await panel.composer.press("Control+z");
    await expect.poll(() => panel.composer.inputValue()).not.toBe("typed");
    await panel.composer.press("Control+y");
    await expect.poll(() => panel.composer.inputValue()).toBe("typed");
    await panel.composer.press("Control+z");
    await panel.composer.press("Control+z");
    await panel.composer.press("Control+z");
    // A command goes the same way as a key would, and comes after it: it finds the rename as the newest edit.
    await command("undo");
    await expect.poll(() => panel.designName.inputValue()).toBe("Poster");
    await command("redo");
    await expect.poll(() => panel.designName.inputValue()).toBe("Renamed");
    await expect.poll(() => dirty()).toBe(true);
  });

  it("PKG-6: Ctrl+Z in the name field undoes what was typed there, and no draft in the composer", async () => {
    const { name } = await run.newPackage();
    const panel = await run.product.openPackage(name);
    await rename(panel, "Renamed");
    await expect.poll(dirty).toBe(true);
    await panel.composer.pressSequentially("A draft");
    await panel.designName.press("End");
    await panel.designName.pressSequentially(" again");
    for (let times = 0; times < 4; times++) await panel.designName.press("Control+z");
    await expect.poll(() => panel.designName.inputValue()).not.toBe("Renamed again");
    await panel.designName.press("Escape");
    await expect.poll(() => panel.designName.inputValue()).toBe("Renamed");
    await expect.poll(() => panel.composer.inputValue()).toBe("A draft");
    await expect.poll(() => dirty()).toBe(true);
  });
});
