import { appendFile, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JournalStore } from "../journal/journal.ts";

/**
 * Journals as files of the extension's own storage. They go through Node and not through `workspace.fs`, which has no
 * append and refuses everything while VS Code shuts down (PKG-13).
 */
export class JournalFiles implements JournalStore {
  readonly #folder: string;

  /** The folder is made when something is written. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<readonly string[]> {
    return (await unlessMissing(readdir(this.#folder))) ?? [];
  }

  read(name: string): Promise<string | undefined> {
    return unlessMissing(readFile(join(this.#folder, name), "utf8"));
  }

  async append(name: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, name);
    await appendFile(path, text, { mode: 0o600 });
    const file = await open(path, "r");
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
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

/** Whether a process of this machine still runs. */
export function isProcessAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
