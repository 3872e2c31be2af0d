/** What the tests inside VS Code share: the extension's API, the scripted server, packages of their own. */
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import * as vscode from "vscode";
import type { ConversationHandle, SilverpointApi } from "../../src/api.ts";
import { connectToModelServer } from "../support/modelServer/modelServerClient.ts";

export const server = connectToModelServer(required("ANTHROPIC_BASE_URL"));

export const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? required("a workspace folder");

export async function api(): Promise<SilverpointApi> {
  const extension = vscode.extensions.getExtension<SilverpointApi>("silverpoint.silverpoint-agent");
  assert.ok(extension, "the extension is installed");
  return extension.activate();
}

export const plainDocument = '{ "name" : "Poster", "pages" : [] }\n';

/** A package in the workspace with a name of its own. `agent`: files of its `agent/` folder by path. */
export async function makePackage(
  options: { document?: string; agent?: Record<string, string | Uint8Array> } = {},
): Promise<vscode.Uri> {
  const folder = join(workspace, `Poster-${randomUUID()}.silverpoint`);
  await mkdir(folder);
  await writeFile(join(folder, "document.json"), options.document ?? plainDocument);
  for (const [path, content] of Object.entries(options.agent ?? {})) {
    await mkdir(join(folder, "agent", path, ".."), { recursive: true });
    await writeFile(join(folder, "agent", path), content);
  }
  return vscode.Uri.file(folder);
}

/** A copy of a package in the workspace. */
export async function copyPackage(source: string): Promise<vscode.Uri> {
  const folder = join(workspace, `Copy-${randomUUID()}.silverpoint`);
  await cp(source, folder, { recursive: true });
  return vscode.Uri.file(folder);
}

export async function open(uri: vscode.Uri): Promise<ConversationHandle> {
  return (await api()).open(uri);
}

export async function save(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.files.save");
}

/** Closes every tab. What isn't saved is dropped without a question here. */
export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** The tab of a package's editor. */
export function tabOf(packageUri: vscode.Uri): vscode.Tab | undefined {
  const document = vscode.Uri.joinPath(packageUri, "document.json").toString();
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === document);
}

/** Resolves when the tab's dirty mark is as wanted. */
export async function dirty(packageUri: vscode.Uri, wanted: boolean): Promise<void> {
  await until(
    `the tab to be ${wanted ? "" : "not "}dirty`,
    (check) => vscode.window.tabGroups.onDidChangeTabs(check),
    () => tabOf(packageUri)?.isDirty === wanted,
  );
}

export async function settled(handle: ConversationHandle, holds: () => boolean): Promise<void> {
  await until("the conversation to change", (check) => handle.onDidChange(check), holds);
}

/** Waits for an event after which something holds; the runner's time limit is the only one. */
export function until(
  what: string,
  subscribe: (check: () => void) => vscode.Disposable,
  holds: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      subscription.dispose();
      reject(new Error(`Waited in vain for ${what}.`));
    }, 20_000);
    const check = () => {
      if (!holds()) return;
      clearTimeout(limit);
      subscription.dispose();
      resolve();
    };
    const subscription = subscribe(check);
    check();
  });
}

/** Every file below a folder by its path, with its bytes in hexadecimal. */
export async function filesIn(folder: vscode.Uri | string): Promise<Record<string, string>> {
  const root = typeof folder === "string" ? folder : folder.fsPath;
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.sort().map(async (file) => [relative(root, file), (await readFile(file)).toString("hex")]),
  );
  return Object.fromEntries(contents);
}

export async function conversationFile(packageUri: vscode.Uri): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(packageUri.fsPath, "agent", "conversation.json"), "utf8"));
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The tests need ${name}.`);
  return value;
}
