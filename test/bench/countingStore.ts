import type { Entry, FileStore } from "../../src/folder/fileStore.ts";

/** Files in memory that aren't copied, so that nothing but the code around them is measured. Counts what is written. */
export class CountingStore implements FileStore {
  readonly files: Map<string, Uint8Array>;
  bytesWritten = 0;

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.files = new Map(files);
  }

  async list(folder: string): Promise<readonly Entry[]> {
    const prefix = folder === "" ? "" : `${folder}/`;
    const names = new Map<string, Entry["kind"]>();
    for (const path of this.files.keys()) {
      if (!path.startsWith(prefix)) continue;
      const [name = "", ...rest] = path.slice(prefix.length).split("/");
      names.set(name, rest.length === 0 ? "file" : "folder");
    }
    return Array.from(names, ([name, kind]) => ({ name, kind }));
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    return this.files.get(path);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.bytesWritten += bytes.length;
    this.files.set(path, bytes);
  }

  async replace(from: string, to: string): Promise<void> {
    const bytes = this.files.get(from);
    this.files.delete(from);
    if (bytes !== undefined) this.files.set(to, bytes);
  }

  async remove(path: string): Promise<void> {
    for (const other of [...this.files.keys()]) {
      if (other === path || other.startsWith(`${path}/`)) this.files.delete(other);
    }
  }
}
