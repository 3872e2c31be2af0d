import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

/** Opens the package in one more group; resolves to the new panel. */
async function openBeside(...shown: readonly PanelDriver[]): Promise<PanelDriver> {
  // Not awaited: the new editor is waited for by its panel.
  await run.product.control.evaluate((vscode) => {
    void vscode.commands.executeCommand("workbench.action.splitEditor");
  });
  const panels = await PanelDriver.allIn(run.product.page, shown.length + 1);
  const added = panels.find(({ frame }) => shown.every((each) => each.frame !== frame));
  if (added === undefined) throw new Error("There is no new panel.");
  return added;
}

describe("two views of a package", () => {
  it("PKG-7: don't mirror each other's typing; a further view begins with what was typed last", async () => {
    const files = await run.newPackage();
    const left = await run.product.openPackage(files.name);
    await left.composer.pressSequentially("On the left");
    const right = await openBeside(left);
    await expect.poll(() => right.composer.inputValue()).toBe("On the left");
    await right.composer.fill("On the right");
    await expect.poll(() => left.composer.inputValue()).toBe("On the left");
    const third = await openBeside(left, right);
    await expect.poll(() => third.composer.inputValue()).toBe("On the right");
    await left.composer.pressSequentially(", again");
    const fourth = await openBeside(left, right, third);
    await expect.poll(() => fourth.composer.inputValue()).toBe("On the left, again");
    await expect.poll(() => right.composer.inputValue()).toBe("On the right");
    expect(JSON.stringify(await files.all())).not.toContain("again");
  });
});
