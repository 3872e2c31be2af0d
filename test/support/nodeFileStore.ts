import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Entry, FileStat, FileStore } from "../../src/folder/fileStore.ts";

/** A package's files in a real folder. `replace` deletes first and then renames, as `workspace.fs` does (PKG-8). */
export class NodeFileStore implements FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async list(folder: string): Promise<readonly Entry[]> {
    const entries = await unlessMissing(readdir(join(this.#root, folder), { withFileTypes: true }));
    return (entries ?? []).map((entry) => ({
      name: entry.name,
      kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other",
    }));
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return unlessMissing(readFile(join(this.#root, path)));
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const found = await unlessMissing(stat(join(this.#root, path)));
    return found && { size: found.size, mtime: found.mtimeMs };
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.#root, path)), { recursive: true });
    await writeFile(join(this.#root, path), bytes);
  }

  async replace(from: string, to: string): Promise<void> {
    await rm(join(this.#root, to), { force: true });
    await rename(join(this.#root, from), join(this.#root, to));
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#root, path), { recursive: true, force: true });
  }
}

async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
