import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isProcessAlive } from "../../src/host/journalFiles.ts";
import { dialog, dialogButton } from "../support/host/workbench.ts";
import { answer, hold, text } from "../support/modelServer/index.ts";
import { type JournalFolder, journalFolderIn } from "../support/product/journalFolder.ts";
import type { PackageFiles } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { savedTurn } from "../support/product/savedConversation.ts";
import { activeTab, showsDirty, storeWindowState } from "../support/product/workbenchParts.ts";

let run: ProductRun;
let journals: JournalFolder;

beforeAll(async () => {
  run = await startProductRun();
  journals = journalFolderIn(run.folder);
});

afterAll(() => run?.stop());
afterEach(async ({ task }) => {
  await run.clean(task);
  await rm(journals.path, { recursive: true, force: true });
});

const dirty = () => showsDirty(run.product.page);
const panelAgain = () => PanelDriver.in(run.product.page);

async function save(panel: PanelDriver): Promise<void> {
  await panel.composer.press("Control+s");
  await expect.poll(dirty).toBe(false);
}

async function rename(panel: PanelDriver, name: string): Promise<void> {
  await panel.designName.fill(name);
  await panel.designName.press("Enter");
  await expect.poll(dirty).toBe(true);
}

/** As a menu does. */
async function command(id: "undo" | "workbench.action.files.revert"): Promise<void> {
  await run.product.control.evaluate(async (vscode, args) => {
    await vscode.commands.executeCommand(args);
  }, id);
}

/** A package with one saved turn, open and clean. */
async function openSaved(): Promise<{ files: PackageFiles; panel: PanelDriver; saved: Record<string, string> }> {
  const files = await run.newPackage();
  const panel = await run.product.openPackage(files.name);
  await panel.ask("Saved");
  await save(panel);
  return { files, panel, saved: await files.all() };
}

/** Resolves when a journal holds all of these texts. */
async function waitForJournalOf(...texts: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await journals.texts()).some((journal) => texts.every((part) => journal.includes(part))))
    .toBe(true);
}

/** The tab of a package that was dirty, as a window brings it back by itself. */
async function expectRestored(texts: readonly string[], designName: string): Promise<PanelDriver> {
  const panel = await panelAgain();
  await expect.poll(() => panel.texts()).toEqual(texts);
  await expect.poll(() => panel.designName.inputValue()).toBe(designName);
  await expect.poll(dirty).toBe(true);
  return panel;
}

async function expectClean(texts: readonly string[], designName: string): Promise<PanelDriver> {
  const panel = await panelAgain();
  await expect.poll(() => panel.texts()).toEqual(texts);
  await expect.poll(() => panel.designName.inputValue()).toBe(designName);
  await expect.poll(() => dirty()).toBe(false);
  return panel;
}

const changes: Readonly<Record<string, (panel: PanelDriver) => Promise<void>>> = {
  "an answered message": (panel) => panel.ask("Unsaved"),
  "a rename": (panel) => rename(panel, "Renamed"),
  "a rename and an answered message": async (panel) => {
    await rename(panel, "Renamed");
    await panel.ask("Unsaved");
  },
};

