import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dialog } from "../support/host/workbench.ts";
import { commitAll, git, makeRepository } from "../support/product/gitRepository.ts";
import { makePackage, type PackageFiles } from "../support/product/packageFiles.ts";
import { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { savedTurn } from "../support/product/savedConversation.ts";
import { tidyWorkbench } from "../support/product/tidy.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;

async function tidy(task: Parameters<ProductRun["clean"]>[0]): Promise<void> {
  if (task?.result?.state !== "fail") await tidyWorkbench(run.product);
  await run.clean(task);
}

beforeAll(async () => {
  run = await startProductRun();
});

afterAll(() => run?.stop());
afterEach(({ task }) => tidy(task));

/** A repository with three states of a package: without a conversation, with one, and with another in the working tree. */
async function makeRevisions(name: string): Promise<{ folder: string; files: PackageFiles }> {
  const folder = join(run.workspace, name);
  await makeRepository(folder);
  const files = await makePackage(folder, "Poster.silverpoint", { document: '{ "name" : "First", "pages" : [] }\n' });
  await commitAll(folder);
  await files.write("document.json", '{ "name" : "Second", "pages" : [] }\n');
  await files.write("agent/conversation.json", savedTurn("Committed", "Committed it is."));
  await commitAll(folder);
  await files.write("agent/conversation.json", savedTurn("Staged", "Staged it is."));
  await git(folder, "add", "--all");
  await files.write("document.json", '{ "name" : "Third", "pages" : [] }\n');
  await files.write("agent/conversation.json", savedTurn("Working", "Working it is."));
  return { folder, files };
}

/** Opens document.json as it was in a revision in our editor, by the address that the git extension gives it. */
async function openRevision(folder: string, files: PackageFiles, ref: string): Promise<PanelDriver> {
  await run.product.control.evaluate(
    async (vscode, args) => {
      const extension = vscode.extensions.getExtension("vscode.git");
      if (extension === undefined) throw new Error("There is no git extension.");
      const api = (await extension.activate()).getAPI(1);
      await api.openRepository(vscode.Uri.file(args.folder));
      const uri = api.toGitUri(vscode.Uri.file(args.path), args.ref);
      await vscode.commands.executeCommand("vscode.openWith", uri, "silverpoint.package");
    },
    { folder, path: join(files.path, "document.json"), ref },
  );
  return PanelDriver.in(run.product.page);
}

const readOnly = (panel: PanelDriver) => panel.frame.getByRole("status").filter({ hasText: "read-only" }).first();

/** Nothing can be sent, and a save writes nothing. */
async function expectNoWay(panel: PanelDriver): Promise<void> {
  const { page } = run.product;
  const before = await panel.items.count();
  await readOnly(panel).waitFor();
  await panel.composer.pressSequentially("Hello");
  await panel.composer.press("Enter");
  await panel.composer.press("Control+Enter");
  await expect.poll(() => panel.button("Send").isDisabled()).toBe(true);
  await panel.composer.press("Control+s");
  await expect.poll(() => panel.items.count()).toBe(before);
  expect(run.modelServer.requests).toEqual([]);
  expect(await showsDirty(page)).toBe(false);
  await expect.poll(() => dialog(page).count()).toBe(0);
}

describe("a revision in git", () => {
  it("PKG-14: shows the design and the conversation of that revision, read-only, and writes nothing", async () => {
    const { folder, files } = await makeRevisions("head");
    const before = await files.all();
    const panel = await openRevision(folder, files, "HEAD");
    await panel.waitForText("Committed it is.");
    await expect.poll(() => panel.texts()).toEqual(["Committed", "Committed it is."]);
    await expect.poll(() => panel.designName.inputValue()).toBe("Second");
    await expectNoWay(panel);
    expect(await files.all()).toEqual(before);
  });

  it("PKG-14: one from before there was a conversation is empty, and what is staged is shown as staged", async () => {
    const { folder, files } = await makeRevisions("others");
    const first = await openRevision(folder, files, "HEAD~1");
    await expect.poll(() => first.designName.inputValue()).toBe("First");
    await readOnly(first).waitFor();
    await expect.poll(() => first.items.count()).toBe(0);
    await run.product.closeEditor();
    await PanelDriver.allIn(run.product.page, 0);
    const staged = await openRevision(folder, files, "");
    await staged.waitForText("Staged it is.");
    await expect.poll(() => staged.designName.inputValue()).toBe("Second");
  });

  it("PKG-14: beside the package itself, each shows its own", async () => {
    const { folder, files } = await makeRevisions("both");
    const working = await run.product.openPackage(join("both", files.name));
    await working.waitForText("Working it is.");
    await working.ask("Go on");
    await openRevision(folder, files, "HEAD");
    const [revision] = await PanelDriver.allIn(run.product.page, 1);
    await revision?.waitForText("Committed it is.");
    await expect.poll(() => revision?.items.count()).toBe(2);
  });
});

describe("a read-only file system", () => {
  it("PKG-14: the conversation is shown, the composer says why it can't send, and nothing is written", async () => {
    await run.product.control.evaluate(
      async (vscode, conversation) => {
        const files: Record<string, string> = {
          "/Poster.silverpoint/document.json": '{ "name": "Frozen", "pages": [] }',
          "/Poster.silverpoint/agent/conversation.json": conversation,
        };
        const refuse = () => {
          throw vscode.FileSystemError.NoPermissions();
        };
        const children = (path: string) => {
          const below = Object.keys(files).filter((file) => file.startsWith(`${path.replace(/\/$/, "")}/`));
          return [...new Set(below.map((file) => file.slice(path.replace(/\/$/, "").length + 1)))];
        };
        const provider: import("vscode").FileSystemProvider = {
          onDidChangeFile: new vscode.EventEmitter<import("vscode").FileChangeEvent[]>().event,
          watch: () => ({ dispose: () => undefined }),
          stat: ({ path }) => {
            const text = files[path];
            if (text !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length };
            if (children(path).length === 0) throw vscode.FileSystemError.FileNotFound();
            return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
          },
          readFile: ({ path }) => {
            const text = files[path];
            if (text === undefined) throw vscode.FileSystemError.FileNotFound();
            return new TextEncoder().encode(text);
          },
          readDirectory: ({ path }) => {
            const names = children(path);
            if (names.length === 0) throw vscode.FileSystemError.FileNotFound();
            return names.map((name) => {
              const [first = ""] = name.split("/");
              return [first, first === name ? vscode.FileType.File : vscode.FileType.Directory];
            });
          },
          createDirectory: refuse,
          writeFile: refuse,
          delete: refuse,
          rename: refuse,
        };
        vscode.workspace.registerFileSystemProvider("frozen", provider, { isReadonly: true });
        const uri = vscode.Uri.from({ scheme: "frozen", path: "/Poster.silverpoint" });
        await vscode.commands.executeCommand("silverpoint.openPackage", uri);
      },
      savedTurn("Kept", "Kept it is."),
    );
    const panel = await PanelDriver.in(run.product.page);
    await panel.waitForText("Kept it is.");
    await expect.poll(() => panel.designName.inputValue()).toBe("Frozen");
    await expectNoWay(panel);
  });
});
