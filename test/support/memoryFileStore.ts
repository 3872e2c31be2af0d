import type { Entry, EntryKind, FileStat, FileStore } from "../../src/folder/fileStore.ts";

export type Operation = "list" | "stat" | "read" | "write" | "replace" | "remove";

/** One call of a FileStore; `number` counts from 1, `path` is what is written to. */
export interface Call {
  readonly number: number;
  readonly operation: Operation;
  readonly path: string;
}

/**
 * What becomes of a call. `die…`: the process is gone before, in the middle of or after it, and no later call does
 * anything. `fail`: this call alone rejects; a write leaves half of its bytes, a replace has deleted its target, a removed
 * folder has lost half of its files. `refuse`: this call alone rejects and does nothing.
 */
export type Fate = "go" | "dieBefore" | "dieMidway" | "dieAfter" | "fail" | "refuse";

/** A FileStore in memory, as unkind as the port allows: a write isn't atomic, a replace deletes its target first (PKG-8). */
export class MemoryFileStore implements FileStore {
  readonly files: Map<string, Uint8Array>;
  /** Symbolic links: what stands at the place outside that each points at. Reading and writing follow them, as a disk does. */
  readonly links = new Map<string, Uint8Array>();
  readonly folders = new Set<string>();
  readonly calls: Call[] = [];
  /** Decides what becomes of each call. */
  fate: (call: Call) => Fate = () => "go";
  /** What a call that fails says: the system's code, as in `EBUSY`. */
  errorCode: string | undefined;
  readonly #times = new Map<string, number>();
  #clock = 0;
  #isDead = false;

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.files = new Map(files);
    for (const path of files.keys()) {
      this.#makeParents(path);
    }
  }

  /** The same disk as a new process finds it. */
  restart(): MemoryFileStore {
    const store = new MemoryFileStore(this.files);
    for (const folder of this.folders) store.folders.add(folder);
    for (const [link, outside] of this.links) store.links.set(link, outside);
    return store;
  }

  /** The calls that change something, as `write agent/conversation.json.new`. */
  get changes(): string[] {
    return this.calls
      .filter(({ operation }) => !["list", "stat", "read"].includes(operation))
      .map(({ operation, path }) => `${operation} ${path}`);
  }

  list(folder: string): Promise<readonly Entry[]> {
    return this.#run("list", folder, () => {
      const prefix = folder === "" ? "" : `${folder}/`;
      const entries = (paths: Iterable<string>, kind: EntryKind): Entry[] =>
        [...paths]
          .filter(
            (path) =>
              path.startsWith(prefix) && path.length > prefix.length && !path.slice(prefix.length).includes("/"),
          )
          .map((path) => ({ name: path.slice(prefix.length), kind }));
      return [
        ...entries(this.files.keys(), "file"),
        ...entries(this.folders, "folder"),
        ...entries(this.links.keys(), "other"),
      ];
    });
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return this.#run("read", path, () => (this.links.get(path) ?? this.files.get(path))?.slice());
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.#run("stat", path, () => {
      const bytes = this.links.get(path) ?? this.files.get(path);
      return bytes && { size: bytes.length, mtime: this.#times.get(path) ?? 0 };
    });
  }

  /** Someone else writes a file: no call of ours. */
  writeFromOutside(path: string, bytes: Uint8Array): void {
    this.#makeParents(path);
    this.#put(path, bytes);
  }

  /** Someone else makes a link; `outside` is what stands where it points at. */
  addLink(path: string, outside: Uint8Array): void {
    this.#makeParents(path);
    this.links.set(path, outside);
  }

  write(path: string, bytes: Uint8Array): Promise<void> {
    return this.#run(
      "write",
      path,
      () => {
        this.#makeParents(path);
        this.#put(path, bytes.slice());
      },
      () => {
        this.#makeParents(path);
        this.#put(path, bytes.slice(0, bytes.length / 2));
      },
    );
  }

  replace(from: string, to: string): Promise<void> {
    const deleteTarget = () => {
      this.files.delete(to);
      this.links.delete(to);
    };
    return this.#run(
      "replace",
      to,
      () => {
        const bytes = this.files.get(from);
        if (bytes === undefined) throw new Error(`No such file: ${from}`);
        deleteTarget();
        this.files.delete(from);
        this.files.set(to, bytes);
        this.#times.set(to, this.#times.get(from) ?? 0);
      },
      deleteTarget,
    );
  }

  remove(path: string): Promise<void> {
    const inside = (paths: Iterable<string>) =>
      [...paths].filter((other) => other === path || other.startsWith(`${path}/`));
    return this.#run(
      "remove",
      path,
      () => {
        for (const paths of [this.files, this.folders, this.links]) {
          for (const other of inside(paths.keys())) paths.delete(other);
        }
      },
      () => {
        const files = inside(this.files.keys());
        for (const other of files.slice(0, files.length / 2)) this.files.delete(other);
      },
    );
  }

  async #run<Result>(
    operation: Operation,
    path: string,
    act: () => Result,
    half: () => void = () => {},
  ): Promise<Result> {
    if (this.#isDead) throw new Error("The process is gone.");
    const call: Call = { number: this.calls.length + 1, operation, path };
    this.calls.push(call);
    await Promise.resolve();
    const fate = this.fate(call);
    if (fate === "go") return act();
    if (fate === "dieAfter") act();
    if (fate === "dieMidway" || fate === "fail") half();
    this.#isDead = fate !== "fail" && fate !== "refuse";
    const error = new Error(`${this.errorCode ?? fate}: ${operation} ${path}`);
    throw this.errorCode === undefined ? error : Object.assign(error, { code: this.errorCode });
  }

  #put(path: string, bytes: Uint8Array): void {
    this.#clock += 1;
    this.#times.set(path, this.#clock);
    (this.links.has(path) ? this.links : this.files).set(path, bytes);
  }

  #makeParents(path: string): void {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      this.folders.add(path.slice(0, end));
    }
  }
}
