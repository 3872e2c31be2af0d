import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dialog, dialogButton, notifications, runCommand } from "../support/host/workbench.ts";
import { filesBelow, type PackageFiles, packageAt } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { savedTurn } from "../support/product/savedConversation.ts";
import { tidyWorkbench } from "../support/product/tidy.ts";
import { clickDocument, showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

async function tidy(task: Parameters<ProductRun["clean"]>[0]): Promise<void> {
  if (task?.result?.state !== "fail") await tidyWorkbench(run.product);
  await run.clean(task);
}

const dirty = () => showsDirty(run.product.page);
const saveKeys = async (panel: PanelDriver) => panel.composer.press("Control+s");
const sign = (panel: PanelDriver) => panel.frame.getByText(/^Not kept/);
const notKept = (panel: PanelDriver) => panel.frame.getByRole("status").filter({ hasText: "isn't kept" });
const paths = async (files: PackageFiles) => Object.keys(await files.all());

/** Sets the person's own value; undefined takes it away. */
async function keep(value: boolean | undefined): Promise<void> {
  await run.product.control.evaluate(
    async (vscode, { wanted }) => {
      const { Global } = vscode.ConfigurationTarget;
      await vscode.workspace.getConfiguration("silverpoint.agent").update("keepConversation", wanted, Global);
    },
    value === undefined ? {} : { wanted: value },
  );
}

describe("the switch", () => {
  beforeAll(async () => {
    run = await startProductRun();
  });

  afterAll(() => run?.stop());
  afterEach(async ({ task }) => {
    await tidy(task);
    await keep(undefined);
  });

  async function openEntry(panel: PanelDriver): Promise<Locator> {
    await panel.button("More Actions").click();
    const entry = panel.frame.getByRole("menuitemcheckbox", { name: "Keep Conversation in Document", exact: true });
    await entry.waitFor();
    return entry;
  }

  it("SET-2, SET-3: the ⋯ menu and the command switch it after a yes, and the panel shows that nothing is kept", async () => {
    const { page } = run.product;
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    await panel.ask("Hello");
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    await expect.poll(() => sign(panel).count()).toBe(0);

    const entry = await openEntry(panel);
    await expect.poll(() => entry.getAttribute("aria-checked")).toBe("true");
    await entry.click();
    await dialog(page)
      .getByText(/Stop keeping the agent conversation/)
      .waitFor();
    await dialogButton(page, "Cancel");
    await expect.poll(() => sign(panel).count()).toBe(0);

    await (await openEntry(panel)).click();
    await dialogButton(page, "Stop Keeping It");
    await sign(panel).waitFor();
    await notKept(panel).waitFor();
    await expect.poll(() => dirty()).toBe(false);
    expect(await paths(files)).toContain("agent/conversation.json");
    await panel.ask("While it is off");
    await expect.poll(() => dirty()).toBe(false);
    await saveKeys(panel);
    await expect.poll(() => paths(files)).toEqual(["document.json"]);
    expect(await (await openEntry(panel)).getAttribute("aria-checked")).toBe("false");
    await page.keyboard.press("Escape");

    await runCommand(page, "silverpoint.toggleKeepConversation");
    await dialog(page)
      .getByText(/Keep the agent conversation in the document/)
      .waitFor();
    await dialogButton(page, "Keep It");
    await sign(panel).waitFor({ state: "detached" });
    await expect.poll(dirty).toBe(true);
    await panel.composer.click();
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(JSON.parse(await files.text("agent/conversation.json")).items).toHaveLength(4);
  });

  it("SET-2: the banner's button switches it on again, and what is on disk is restored", async () => {
    const { page } = run.product;
    await keep(false);
    const files = await run.newPackage({ agent: { "conversation.json": savedTurn("Kept", "Yes it is.") } });
    const before = await files.all();
    const panel = await run.product.openPackage(files.name);
    await notKept(panel).waitFor();
    await expect.poll(() => panel.items.count()).toBe(0);
    await notKept(panel).getByRole("button", { name: "Keep It…" }).click();
    await dialogButton(page, "Keep It");
    await panel.waitForText("Yes it is.");
    await sign(panel).waitFor({ state: "detached" });
    await expect.poll(() => dirty()).toBe(false);
    expect(await files.all()).toEqual(before);
  });

  it("SET-2: no notice about an unreadable conversation while it is off, and it is there again after", async () => {
    const files = await run.newPackage({ agent: { "conversation.json": "not json" } });
    const panel = await run.product.openPackage(files.name);
    const unreadable = panel.frame.getByRole("status").filter({ hasText: "could not be read" });
    await unreadable.waitFor();
    await keep(false);
    await notKept(panel).waitFor();
    await expect.poll(() => unreadable.count()).toBe(0);
    await keep(true);
    await unreadable.waitFor();
    expect(await files.text("agent/conversation.json")).toBe("not json");
  });

  it("SET-2: while it is off no file outside the package holds the conversation, what was journaled before neither", async () => {
    const data = join(run.folder, "data");
    const holding = async (words: string) => {
      const files = await filesBelow(data);
      return Object.keys(files).filter((path) => files[path]?.includes(words));
    };
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    await panel.ask("Walrus before");
    await expect.poll(() => holding("Walrus before")).not.toEqual([]);
    await keep(false);
    await notKept(panel).waitFor();
    await expect.poll(() => holding("Walrus before")).toEqual([]);
    await panel.ask("Walrus meanwhile");
    await panel.designName.fill("Narwhal");
    await panel.designName.press("Enter");
    await expect.poll(() => holding("Narwhal")).not.toEqual([]);
    expect(await holding("Walrus")).toEqual([]);
    await panel.composer.click();
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await paths(files)).toEqual(["document.json"]);
    expect(await holding("Walrus")).toEqual([]);
  });

  it("SET-2, PKG-11: switched on over a stored conversation after a new one began, the save asks", async () => {
    const { page } = run.product;
    await keep(false);
    const stored = savedTurn("Kept", "Yes it is.");
    const files = await run.newPackage({ agent: { "conversation.json": stored } });
    const panel = await run.product.openPackage(files.name);
    await panel.ask("Meanwhile");
    await keep(true);
    await expect.poll(dirty).toBe(true);
    await saveKeys(panel);
    await dialog(page)
      .getByText(/was changed on disk/)
      .waitFor();
    expect(await files.text("agent/conversation.json")).toBe(stored);
    await dialogButton(page, "Load Theirs");
    await panel.waitForText("Yes it is.");
    await expect.poll(dirty).toBe(false);
    expect(await files.text("agent/conversation.json")).toBe(stored);
  });

  for (const [kind, words] of [
    ["template", "template or a design system"],
    ["designSystem", "template or a design system"],
  ] as const) {
    it(`PKG-4: the panel says that a ${kind} keeps no conversation, and can't be switched`, async () => {
      const { page } = run.product;
      const document = `${JSON.stringify({ name: "Shared", kind, pages: [] })}\n`;
      const files = await run.newPackage({ document, agent: { "conversation.json": savedTurn("Kept", "Yes.") } });
      const before = await files.all();
      const panel = await run.product.openPackage(files.name);
      await panel.frame.getByRole("status").filter({ hasText: words }).waitFor();
      await sign(panel).waitFor();
      await expect.poll(() => panel.items.count()).toBe(0);
      expect(await (await openEntry(panel)).getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("Escape");
      await panel.ask("Hello");
      await saveKeys(panel);
      await runCommand(page, "silverpoint.toggleKeepConversation");
      await expect.poll(async () => (await notifications(page)).join()).toMatch(/never keeps a conversation/);
      await runCommand(page, "notifications.clearAll");
      expect(await files.all()).toEqual(before);
    });
  }
});

describe("a workspace that switches it off", () => {
  beforeAll(async () => {
    run = await startProductRun({
      files: { ".vscode/settings.json": JSON.stringify({ "silverpoint.agent.keepConversation": false }) },
    });
  });

  afterAll(() => run?.stop());
  afterEach(({ task }) => tidy(task));

  it("SET-2, SET-3: removes a stored conversation only after the person said yes, and asks only once", async () => {
    const { page } = run.product;
    const agent = { "conversation.json": savedTurn("Kept", "Yes it is.") };
    const first = await run.newPackage({ agent });
    const second = await run.newPackage({ agent });
    const before = await first.all();
    const panel = await run.product.openPackage(first.name);
    await sign(panel).waitFor();
    const question = dialog(page).getByText(/settings say that conversations aren't kept/);
    for (const answer of ["Cancel", "Remove It"]) {
      await panel.composer.click();
      await saveKeys(panel);
      await question.waitFor();
      expect(await first.all()).toEqual(before);
      await dialogButton(page, answer);
    }
    await expect.poll(() => paths(first)).toEqual(["document.json"]);

    await run.product.closeEditor();
    const other = await run.product.openPackage(second.name);
    await other.composer.click();
    await saveKeys(other);
    await expect.poll(() => paths(second)).toEqual(["document.json"]);
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  it("SET-2: nothing is asked where nothing is stored", async () => {
    const { page } = run.product;
    const files = await run.newPackage();
    const panel = await run.product.openPackage(files.name);
    await panel.designName.fill("Renamed");
    await panel.designName.press("Enter");
    await expect.poll(dirty).toBe(true);
    await panel.composer.click();
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    await expect.poll(() => dialog(page).count()).toBe(0);
  });
});

describe("an untrusted workspace", () => {
  beforeAll(async () => {
    run = await startProductRun({
      files: {
        "Poster.silverpoint/document.json": '{ "name": "Poster", "pages": [] }',
        "Poster.silverpoint/agent/conversation.json": savedTurn("Make it calm", "It is calm now."),
        ".vscode/settings.json": JSON.stringify({ "silverpoint.agent.keepConversation": false }),
      },
      settings: {
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "never",
      },
    });
  });

  afterAll(() => run?.stop());
  afterEach(({ task }) => tidy(task));

  it("SET-2: its own value is ignored: the conversation is shown, and a save leaves it", async () => {
    const { page } = run.product;
    await clickDocument(page, "Poster.silverpoint");
    const panel = await PanelDriver.in(page);
    await panel.waitForText("It is calm now.");
    await expect.poll(() => sign(panel).count()).toBe(0);
    const files = packageAt(join(run.workspace, "Poster.silverpoint"));
    const stored = await files.text("agent/conversation.json");
    await panel.designName.fill("Renamed");
    await panel.designName.press("Enter");
    await expect.poll(dirty).toBe(true);
    await panel.composer.click();
    await saveKeys(panel);
    await expect.poll(dirty).toBe(false);
    expect(await files.text("agent/conversation.json")).toBe(stored);
  });
});
