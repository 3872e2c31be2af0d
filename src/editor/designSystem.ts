import * as vscode from "vscode";
import type { DesignDocument } from "../design/designDocument.ts";
import { readDesign } from "../design/designDocument.ts";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";

type Tokens = Readonly<Record<string, unknown>>;

/** The tokens that a design refers to: its own, or those of a design-system package beside it (DOC-1). */
export class DesignSystem {
  /** The package that was read last, and what it holds. */
  #read: { readonly path: string; readonly text: string; readonly tokens: Tokens | undefined } | undefined;

  /** The tokens as far as they are known now; undefined when there are none. */
  tokensOf(design: DesignDocument): Tokens | undefined {
    const { designSystem } = design.root;
    if (typeof designSystem === "string") return this.#read?.path === designSystem ? this.#read.tokens : undefined;
    return asTokens(designSystem);
  }

  /** Reads the package that the design names again. Resolves to whether the tokens are others now; never rejects. */
  async refresh(design: DesignDocument, packageUri: vscode.Uri): Promise<boolean> {
    const { designSystem } = design.root;
    if (typeof designSystem !== "string") return false;
    const before = JSON.stringify(this.tokensOf(design));
    const folder = folderInWorkspace(designSystem, packageUri);
    const tokens = folder && (await readTokens(folder).catch(() => undefined));
    const text = JSON.stringify(tokens) ?? "";
    if (this.#read?.path !== designSystem || this.#read.text !== text) {
      this.#read = { path: designSystem, text, tokens };
    }
    return before !== JSON.stringify(this.tokensOf(design));
  }
}

/** The package at a path that is relative to the folder of the package; undefined for one outside the workspace folder. */
function folderInWorkspace(path: string, packageUri: vscode.Uri): vscode.Uri | undefined {
  const root = vscode.workspace.getWorkspaceFolder(packageUri);
  if (root === undefined || !/\.silverpoint\/?$/i.test(path) || /^[/\\]|^[a-z]+:/i.test(path)) return undefined;
  const folder = vscode.Uri.joinPath(packageUri, "..", ...path.split("/"));
  return folder.path.startsWith(`${root.uri.path.replace(/\/$/, "")}/`) ? folder : undefined;
}

async function readTokens(folder: vscode.Uri): Promise<Tokens | undefined> {
  const store = new WorkspaceFileStore(folder);
  const isFile = (await store.list("")).some(({ name, kind }) => name === "document.json" && kind === "file");
  const design = readDesign(isFile ? await store.read("document.json") : undefined);
  return design.kind === "readable" ? asTokens(design.root.designSystem) : undefined;
}

function asTokens(value: unknown): Tokens | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Tokens) : undefined;
}