describe("a reload of the window", () => {
  /** Each kind of change right away; both together at every delay, around the moments when VS Code makes its backups. */
  const cases = [
    ...Object.keys(changes).map((change) => ({ change, delay: 300 })),
    ...[700, 1200, 5000].map((delay) => ({ change: "a rename and an answered message", delay })),
  ];

  it.each(cases)("PKG-13: $delay ms after $change loses nothing; a save stores it", async ({ change, delay }) => {
    const { files, panel, saved } = await openSaved();
    await changes[change]?.(panel);
    const texts = await panel.texts();
    const name = change.includes("rename") ? "Renamed" : "Poster";
    await run.product.reloadAfter(delay);
    const restored = await expectRestored(texts, name);
    expect(await files.all()).toEqual(saved);

    await save(restored);
    const stored = await files.all();
    expect(stored["document.json"]).toContain(name);
    expect(JSON.parse(stored["agent/conversation.json"] ?? "").items).toHaveLength(texts.length);
    expect(run.modelServer.violations).toEqual([]);
    if (delay !== 300) return;
    await run.product.reloadAfter(0);
    await expectClean(texts, name);
    expect(await files.all()).toEqual(stored);
  });

  it("PKG-13: while an answer streams keeps what came, shows it interrupted and sends nothing by itself", async () => {
    const { files, panel, saved } = await openSaved();
    run.modelServer.enqueue(answer(text("The beginning"), hold("middle"), text(" and the end.")));
    await panel.send("Unsaved");
    await waitForJournalOf("The beginning");
    const { length } = run.modelServer.requests;
    const oldHost = await run.product.control.evaluate(() => process.pid);
    await run.product.reloadAfter(0);
    const again = await panelAgain();
    await again.waitForItems(4);
    const texts = await again.texts();
    expect(texts[2]).toBe("Unsaved");
    expect(texts[3]).toMatch(/^The beginning\s+Interrupted$/);
    await expect.poll(dirty).toBe(true);
    await again.waitUntilIdle();
    expect(await files.all()).toEqual(saved);

    // The old host lives on for a while and goes on with its turn: nothing of that may come back.
    run.modelServer.release("middle");
    await expect.poll(() => isProcessAlive(oldHost)).toBe(false);
    expect(await journals.texts()).toEqual([expect.stringMatching(/^\{"kind":"header"/)]);
    await run.product.reloadAfter(0);
    await expectRestored(texts, "Poster");
    await (await panelAgain()).ask("Next");
    expect(run.modelServer.requests).toHaveLength(length + 1);
    expect(run.modelServer.requests.at(-1)?.body).toContain("Unsaved");
    expect(run.modelServer.violations).toEqual([]);
  });

  it("PKG-13: right after a message was sent keeps the message and sends nothing by itself", async () => {
    const { panel, files, saved } = await openSaved();
    const before = await panel.texts();
    run.modelServer.enqueue(answer(text("The beginning"), hold("middle")));
    await panel.send("Unsaved");
    await panel.waitForText("The beginning");
    await run.product.reloadAfter(0);
    const again = await panelAgain();
    await again.waitForItems(3);
    const [first, second, sent, ...arrived] = await again.texts();
    expect([first, second]).toEqual(before);
    expect(sent).toMatch(/^Unsaved/);
    // Whether the answer's beginning was journaled or not, what was cut off says so (PKG-6).
    expect([sent, ...arrived].at(-1)).toMatch(/Interrupted$/);
    await expect.poll(dirty).toBe(true);
    await again.waitUntilIdle();
    expect(run.modelServer.requests).toHaveLength(2);
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-13: before an answer came loses no message and sends none by itself", async () => {
    const { panel, files, saved } = await openSaved();
    const before = await panel.texts();
    run.modelServer.enqueue({ kind: "silence" });
    await panel.send("Unsaved");
    await expect.poll(() => run.modelServer.requests.length).toBe(2);
    await run.product.reloadAfter(0);
    const again = await panelAgain();
    await expect.poll(dirty).toBe(true);
    await expect
      .poll(async () => [...(await again.texts()), await again.composer.inputValue()].join("\n"))
      .toContain("Unsaved");
    await again.waitUntilIdle();
    expect((await again.texts()).slice(0, 2)).toEqual(before);
    expect(run.modelServer.requests).toHaveLength(2);
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-13: right after New Conversation leaves it new, and a save removes the old one", async () => {
    const { files, panel, saved } = await openSaved();
    await panel.choose("New Conversation…");
    await dialogButton(run.product.page, "New Conversation");
    await panel.items.first().waitFor({ state: "detached" });
    await run.product.reloadAfter(0);
    const again = await expectRestored([], "Poster");
    expect(await files.all()).toEqual(saved);
    await save(again);
    expect(Object.keys(await files.all())).toEqual(["document.json"]);
  });

  it("PKG-13: after an undone rename shows nothing of it", async () => {
    const { files, panel, saved } = await openSaved();
    const texts = await panel.texts();
    await rename(panel, "Renamed");
    await waitForJournalOf("Renamed");
    await command("undo");
    await expect.poll(dirty).toBe(false);
    await run.product.reloadAfter(0);
    await expectClean(texts, "Poster");
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-13: after a revert keeps the conversation, and the design as it is on disk", async () => {
    const { files, panel, saved } = await openSaved();
    await panel.ask("Unsaved");
    const texts = await panel.texts();
    await rename(panel, "Renamed");
    await waitForJournalOf("Unsaved", "Renamed");
    await command("workbench.action.files.revert");
    await expect.poll(() => panel.designName.inputValue()).toBe("Poster");
    await expect.poll(dirty).toBe(true);
    await run.product.reloadAfter(0);
    await expectRestored(texts, "Poster");
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-13: doesn't bring back what was closed with Don't Save", async () => {
    const { page } = run.product;
    const { files, panel, saved } = await openSaved();
    const texts = await panel.texts();
    await panel.ask("Unsaved");
    await rename(panel, "Renamed");
    await waitForJournalOf("Unsaved", "Renamed");
    await run.product.closeEditor();
    await dialogButton(page, "Don't Save");
    await activeTab(page).waitFor({ state: "detached" });
    await run.product.reloadAfter(0);
    await run.product.openPackage(files.name);
    await expectClean(texts, "Poster");
    expect(await files.all()).toEqual(saved);
    await expect.poll(() => dialog(page).count()).toBe(0);
  });
});

describe("the journals", () => {
  it("PKG-13: are gone once the package is saved and closed", async () => {
    const { panel } = await openSaved();
    await panel.ask("Unsaved");
    await waitForJournalOf("Unsaved");
    await save(panel);
    await run.product.closeEditor();
    await activeTab(run.product.page).waitFor({ state: "detached" });
    await expect.poll(() => journals.names()).toEqual([]);
  });

  it("PKG-13: are read past garbage", async () => {
    const { files, panel } = await openSaved();
    await panel.ask("Unsaved");
    const texts = await panel.texts();
    await waitForJournalOf("Unsaved");
    const prefix = (await journals.names())[0]?.slice(0, 65) ?? "";
    await run.crash(async () => {
      await journals.write(`${prefix}0.jsonl`, Uint8Array.of(0, 255, 254, 10, 123));
      await journals.write(`${prefix}1.jsonl`, '{"kind":"header","journal":1}\n');
      await journals.write(`${prefix}2.jsonl`, "");
      await journals.write("note.txt", "not ours");
      // What can't be read at all, even by one who may read everything.
      await mkdir(join(journals.path, `${prefix}3.jsonl`));
    });
    await run.product.openPackage(files.name);
    await expectRestored(texts, "Poster");
  });

  it("PKG-13: of another package are never taken", async () => {
    const other = await run.newPackage();
    const otherPanel = await run.product.openPackage(other.name);
    await rename(otherPanel, "Other");
    await waitForJournalOf("Other");
    await save(otherPanel);
    await rename(otherPanel, "Not saved");
    await waitForJournalOf("Not saved");
    const [name = ""] = await journals.names();
    const [journal = ""] = await journals.texts();
    await run.product.closeEditor();
    await dialogButton(run.product.page, "Don't Save");

    const { files, panel, saved } = await openSaved();
    const texts = await panel.texts();
    await panel.ask("Mine");
    await expect.poll(async () => (await journals.names()).length).toBe(1);
    const own = (await journals.names()).find((candidate) => candidate !== name) ?? "";
    await run.product.closeEditor();
    await dialogButton(run.product.page, "Don't Save");
    await journals.write(`${own.slice(0, 65)}foreign.jsonl`, journal);
    await run.product.openPackage(files.name);
    await expectClean(texts, "Poster");
    expect(await files.all()).toEqual(saved);
  });
});

describe("an unreadable conversation", () => {
  it("COM-2, PKG-13: a message over it survives a reload, and the save after that stores it", async () => {
    const files = await run.newPackage({
      agent: { "conversation.json": `<<<<<<< HEAD\n${savedTurn("Old", "Old it is.")}` },
    });
    const panel = await run.product.openPackage(files.name);
    await panel.ask("Start over");
    const texts = await panel.texts();
    await run.product.reloadAfter(1200);
    await save(await expectRestored(texts, "Poster"));
    expect(JSON.parse(await files.text("agent/conversation.json")).items).toHaveLength(2);
  });
});

describe("a crash", () => {
  it("PKG-13: of everything right after an answer loses nothing", async () => {
    const { files, panel, saved } = await openSaved();
    await panel.ask("Unsaved");
    const texts = await panel.texts();
    await run.crash();
    await run.product.openPackage(files.name);
    const again = await expectRestored(texts, "Poster");
    expect(await files.all()).toEqual(saved);
    await save(again);
    expect(JSON.parse(await files.text("agent/conversation.json")).items).toHaveLength(4);
    expect(run.modelServer.violations).toEqual([]);
  });

  it("PKG-13: after an undone rename shows nothing of it", async () => {
    const { files, panel, saved } = await openSaved();
    const texts = await panel.texts();
    await rename(panel, "Renamed");
    await waitForJournalOf("Renamed");
    await command("undo");
    await expect.poll(dirty).toBe(false);
    await expect
      .poll(async () => (await journals.texts()).every((journal) => journal.endsWith('"design":true}\n')))
      .toBe(true);
    await run.crash();
    // VS Code itself may have had no time to forget its backup, and show the tab as dirty.
    const again = await run.product.openPackage(files.name);
    await expect.poll(() => again.texts()).toEqual(texts);
    await expect.poll(() => again.designName.inputValue()).toBe("Poster");
    await save(again);
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-13: after an undone rename, with the tab stored as edited, leaves a dot that a save takes away", async () => {
    const { files, panel, saved } = await openSaved();
    const texts = await panel.texts();
    await rename(panel, "Renamed");
    await expect.poll(dirty).toBe(true);
    await storeWindowState(run.product.page, /\bdirty\\*":true/);
    await command("undo");
    await expect.poll(dirty).toBe(false);
    await run.crash();
    const again = await run.product.openPackage(files.name);
    await expect.poll(() => again.texts()).toEqual(texts);
    await expect.poll(dirty).toBe(true);
    await save(again);
    expect(await files.all()).toEqual(saved);
  });

  it("PKG-9: in the middle of document.json's write leaves the design whole in the journal", async () => {
    const { files, panel } = await openSaved();
    const texts = await panel.texts();
    await rename(panel, "Renamed");
    await waitForJournalOf("Renamed");
    const whole = (await files.text("document.json")).replace("Poster", "Renamed");
    await run.crash(() => files.write("document.json", whole.slice(0, whole.length / 2)));
    await run.product.openPackage(files.name);
    const again = await expectRestored(texts, "Renamed");
    expect(await files.text("document.json")).toBe(whole.slice(0, whole.length / 2));
    await save(again);
    expect(await files.text("document.json")).toBe(whole);
  });
});
