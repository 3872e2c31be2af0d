import type { JournalStore } from "../../src/journal/journal.ts";

/** Journals in memory, whose appends can be made to fail after some characters. */
export class MemoryJournals implements JournalStore {
  readonly files = new Map<string, string>();
  /** How much of the next append is written before it fails; undefined: all of it, and it doesn't. */
  failAfter: number | undefined;

  async list(): Promise<readonly string[]> {
    return [...this.files.keys()];
  }

  async read(name: string): Promise<string | undefined> {
    return this.files.get(name);
  }

  async append(name: string, text: string): Promise<void> {
    const limit = this.failAfter;
    this.failAfter = undefined;
    this.files.set(name, (this.files.get(name) ?? "") + text.slice(0, limit));
    if (limit !== undefined) throw new Error("No space left on device.");
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }
}
