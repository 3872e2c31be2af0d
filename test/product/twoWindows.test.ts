import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dialog, dialogButton } from "../support/host/workbench.ts";
import { makePackage, type PackageFiles } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type Product, startProduct } from "../support/product/product.ts";
import { closeEverything, type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

/** One window shows a folder, the other one the folder above it; each has a VS Code of its own. */
let run: ProductRun;
let innerFolder: string;
let inner: Product;
let packages = 0;

beforeAll(async () => {
  run = await startProductRun({ files: { "inner/notes.txt": "notes" } });
  innerFolder = await mkdtemp(join(await realpath(tmpdir()), "silverpoint-inner-"));
  inner = await startProduct({
    apiKey: "scripted-key",
    workspace: join(run.workspace, "inner"),
    folder: innerFolder,
    modelServer: run.modelServer.url,
  });
});

afterAll(async () => {
  await inner?.stop();
  await rm(innerFolder, { recursive: true, force: true, maxRetries: 5 });
  await run?.stop();
});
afterEach(async ({ task }) => {
  await run.clean(task);
  await closeEverything(inner);
  // A refused save leaves a toast over the panel.
  for (const { control } of [run.product, inner]) {
    await control.evaluate(async (vscode) => void (await vscode.commands.executeCommand("notifications.clearAll")));
  }
});

/** A package in one of the two windows. */
interface Side {
  readonly product: Product;
  panel: PanelDriver;
  /** Where the window sees the package. */
  readonly name: string;
}

/** A package with one saved turn, open and clean in both windows. */
async function openTwice(): Promise<{ files: PackageFiles; a: Side; b: Side }> {
  packages += 1;
  const files = await makePackage(join(run.workspace, "inner"), `Shared ${packages}.silverpoint`);
  const a = { product: inner, panel: await inner.openPackage(files.name), name: files.name };
  await a.panel.ask("Saved");
  await save(a);
  const name = `inner/${files.name}`;
  const b = { product: run.product, panel: await run.product.openPackage(name), name };
  await b.panel.waitForItems(2);
  return { files, a, b };
}

const dirty = (side: Side) => showsDirty(side.product.page);

async function save(side: Side): Promise<void> {
  await side.panel.composer.press("Control+s");
  await expect.poll(() => dirty(side)).toBe(false);
}

/** Saves, and answers the question that comes. */
async function saveAnd(side: Side, what: "conversation" | "design", answer: string): Promise<void> {
  await side.panel.composer.press("Control+s");
  await dialog(side.product.page)
    .getByText(new RegExp(`The ${what} of .* was changed on disk`))
    .waitFor();
  await dialogButton(side.product.page, answer);
}

async function rename(side: Side, name: string): Promise<void> {
  await side.panel.designName.fill(name);
  await side.panel.designName.press("Enter");
  await expect.poll(() => dirty(side)).toBe(true);
}

/** Goes to another file and comes back, as a person does. */
async function comeBack(side: Side): Promise<void> {
  const { control, page } = side.product;
  await control.evaluate(
    async (vscode, path) => {
      await vscode.commands.executeCommand("workbench.action.keepEditor");
      await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    },
    join(run.workspace, "inner", "notes.txt"),
  );
  await page.getByRole("tab", { name: /\.silverpoint/ }).click();
  side.panel = await PanelDriver.in(page);
}

async function stored(files: PackageFiles): Promise<string> {
  return files.text("agent/conversation.json");
}

async function theirs(files: PackageFiles): Promise<readonly string[]> {
  const all = await files.all();
  return Object.keys(all)
    .filter((path) => path.includes("theirs-"))
    .map((path) => all[path] ?? "");
}

describe("two windows on one package, one of them clean", () => {
  it("PKG-11: a turn that the other one saved is there when the editor gets visible", async () => {
    const { a, b } = await openTwice();
    await a.panel.ask("From A");
    await save(a);
    await comeBack(b);
    await expect.poll(() => b.panel.texts()).toEqual(await a.panel.texts());
    expect(await dirty(b)).toBe(false);
    await expect.poll(() => dialog(b.product.page).count()).toBe(0);
  });

  it("PKG-11: a turn that the other one saved is there before the next turn goes out", async () => {
    const { files, a, b } = await openTwice();
    await a.panel.ask("From A");
    await save(a);
    await b.panel.send("From B");
    await b.panel.waitForItems(6);
    await b.panel.waitUntilIdle();
    expect((await b.panel.texts()).slice(0, 4)).toEqual(await a.panel.texts());
    expect(run.modelServer.requests.at(-1)?.body).toContain("From A");
    expect(run.modelServer.violations).toEqual([]);
    await save(b);
    await comeBack(a);
    await expect.poll(() => a.panel.texts()).toEqual(await b.panel.texts());
    expect(await theirs(files)).toEqual([]);
  });

  it("PKG-11: a rename that the other one saved is shown", async () => {
    const { a, b } = await openTwice();
    await rename(a, "Renamed by A");
    await save(a);
    await comeBack(b);
    await expect.poll(() => b.panel.designName.inputValue()).toBe("Renamed by A");
    expect(await dirty(b)).toBe(false);
    await expect.poll(() => dialog(b.product.page).count()).toBe(0);
  });
});

describe.each(["A", "B"])("two windows with a turn each, %s saves first", (firstName) => {
  async function openConflict() {
    const { files, a, b } = await openTwice();
    const [first, second] = firstName === "A" ? [a, b] : [b, a];
    await second.panel.ask("From the second");
    // The two conversations part here.
    run.modelServer.forgetPrefixes();
    await first.panel.ask("From the first");
    await save(first);
    const [ours, other] = [await second.panel.texts(), await first.panel.texts()];
    return { files, first, second, ours, other };
  }

  it("PKG-11: Keep Mine replaces what is on disk, and the other window follows", async () => {
    const { files, first, second, ours } = await openConflict();
    await saveAnd(second, "conversation", "Keep Mine");
    await expect.poll(() => dirty(second)).toBe(false);
    expect(await second.panel.texts()).toEqual(ours);
    expect(await stored(files)).toContain("From the second");
    expect(await theirs(files)).toEqual([]);
    await comeBack(first);
    await expect.poll(() => first.panel.texts()).toEqual(ours);
  });

  it("PKG-11: Load Theirs shows what is on disk and leaves it as it is", async () => {
    const { files, second, other } = await openConflict();
    const before = await files.all();
    await saveAnd(second, "conversation", "Load Theirs");
    await expect.poll(() => second.panel.texts()).toEqual(other);
    await expect.poll(() => dirty(second)).toBe(false);
    expect(await files.all()).toEqual(before);
  });

  it("PKG-11: Keep Both keeps the other one in the package too", async () => {
    const { files, second, ours } = await openConflict();
    const before = await stored(files);
    await saveAnd(second, "conversation", "Keep Both");
    await expect.poll(() => dirty(second)).toBe(false);
    expect(await second.panel.texts()).toEqual(ours);
    expect(await stored(files)).toContain("From the second");
    expect(await theirs(files)).toEqual([before]);
  });

  it("PKG-11: Cancel saves nothing, and the panel offers to decide", async () => {
    const { files, second, ours } = await openConflict();
    const before = await files.all();
    await saveAnd(second, "conversation", "Cancel");
    await second.panel.button("Decide…").waitFor();
    expect(await dirty(second)).toBe(true);
    expect(await files.all()).toEqual(before);
    expect(await second.panel.texts()).toEqual(ours);

    await second.panel.button("Decide…").click();
    await dialogButton(second.product.page, "Keep Both");
    await second.panel.button("Decide…").waitFor({ state: "detached" });
    await save(second);
    expect(await stored(files)).toContain("From the second");
    expect(await theirs(files)).toEqual([before["agent/conversation.json"]]);
  });
});

describe("two windows that renamed the design", () => {
  async function openConflict() {
    const { files, a, b } = await openTwice();
    await rename(b, "Renamed by B");
    await rename(a, "Renamed by A");
    await save(a);
    return { files, a, b };
  }

  it("PKG-11: Load Theirs drops ours, and an undo says that its base is gone", async () => {
    const { files, b } = await openConflict();
    const before = await files.all();
    await saveAnd(b, "design", "Load Theirs");
    await expect.poll(() => b.panel.designName.inputValue()).toBe("Renamed by A");
    await expect.poll(() => dirty(b)).toBe(false);
    expect(await files.all()).toEqual(before);
    await b.product.control.evaluate((vscode) => vscode.commands.executeCommand("undo"));
    await b.product.page
      .getByText(/This step can't be undone or redone/)
      .first()
      .waitFor();
    await expect.poll(() => b.panel.designName.inputValue()).toBe("Renamed by A");
    expect(await files.all()).toEqual(before);
  });

  it("PKG-11: Keep Both keeps the other one in the package too", async () => {
    const { files, b } = await openConflict();
    const before = await files.text("document.json");
    await saveAnd(b, "design", "Keep Both");
    await expect.poll(() => dirty(b)).toBe(false);
    expect(await files.text("document.json")).toBe(before.replace("by A", "by B"));
    expect(await theirs(files)).toEqual([before]);
  });
});
