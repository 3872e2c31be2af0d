import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SilverpointApi } from "../../src/api.ts";
import { encodeConversation } from "../../src/archive/index.ts";
import { conversationOf, type PlannedTalk, plainTurns, usageOf } from "../support/compactions.ts";
import { notifications, runCommand } from "../support/host/workbench.ts";
import { answer, failure, hold, text, toolCall } from "../support/modelServer/index.ts";
import { makePackage, type PackageFiles } from "../support/product/packageFiles.ts";
import type { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { activeTab, showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const summary = "## Decisions\nThe moon stays *warm*.";
const facts = Array.from({ length: 12 }, (_, index) => `fact ${index}: node n${index * 7} is #${index}A2B3C`);
const isFull = { lastRoundUsage: usageOf({ input: 240, cacheRead: 849_760 }) };

/** Forty turns, some of them with a tool's result, that fill 85 % of the model's context. */
function fortyTurns(more: Partial<PlannedTalk> = {}): Uint8Array {
  const turns = plainTurns(40).map((turn, index) => ({
    ...turn,
    text: facts[index] ?? turn.text,
    ...(index % 3 === 0 ? { results: [`result ${index} `.repeat(20)] } : {}),
    ...more,
  }));
  return encodeConversation(conversationOf(turns, isFull));
}

function openTalk(conversation: Uint8Array): Promise<{ files: PackageFiles; panel: PanelDriver }> {
  return run
    .newPackage({ agent: { "conversation.json": conversation } })
    .then(async (files) => ({ files, panel: await run.product.openPackage(files.name) }));
}

const dialogOf = (panel: PanelDriver, name = "Compact Conversation") =>
  panel.frame.getByRole("dialog", { name, exact: true });
const said = (panel: PanelDriver, words: string) => panel.items.filter({ hasText: words });
const dirty = () => showsDirty(run.product.page);

function bodyAt(index: number) {
  const body = run.modelServer.requests.at(index)?.body;
  if (body === undefined) throw new Error("Too few requests were sent.");
  return { body, messages: JSON.parse(body).messages as { role: string; content: { text?: string }[] }[] };
}

async function compact(panel: PanelDriver): Promise<void> {
  run.modelServer.enqueue(answer(summary));
  await panel.frame.getByRole("button", { name: "Compact…", exact: true }).click();
  await dialogOf(panel).getByRole("button", { name: "Compact", exact: true }).click();
  await said(panel, "The conversation was compacted").last().waitFor();
  await panel.waitUntilIdle();
}

/** Sends a message and waits for its answer; of a long conversation the page has only what is near. */
async function goOn(panel: PanelDriver, message: string): Promise<void> {
  run.modelServer.enqueue(answer(`Answer to: ${message}`));
  await panel.send(message);
  await panel.waitForText(`Answer to: ${message}`);
  await panel.waitUntilIdle();
}

/** What the extension's API says of the package. */
function stateOf(files: PackageFiles): Promise<string> {
  return run.product.control.evaluate(async (vscode, path) => {
    const extension = vscode.extensions.getExtension<SilverpointApi>("silverpoint.silverpoint-agent");
    const handle = await extension?.exports.open(vscode.Uri.file(path));
    return handle?.state ?? "";
  }, files.path);
}

describe("a conversation at 85 % of its model's context", () => {
  it("CMP-1, CMP-2, CMP-3, BYT-2: is compacted from the notice, goes on, is saved, reopened, and goes on as if it had not been closed", async () => {
    const { product, modelServer, workspace } = run;
    const packages = await Promise.all(
      ["closed", "open"].map((folder) =>
        makePackage(join(workspace, folder), "Poster.silverpoint", { agent: { "conversation.json": fortyTurns() } }),
      ),
    );
    expect(packages).toHaveLength(2);
    const bodies: string[] = [];
    for (const folder of ["closed", "open"]) {
      let panel = await product.openPackage(join(folder, "Poster.silverpoint"));
      await panel.frame.getByRole("status").filter({ hasText: "85% full" }).waitFor();
      await compact(panel);
      const asked = bodyAt(-1);
      for (const fact of facts) expect(asked.body).toContain(fact);
      expect(asked.body).not.toContain("Message 40");
      await expect.poll(() => panel.frame.getByRole("status").filter({ hasText: "full" }).count()).toBe(0);
      await panel.frame.getByRole("status").filter({ hasText: "The conversation was compacted." }).waitFor();

      await goOn(panel, "Go on");
      expect(bodyAt(-1).messages[0]?.content[0]?.text).toBe(`# Conversation so far\n\n${summary}`);
      expect(bodyAt(-1).messages).toHaveLength(1 + 2 + 4 + 1);
      if (folder === "closed") {
        await panel.composer.press("Control+s");
        await expect.poll(dirty).toBe(false);
        await product.closeEditor();
        await activeTab(product.page).waitFor({ state: "detached" });
        panel = await product.openPackage(join(folder, "Poster.silverpoint"));
        await said(panel, "The conversation was compacted").waitFor();
      }
      await goOn(panel, "And on");
      bodies.push(bodyAt(-1).body);
      expect(modelServer.violations).toEqual([]);
      modelServer.forgetPrefixes();
    }
    expect(bodies[0]).toBe(bodies[1]);
  });

  it("CMP-2, CMP-6: asks from the palette, with the figures; Escape and Cancel change nothing and send nothing", async () => {
    const { page } = run.product;
    const { panel } = await openTalk(fortyTurns());
    await runCommand(page, "Silverpoint: Compact Conversation…");
    await dialogOf(panel).waitFor();
    const words = (await dialogOf(panel).textContent())?.replace(/\s+/g, " ");
    expect(words).toContain("850,000 tokens");
    expect(words).toContain("38 older turns");
    expect(words).toMatch(/Costs\s*\$\d+\.\d\d estimated/);
    await page.keyboard.press("Escape");
    await dialogOf(panel).waitFor({ state: "detached" });
    await panel.choose("Compact Conversation…");
    await dialogOf(panel).getByRole("button", { name: "Cancel", exact: true }).click();
    await dialogOf(panel).waitFor({ state: "detached" });
    expect(run.modelServer.requests).toHaveLength(0);
    await expect.poll(() => dirty()).toBe(false);
  });

  it("CMP-5: Stop while it is summarized leaves everything as it was but what was billed", async () => {
    const { files, panel } = await openTalk(fortyTurns());
    const before = await panel.texts();
    run.modelServer.enqueue(answer(text("So "), hold("summary"), text("it was.")));
    await panel.choose("Compact Conversation…");
    await dialogOf(panel).getByRole("button", { name: "Compact", exact: true }).click();
    await run.modelServer.reached("summary");
    await panel.frame.getByText("Summarizing…").first().waitFor();
    expect(await stateOf(files)).toBe("compacting");
    await runCommand(run.product.page, "Silverpoint: Compact Conversation…");
    await expect
      .poll(() => notifications(run.product.page))
      .toContain("The agent is at work. Wait until it has finished, or stop it first.");
    await runCommand(run.product.page, "notifications.clearAll");
    await panel.button("Stop").click();
    await panel.waitUntilIdle();
    await expect.poll(() => panel.texts()).toEqual(before);
    // The model had begun, and that counts.
    await expect.poll(dirty).toBe(true);
    await panel.frame.getByRole("status").filter({ hasText: "85% full" }).waitFor();
  });

  it("CMP-5: a call that fails shows why, changes nothing else, and offers no retry of the last turn in its place", async () => {
    const { files, panel } = await openTalk(fortyTurns());
    const before = JSON.parse(await files.text("agent/conversation.json"));
    run.modelServer.enqueue(failure(400, "invalid_request_error", "The tape is torn."));
    await panel.choose("Compact Conversation…");
    await dialogOf(panel).getByRole("button", { name: "Compact", exact: true }).click();
    const failed = said(panel, "The conversation was not compacted");
    await failed.waitFor();
    await expect.poll(() => failed.getByRole("button", { name: "Retry" }).count()).toBe(0);
    await panel.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    const { items, ...after } = JSON.parse(await files.text("agent/conversation.json"));
    expect(items.slice(0, -1)).toEqual(before.items);
    expect({ history: after.history, sentFacts: after.sentFacts, lastRoundUsage: after.lastRoundUsage }).toEqual({
      history: before.history,
      sentFacts: before.sentFacts,
      lastRoundUsage: before.lastRoundUsage,
    });
    await compact(panel);
  });

  it("CMP-9: is taken back with Undo, and not any more once a message was sent", async () => {
    const { files, panel } = await openTalk(fortyTurns());
    await compact(panel);
    await panel.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    await panel.button("Undo Compacting").click();
    await said(panel, "Undone").waitFor();
    await expect.poll(dirty).toBe(true);
    await panel.frame.getByRole("status").filter({ hasText: "85% full" }).waitFor();
    await panel.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    const saved = JSON.parse(await files.text("agent/conversation.json"));
    expect(saved.history).toEqual(JSON.parse(new TextDecoder().decode(fortyTurns())).history);
    await compact(panel);
    await panel.button("Undo Compacting").waitFor();
    run.modelServer.forgetPrefixes();
    await goOn(panel, "Go on");
    await expect.poll(() => panel.button("Undo Compacting").count()).toBe(0);
  });

  it("CMP-3: keeps its notice when the last turn is sent again", async () => {
    const { panel } = await openTalk(fortyTurns());
    await compact(panel);
    run.modelServer.forgetPrefixes();
    run.modelServer.enqueue(answer("Another answer."));
    await panel.button("Retry").click();
    await panel.waitForText("Another answer.");
    await panel.waitUntilIdle();
    await expect.poll(() => said(panel, "The conversation was compacted").count()).toBe(1);
    expect(bodyAt(-1).messages).toHaveLength(1 + 2 + 1);
  });
});

describe("where compacting isn't offered", () => {
  it("CMP-6: the palette's command says why: too few turns, a turn runs, nothing can be sent", async () => {
    const { page } = run.product;
    const { panel } = await openTalk(encodeConversation(conversationOf(plainTurns(2), isFull)));
    const reason = "There is too little to summarize: the last 2 turns always stay as they are.";
    await runCommand(page, "Silverpoint: Compact Conversation…");
    await expect.poll(() => notifications(page)).toContain(reason);
    await runCommand(page, "notifications.clearAll");
    await panel.button("More Actions").click();
    const entry = panel.frame.getByRole("menuitem", { name: "Compact Conversation…", exact: true });
    await expect.poll(() => entry.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => entry.getAttribute("aria-description")).toBe(reason);
    await page.keyboard.press("Escape");
    await expect.poll(() => panel.frame.getByRole("button", { name: "Compact…" }).count()).toBe(0);

    run.modelServer.enqueue(answer(text("The beginning"), hold("middle"), text(" and the end.")));
    await panel.send("Go");
    await run.modelServer.reached("middle");
    await runCommand(page, "Silverpoint: Compact Conversation…");
    const runs = "The agent is at work. Wait until it has finished, or stop it first.";
    await expect.poll(() => notifications(page)).toContain(runs);
    await runCommand(page, "notifications.clearAll");
    run.modelServer.release("middle");
    await panel.waitUntilIdle();
    await expect.poll(() => dialogOf(panel).count()).toBe(0);

    const damaged = await run.newPackage({ document: "{", agent: { "conversation.json": fortyTurns() } });
    await run.product.openPackage(damaged.name);
    await runCommand(page, "Silverpoint: Compact Conversation…");
    await expect
      .poll(() => notifications(page))
      .toContain("document.json can't be read. Repair it before you go on with the agent.");
    expect(run.modelServer.requests).toHaveLength(1);
  });
});

describe("old tool results", () => {
  it("CMP-8, CMP-9: are put aside after it was said what that frees, come back by Undo, and are fetched by the agent", async () => {
    const { product, modelServer } = run;
    const results = Array.from({ length: 20 }, (_, index) => `result ${index} `.repeat(200));
    const talk = conversationOf([{ text: "a", results }, ...plainTurns(3)], {
      lastRoundUsage: usageOf({ input: 20_000 }),
    });
    const { files, panel } = await openTalk(encodeConversation(talk));
    const name = "Reclaim Old Tool Results";
    await panel.choose(`${name}…`);
    await expect.poll(() => dialogOf(panel, name).textContent()).toMatch(/8 tool results/);
    await dialogOf(panel, name).getByRole("button", { name: "Reclaim", exact: true }).click();
    await said(panel, "8 old tool results were put aside").waitFor();
    await panel.button("Undo Reclaiming").click();
    await said(panel, "Undone").waitFor();

    await runCommand(product.page, `Silverpoint: ${name}…`);
    await dialogOf(panel, name).getByRole("button", { name: "Reclaim", exact: true }).click();
    await panel.button("Undo Reclaiming").waitFor();
    await panel.composer.press("Control+s");
    await expect.poll(dirty).toBe(false);
    expect(await files.text("agent/reclaimed.json")).toContain("result 7 result 7");
    modelServer.enqueue(
      answer(toolCall("fetch", "extract_compacted_tool_result", '{"id":"call_0_7"}')),
      answer("There it is."),
    );
    await panel.send("Look again");
    await panel.waitForText("There it is.");
    await panel.waitUntilIdle();
    expect(bodyAt(0).body).toContain("[Compacted, ID: call_0_7.");
    expect(bodyAt(0).body).not.toContain("result 7 result 7");
    expect(JSON.stringify(bodyAt(1).messages.at(-1))).toContain("result 7 result 7");
    expect(modelServer.violations).toEqual([]);
  });
});
