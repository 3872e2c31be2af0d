import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answer, text, toolCall } from "../support/modelServer/index.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
  await run.product.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const document = JSON.stringify({
  name: "Poster",
  pages: [
    {
      ...{ id: "p1", name: "Front", width: 200, height: 100 },
      children: [{ id: "title", type: "text", name: "Title", text: "Evening", x: 20, y: 20 }],
    },
  ],
});

function change(value: string) {
  const operations = [{ op: "update", id: "title", set: { text: value } }];
  return toolCall("change", "batch_design", JSON.stringify({ operations: JSON.stringify(operations) }));
}

function copied(): Promise<string> {
  return run.product.control.evaluate((vscode) => Promise.resolve(vscode.env.clipboard.readText()));
}

describe("the items of a conversation", () => {
  it("FMT-4: tools stand in words, with their picture; the conversation is copied; times and costs are saved", async () => {
    const files = await run.newPackage({ document });
    const panel = await run.product.openPackage(files.name);
    await panel.waitForDrawing();
    run.modelServer.enqueue(
      answer(text("Let me."), change("Morning"), toolCall("look", "get_screenshot", JSON.stringify({ id: "title" }))),
      answer("It is *morning* now."),
    );
    await panel.send("Make it a morning");
    await panel.waitForText("It is morning now.");

    const group = panel.frame.getByRole("button", { name: "Changed the design, looked once" });
    await group.click();
    await panel.waitForText("Changed 1 node on Front: Title");
    await panel.waitForText("Looked at Title");
    await panel.frame.getByRole("button", { name: "Image 1" }).waitFor();

    await panel.frame.getByRole("article", { name: "Agent" }).last().hover();
    await panel.frame.getByRole("button", { name: "Copy as Markdown" }).last().click();
    await expect.poll(copied).toBe("It is *morning* now.");
    await run.product.control.evaluate(async (vscode) => {
      await vscode.commands.executeCommand("silverpoint.copyConversationAsMarkdown");
    }, undefined);
    await expect
      .poll(copied)
      .toContain("## You\n\nMake it a morning\n\n## Agent\n\nLet me.\n\n- `batch_design`: Title");

    await panel.composer.press("Control+s");
    await expect.poll(() => showsDirty(run.product.page)).toBe(false);
    const { items } = JSON.parse(await files.text("agent/conversation.json"));
    expect(items[0]).toMatchObject({ type: "user", time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(items.at(-1)).toMatchObject({
      time: expect.any(String),
      usage: expect.any(Object),
      cost: expect.any(Object),
    });
    expect(items.find((item: { name?: string }) => item.name === "batch_design")).toMatchObject({
      touched: { created: 0, changed: 1, deleted: 0, page: "Front", nodes: [{ id: "title", name: "Title" }] },
    });
  });
});
