import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answer, text, toolCall } from "../support/modelServer/index.ts";
import type { PackageFiles } from "../support/product/packageFiles.ts";
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

/** Written in a manner of its own, which edits have to keep. */
const document = `{
   "pages" : [ { "id":"p1", "name":"Front", "width": 200, "height": 100.0,
      "children":[
        {"id":"back", "type":"rectangle", "name":"Backdrop", "x":0, "y":0, "width":2e2, "height":100, "fill":"#F4F1EA"},
        {"id":"title", "type":"text", "name":"Title", "text":"Evening", "x":20, "y":20, "fontSize":24}
      ] } ],
   "name" : "Poster"
}
`;

async function open(): Promise<{ files: PackageFiles; panel: PanelDriver }> {
  const files = await run.newPackage({ document });
  const panel = await run.product.openPackage(files.name);
  await panel.waitForDrawing();
  return { files, panel };
}

function callBatch(id: string, operations: readonly object[]) {
  return answer(
    text("Let me."),
    toolCall(id, "batch_design", JSON.stringify({ operations: JSON.stringify(operations) })),
  );
}

async function save(panel: PanelDriver): Promise<void> {
  await panel.composer.press("Control+s");
  await expect.poll(dirty).toBe(false);
}

/** The content of the messages of a request's body, by their places. */
function messagesOf(body: string | undefined): { role: string; content: Record<string, unknown>[] }[] {
  return JSON.parse(body ?? "{}").messages;
}

function command(id: string): Promise<unknown> {
  return run.product.control.evaluate(async (vscode, name) => {
    await vscode.commands.executeCommand(name);
  }, id);
}

describe("the agent's tools", () => {
  it("DOC-2: two calls change the file and the drawing, each is one undo step, and no other byte moves", async () => {
    const { files, panel } = await open();
    run.modelServer.enqueue(
      callBatch("c1", [{ op: "update", id: "title", set: { text: "Morning" } }]),
      callBatch("c2", [
        {
          op: "insert",
          parent: "p1",
          node: { id: "dot", type: "ellipse", name: "Dot", x: 90, y: 40, width: 20, height: 20, fill: "#C8502D" },
        },
      ]),
      answer("Both are done."),
    );
    await panel.send("Make it a morning, with a dot");
    await panel.waitForText("Both are done.");
    await panel.waitUntilIdle();
    await expect.poll(() => panel.drawnNodes()).toEqual(["back", "title", "dot"]);
    await expect.poll(() => panel.drawingText()).toContain("Morning");

    await save(panel);
    const changed = await files.text("document.json");
    expect(changed).toContain('"width":2e2');
    expect(JSON.parse(changed).pages[0].children.map((node: { id: string }) => node.id)).toEqual([
      "back",
      "title",
      "dot",
    ]);

    await command("undo");
    await expect.poll(() => panel.drawnNodes()).toEqual(["back", "title"]);
    await command("undo");
    await expect.poll(() => panel.drawingText()).toContain("Evening");
    await save(panel);
    expect(await files.text("document.json")).toBe(document);
    await command("redo");
    await command("redo");
    await expect.poll(() => panel.drawnNodes()).toEqual(["back", "title", "dot"]);
    await save(panel);
    expect(await files.text("document.json")).toBe(changed);
    expect(run.modelServer.violations).toEqual([]);
  });

  it("DOC-2: what can't be applied is refused with a reason, and nothing changes", async () => {
    const { files, panel } = await open();
    run.modelServer.enqueue(
      callBatch("c1", [
        { op: "delete", id: "back" },
        { op: "delete", id: "nowhere" },
      ]),
      answer("There is no such node."),
    );
    await panel.send("Delete it");
    await panel.waitForText("There is no such node.");
    await panel.waitUntilIdle();
    const result = messagesOf(run.modelServer.requests.at(-1)?.body).at(-1)?.content[0];
    expect(result).toMatchObject({ type: "tool_result", is_error: true, content: expect.stringContaining("nowhere") });
    await save(panel);
    expect(await files.text("document.json")).toBe(document);
  });

  it("DOC-3, TRN-3: a screenshot reaches the next request as an image, and stays in the package", async () => {
    const { files, panel } = await open();
    run.modelServer.enqueue(
      answer(text("Let me look."), toolCall("c1", "get_screenshot", '{"scale":2}')),
      answer("It looks good."),
    );
    await panel.send("How does it look?");
    await panel.waitForText("It looks good.");
    await panel.waitUntilIdle();
    const messages = messagesOf(run.modelServer.requests.at(-1)?.body);
    const image = messages.flatMap(({ content }) => content).find(({ type }) => type === "image");
    const bytes = Buffer.from((image as { source: { data: string } }).source.data, "base64");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([400, 200]);
    expect(messages.flatMap(({ content }) => content).map(({ text: words }) => words)).toContain(
      "Here is the image you asked for.",
    );
    await save(panel);
    const stored = Object.keys(await files.all()).filter((path) => path.startsWith("agent/images/"));
    expect(stored).toHaveLength(1);
    expect(run.modelServer.violations).toEqual([]);
  });

  it("DOC-2: get_document gives the outline and a node as the file has it", async () => {
    const { panel } = await open();
    run.modelServer.enqueue(
      answer(
        text("Reading."),
        toolCall("c1", "get_document", '{"what":"outline"}'),
        toolCall("c2", "get_document", '{"what":"node","id":"title"}'),
      ),
      answer("I have read it."),
    );
    await panel.send("Read it");
    await panel.waitForText("I have read it.");
    await panel.waitUntilIdle();
    const results = messagesOf(run.modelServer.requests.at(-1)?.body).at(-1)?.content ?? [];
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringContaining("title"),
      expect.stringContaining("Evening"),
    ]);
  });

  it("TRN-1: the next turn is told what the person undid, and only what has changed is sent again", async () => {
    const { panel } = await open();
    run.modelServer.enqueue(
      callBatch("c1", [{ op: "update", id: "title", set: { text: "Morning" } }]),
      answer("Changed."),
    );
    await panel.send("Make it a morning");
    await panel.waitForText("Changed.");
    await panel.waitUntilIdle();
    await command("undo");
    await expect.poll(() => panel.drawingText()).toContain("Evening");
    await panel.ask("Why?");
    const [first, , , , second] = messagesOf(run.modelServer.requests.at(-1)?.body);
    expect(first?.content.map(({ text: words }) => String(words).split("\n")[0])).toEqual(["# This turn", "# Context"]);
    expect(second?.content.map(({ text: words }) => words).join("\n")).toContain("undid your change");
    await panel.ask("And now?");
    const last = messagesOf(run.modelServer.requests.at(-1)?.body).at(-1);
    expect(last?.content.map(({ text: words }) => words).join("\n")).not.toContain("undid your change");
  });
});
