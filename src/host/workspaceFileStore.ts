import * as vscode from "vscode";
import type { Entry, FileStat, FileStore } from "../folder/fileStore.ts";

/** A package's files through `vscode.workspace.fs`, so that remote and virtual workspaces work (PKG-8). */
export class WorkspaceFileStore implements FileStore {
  readonly #root: vscode.Uri;

  constructor(root: vscode.Uri) {
    this.#root = root;
  }

  async list(folder: string): Promise<readonly Entry[]> {
    const entries = await unlessMissing(vscode.workspace.fs.readDirectory(this.#uri(folder)));
    return (entries ?? []).map(([name, type]) => ({ name, kind: kindOf(type) }));
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    return unlessMissing(vscode.workspace.fs.readFile(this.#uri(path)));
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const stat = await unlessMissing(vscode.workspace.fs.stat(this.#uri(path)));
    return stat && { size: stat.size, mtime: stat.mtime };
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    await vscode.workspace.fs.writeFile(this.#uri(path), bytes);
  }

  async replace(from: string, to: string): Promise<void> {
    await vscode.workspace.fs.rename(this.#uri(from), this.#uri(to), { overwrite: true });
  }

  async remove(path: string): Promise<void> {
    await unlessMissing(vscode.workspace.fs.delete(this.#uri(path), { recursive: true, useTrash: false }));
  }

  #uri(path: string): vscode.Uri {
    return path === "" ? this.#root : vscode.Uri.joinPath(this.#root, ...path.split("/"));
  }
}

/** A link has its own bit beside what it points at, so only exact types count (IMG-4). */
function kindOf(type: vscode.FileType): Entry["kind"] {
  if (type === vscode.FileType.File) return "file";
  return type === vscode.FileType.Directory ? "folder" : "other";
}

async function unlessMissing<T>(operation: Thenable<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
}
