import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PackageFiles } from "../support/product/packageFiles.ts";
import type { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { activeTab, copyPicture, pastePicture, showsDirty } from "../support/product/workbenchParts.ts";

type Step =
  | { readonly do: "text"; readonly text: string }
  | { readonly do: "call"; readonly id: string; readonly name: string; readonly input: object }
  /** Says nothing more until it is cancelled. */
  | { readonly do: "hold" };

interface Part {
  readonly text?: string;
  readonly call?: string;
  readonly result?: string;
  readonly content?: readonly Part[];
  readonly image?: string;
  readonly mimeType?: string;
}

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: number; readonly parts: readonly Part[] }[];
  readonly tools: readonly string[];
}

/** What the extension in test/support/languageModels gives out. */
interface ScriptedModels {
  readonly scripts: Step[][];
  readonly requests: Asked[];
  cancelled(): number;
}

const says = (text: string): Step => ({ do: "text", text });

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun({
    extensions: [join(process.cwd(), "test", "support", "languageModels")],
    settings: { "silverpoint.agent.provider": "vscode", "silverpoint.agent.model": "scripted/seeing" },
  });
});

afterAll(() => run?.stop());
afterEach(async ({ task }) => {
  await run.clean(task);
  await choose("seeing");
  await run.product.control.evaluate((vscode) => {
    const extension = vscode.extensions.getExtension<ScriptedModels>("silverpoint-test.silverpoint-test-models");
    extension?.exports.scripts.splice(0);
    extension?.exports.requests.splice(0);
  });
});

describe("a model that another extension brings to VS Code", () => {
  it("PRV-3, BYT-2, FMT-10: calls tools, and goes on after closing with what was said and the new turn", async () => {
    const { files, panel } = await open();
    await answerWith(
      [says("Let me look."), { do: "call", id: "c1", name: "get_document", input: { what: "outline" } }],
      [says("One "), says("page.")],
      [says("You are welcome.")],
    );
    await ask(panel, "What is in it?", "One page.");
    await save(panel);
    await run.product.closeEditor();
    await activeTab(run.product.page).waitFor({ state: "detached" });
    const saved = await savedIn(files);
    expect(saved).toMatchObject({
      provider: "vscode",
      model: "scripted/seeing",
      estimatedCost: { kind: "unknown" },
      usage: { input: expect.any(Number), output: expect.any(Number), cacheRead: 0 },
    });

    const again = await run.product.openPackage(files.name);
    await ask(again, "Thanks", "You are welcome.");
    const [first, second, third] = await asked();
    expect(first?.tools).toContain("get_document");
    const before = first?.messages ?? [];
    const grown = second?.messages ?? [];
    expect(grown.slice(0, before.length)).toEqual(before);
    expect(grown.slice(before.length)).toEqual([
      { role: 2, parts: [{ text: "Let me look." }, { call: "c1", name: "get_document", input: { what: "outline" } }] },
      { role: 1, parts: [{ result: "c1", content: [{ text: expect.stringContaining("p1") }] }] },
    ]);
    expect(third?.tools).toEqual(first?.tools);
    expect(third?.messages.slice(0, grown.length)).toEqual(grown);
    expect(third?.messages.slice(grown.length, grown.length + 1)).toEqual([
      { role: 2, parts: [{ text: "One page." }] },
    ]);
    expect(JSON.stringify(third?.messages.slice(grown.length + 1))).toContain("Thanks");
    // The counter of the test counts characters, so that the figures are of the whole request and the whole answer.
    expect(saved.usage.input).toBeGreaterThan(JSON.stringify(before).length);
    expect(saved.usage.output).toBe('Let me look.{"what":"outline"}One page.'.length);
  });

  it("PRV-3: Stop cancels what it is asked", async () => {
    const { panel } = await open();
    await answerWith([says("I begin"), { do: "hold" }]);
    await panel.send("Work");
    await panel.waitForText("I begin");
    await panel.button("Stop").click();
    await panel.waitUntilIdle();
    await expect.poll(async () => (await told()).cancelled).toBe(1);
    expect(await asked()).toHaveLength(1);
  });

  it("PRV-3: a failure is one item that says what to do", async () => {
    const { panel } = await open();
    await ask(panel, "Work", "quota is used up");
    const failures = (await panel.texts()).filter((text) => text.includes("quota is used up"));
    expect(failures).toEqual([expect.stringContaining("Try again later.")]);
    expect(await asked()).toHaveLength(1);
  });

  it("PRV-2: a pasted picture reaches a model that sees as data, and one that doesn't as words", async () => {
    const { panel } = await open();
    await answerWith([says("A rectangle.")], [says("I see nothing.")]);
    await copyPicture(run.product);
    await pastePicture(panel);
    await ask(panel, "What is this?", "A rectangle.");
    await choose("blind");
    await ask(panel, "And now?", "I see nothing.");
    const [seen, unseen] = await asked();
    expect([seen?.model, unseen?.model]).toEqual(["seeing", "blind"]);
    const [picture, ...more] = picturesIn(seen);
    expect(more).toEqual([]);
    expect(picture?.mimeType).toBe("image/png");
    const bytes = Buffer.from(picture?.image ?? "", "base64");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([40, 20]);
    expect(picturesIn(unseen)).toEqual([]);
    expect(JSON.stringify(unseen)).toContain("[Image");
  });
});

async function open(): Promise<{ files: PackageFiles; panel: PanelDriver }> {
  const document = `{ "name": "Poster", "pages": [ {"id":"p1", "width":200, "height":100, "children":[]} ] }\n`;
  const files = await run.newPackage({ document });
  return { files, panel: await run.product.openPackage(files.name) };
}

async function ask(panel: PanelDriver, question: string, answer: string): Promise<void> {
  await panel.send(question);
  await panel.waitForText(answer);
  await panel.waitUntilIdle();
}

async function save(panel: PanelDriver): Promise<void> {
  await panel.composer.press("Control+s");
  await expect.poll(() => showsDirty(run.product.page)).toBe(false);
}

async function savedIn(files: PackageFiles) {
  return JSON.parse(await files.text("agent/conversation.json"));
}

async function choose(model: string): Promise<void> {
  await run.product.control.evaluate(async (vscode, value) => {
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration().update("silverpoint.agent.model", value, Global);
  }, `scripted/${model}`);
}

async function answerWith(...scripts: readonly Step[][]): Promise<void> {
  await run.product.control.evaluate(async (vscode, added) => {
    const extension = vscode.extensions.getExtension<ScriptedModels>("silverpoint-test.silverpoint-test-models");
    (await extension?.activate())?.scripts.push(...added);
  }, scripts);
}

/** What the models were asked, and how many of the requests were cancelled. */
function told(): Promise<{ requests: Asked[]; cancelled: number }> {
  return run.product.control.evaluate((vscode) => {
    const extension = vscode.extensions.getExtension<ScriptedModels>("silverpoint-test.silverpoint-test-models");
    if (!extension) throw new Error("The scripted models aren't installed.");
    return { requests: extension.exports.requests, cancelled: extension.exports.cancelled() };
  });
}

async function asked(): Promise<Asked[]> {
  return (await told()).requests;
}

function picturesIn(request: Asked | undefined): Part[] {
  return (request?.messages ?? []).flatMap(({ parts }) => parts.filter(({ image }) => image !== undefined));
}
