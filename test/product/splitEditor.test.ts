import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answer, hold, text, toolCall } from "../support/modelServer/index.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const document = `{ "name": "Poster", "pages": [ {"id":"p1", "name":"Front", "width":200, "height":100, "children":[
  {"id":"title", "type":"text", "name":"Title", "text":"Evening", "x":20, "y":20}
] } ] }\n`;

/** Two views of a new package side by side, as VS Code's Split Editor makes them. */
async function openSplit(): Promise<readonly [PanelDriver, PanelDriver]> {
  const { product } = run;
  const left = await product.openPackage((await run.newPackage({ document })).name);
  // Not awaited: the new editor is waited for by its panel.
  await product.control.evaluate((vscode) => {
    void vscode.commands.executeCommand("workbench.action.splitEditor");
  });
  const right = (await PanelDriver.allIn(product.page, 2)).find(({ frame }) => frame !== left.frame);
  if (right === undefined) throw new Error("There is no second view.");
  return [left, right];
}

function change(id: string, words: string) {
  const operations = JSON.stringify([{ op: "update", id: "title", set: { text: words } }]);
  return answer(text("Let me."), toolCall(id, "batch_design", JSON.stringify({ operations })));
}

/** The cards of calls that wait, or waited, for the person. */
function approvals(panel: PanelDriver): Locator {
  return panel.items.filter({ hasText: "batch_design" }).filter({ hasText: /Allow this tool|Tool Approval/ });
}

function queued(panel: PanelDriver): Locator {
  return panel.queue.getByRole("listitem");
}

describe("a split editor", () => {
  it("TRN-6, TRN-10: what is sent in one view is stopped in the other", async () => {
    const [left, right] = await openSplit();
    run.modelServer.enqueue(answer(text("The beginning"), hold("middle"), text(" and the end.")));
    await left.send("Go");
    await run.modelServer.reached("middle");
    for (const view of [left, right]) await view.waitForText("The beginning");
    await right.button("Stop").click();
    await run.modelServer.reached("aborted");
    for (const view of [left, right]) {
      await view.waitUntilIdle();
      const texts = await view.texts();
      expect(texts).toEqual(["Go", expect.stringMatching(/^The beginning\s+Interrupted$/)]);
      await expect.poll(() => view.composer.inputValue()).toBe("");
    }
    run.modelServer.enqueue(answer("Here again."));
    await right.send("Once more");
    for (const view of [left, right]) await view.waitForText("Here again.");
    expect(run.modelServer.violations).toEqual([]);
  });

  it("TRN-2, TRN-10: a card answered in one view is settled in both, and the call runs once", async () => {
    const [left, right] = await openSplit();
    await left.frame.getByRole("combobox", { name: "Mode" }).selectOption("Ask first");
    await expect.poll(() => right.frame.getByRole("combobox", { name: "Mode" }).inputValue()).toBe("Ask first");
    run.modelServer.enqueue(change("first", "Morning"), change("second", "Midnight"), answer("It is morning now."));
    await left.send("Make it a morning");
    for (const view of [left, right]) await view.button("Allow").waitFor();
    expect(await left.drawingText()).toContain("Evening");

    await right.button("Allow").click();
    for (const view of [left, right]) {
      await approvals(view).first().getByText("Allowed").waitFor();
      await expect.poll(() => view.drawingText()).toContain("Morning");
    }
    // The other answer, given in the other view.
    for (const view of [left, right]) await view.button("Deny").waitFor();
    await left.button("Deny").click();
    for (const view of [left, right]) {
      await approvals(view).nth(1).getByText("Declined").waitFor();
      await view.waitForText("It is morning now.");
      await expect.poll(() => view.button("Allow").count()).toBe(0);
      expect(await view.drawingText()).toContain("Morning");
    }
    expect(run.modelServer.requests).toHaveLength(3);
    expect(run.modelServer.violations).toEqual([]);
  });

  it("TRN-5: a queued message removed in one view is gone in both, and is never sent", async () => {
    const [left, right] = await openSplit();
    run.modelServer.enqueue(answer(text("The beginning"), hold("middle"), text(" and the end.")));
    await left.send("Go");
    await run.modelServer.reached("middle");
    await left.send("Queued on the left");
    await right.send("Queued on the right");
    for (const view of [left, right]) {
      await expect.poll(() => queued(view).allInnerTexts()).toEqual(["Queued on the left", "Queued on the right"]);
    }
    await right.queue.getByRole("button", { name: "Remove" }).first().click();
    for (const view of [left, right]) {
      await expect.poll(() => queued(view).allInnerTexts()).toEqual(["Queued on the right"]);
    }
    run.modelServer.enqueue(answer("That is done."));
    run.modelServer.release("middle");
    for (const view of [left, right]) {
      await view.waitForText("That is done.");
      await view.waitUntilIdle();
      await expect.poll(() => view.queue.count()).toBe(0);
    }
    expect(run.modelServer.requests).toHaveLength(2);
    expect(run.modelServer.requests.map(({ body }) => body).join("\n")).not.toContain("Queued on the left");
  });
});
