import * as vscode from "vscode";
import type { Entry, FileStore } from "../folder/fileStore.ts";

/** The part of the git extension's API that is used here. */
interface GitApi {
  getRepository(uri: vscode.Uri): { buffer(ref: string, path: string): Promise<Uint8Array> } | null;
}

/**
 * A package as it was in a git revision, read-only. A `git:` address names one file in its query and nothing else: joining
 * paths on it gives that file's bytes again, so the others are asked of the git extension (PKG-14).
 */
export class GitRevisionStore implements FileStore {
  readonly #documentPath: string;
  readonly #ref: string;

  /** `uri` is the package's address, with the query of its document.json's. Throws when that isn't git's. */
  constructor(uri: vscode.Uri) {
    const { path, ref } = JSON.parse(uri.query) as { path: string; ref: string };
    this.#documentPath = path;
    this.#ref = ref === "~" ? "" : ref;
  }

  /** Only what a reader of the conversation looks for: git is asked for one file, and images aren't listed. */
  async list(folder: string): Promise<readonly Entry[]> {
    if (folder !== "agent" && folder !== "") return [];
    const conversation = await this.read("agent/conversation.json");
    if (conversation === undefined) return [];
    return [folder === "" ? { name: "agent", kind: "folder" } : { name: "conversation.json", kind: "file" }];
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    const file = vscode.Uri.joinPath(vscode.Uri.file(this.#documentPath), "..", path);
    const repository = (await gitApi())?.getRepository(file);
    if (repository === null || repository === undefined) throw new Error("not available in this view.");
    return repository.buffer(this.#ref, file.fsPath).catch(() => undefined);
  }

  write(): Promise<void> {
    return Promise.reject(new Error("A revision can't be written."));
  }

  replace(): Promise<void> {
    return this.write();
  }

  remove(): Promise<void> {
    return this.write();
  }
}

async function gitApi(): Promise<GitApi | undefined> {
  const git = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>("vscode.git");
  try {
    return (await git?.activate())?.getAPI(1);
  } catch {
    // Git is switched off or not installed.
    return undefined;
  }
}
