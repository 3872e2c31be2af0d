import { haveSameBytes } from "../archive/encodedConversation.ts";
import { hashBytes } from "../archive/images.ts";
import {
  type DamagedDesign,
  type DesignDocument,
  designBytes,
  designName,
  readDesign,
  renameDesign,
} from "../design/designDocument.ts";
import { outline } from "../design/outline.ts";
import type { FileStat, FileStore } from "../folder/fileStore.ts";
import { retryBusy, waitMilliseconds } from "../folder/retryingStore.ts";
import type { DesignState } from "../protocol/index.ts";
import type { WatchedFile } from "./diskWatch.ts";
import { timeInName } from "./packageName.ts";

const path = "document.json";
/** How many pages and nodes the panel is sent; the rest is counted. */
const outlineLimit = 500;
/** Kinds of document that are made to be used by others, and so keep no conversation (PKG-4). */
const sharedKinds: ReadonlySet<unknown> = new Set(["template", "designSystem"]);

type Design = DesignDocument | DamagedDesign;

/** The file as it was last read or written. */
interface OnDisk {
  readonly design: Design;
  /** The SHA-256 of its bytes; "" when there is none. */
  readonly hash: string;
  readonly stat: FileStat | undefined;
  /** What a damaged one holds: it may be the half of a write of ours. */
  readonly damagedBytes?: Uint8Array | undefined;
}

/** A change of the design that VS Code can undo and redo. Both answer whether they could: their base may be gone (PKG-11). */
export interface DesignEdit {
  readonly label: string;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
}

/** The package's document.json: as it is now, and as it was last read or written. */
export class DesignFile {
  readonly #store: FileStore;
  readonly #folderName: string;
  #current: Design;
  #onDisk: OnDisk;
  #shown: { readonly design: Design; readonly state: DesignState } | undefined;

  private constructor(store: FileStore, folderName: string, onDisk: OnDisk) {
    this.#store = store;
    this.#folderName = folderName;
    this.#current = onDisk.design;
    this.#onDisk = onDisk;
  }

  /** `folderName` names a design that has no name of its own. */
  static async open(store: FileStore, folderName: string): Promise<DesignFile> {
    return new DesignFile(store, folderName, await readFrom(store));
  }

  /** Its text when that differs from the file's. */
  get unsavedText(): string | undefined {
    return this.#current.kind === "readable" && this.#current !== this.#onDisk.design ? this.#current.text : undefined;
  }

  /** The SHA-256 of the file as it was last read or written; "" when there is none. */
  get base(): string {
    return this.#onDisk.hash;
  }

  get damaged(): boolean {
    return this.#current.kind === "damaged";
  }

  /** Whether this is a template or a design system (PKG-4). */
  get isShared(): boolean {
    return this.#current.kind === "readable" && sharedKinds.has(this.#current.root.kind);
  }

  get state(): DesignState {
    if (this.#shown?.design !== this.#current) this.#shown = { design: this.#current, state: this.#makeState() };
    return this.#shown.state;
  }

  /**
   * Takes up what an earlier session left unsaved, as an unsaved change. Where the file is another one by now, it counts
   * as changed underneath (PKG-13); a torn one is what the text is kept for (PKG-9).
   */
  restore(work: { readonly text: string; readonly base: string }): void {
    const restored = readDesign(new TextEncoder().encode(work.text));
    const { design, hash } = this.#onDisk;
    if (restored.kind === "damaged" || (design.kind === "readable" && design.text === restored.text)) return;
    const { damagedBytes } = this.#onDisk;
    const whole = new TextEncoder().encode(work.text);
    const isTorn = damagedBytes !== undefined && haveSameBytes(damagedBytes, whole.subarray(0, damagedBytes.length));
    this.#current = { ...restored, mark: design.kind === "readable" && design.mark };
    if (work.base !== hash && !isTorn) this.#onDisk = { design, hash: work.base, stat: undefined };
  }

  /** The design as it is now; undefined when it can't be read. */
  get readable(): DesignDocument | undefined {
    return this.#current.kind === "readable" ? this.#current : undefined;
  }

  /** The name of its own, or what it is called by its folder. */
  get folderName(): string {
    return this.#folderName;
  }

  /** Renames the design; undefined when there is nothing to rename or nothing changes. */
  rename(name: string): DesignEdit | undefined {
    const before = this.readable;
    if (before === undefined || designName(before, this.#folderName) === name) return undefined;
    return this.edit("Rename Design", renameDesign(before, name));
  }

  /** Puts another version in the design's place, as one step that can be undone. */
  edit(label: string, after: DesignDocument): DesignEdit {
    const before = this.#current;
    this.#current = after;
    return {
      label,
      undo: () => this.#replace(after, before),
      redo: () => this.#replace(before, after),
    };
  }

  /**
   * Reads the file again and drops what wasn't saved. Resolves to false when the design was edited while it was read: then
   * nothing is dropped, and the file still counts as another one.
   */
  async load(): Promise<boolean> {
    const before = this.#current;
    const found = await readFrom(this.#store);
    if (this.#current !== before) return false;
    this.#onDisk = found;
    this.#current = found.design;
    return true;
  }

  /** Writes the design when it was changed, in place, as VS Code writes every file; a damaged one never (PKG-3). */
  async save(): Promise<void> {
    const design = this.#current;
    if (design.kind === "damaged" || design === this.#onDisk.design) return;
    const bytes = designBytes(design);
    try {
      await retryBusy(this.#store, waitMilliseconds).write(path, bytes);
    } catch (error) {
      await this.#acceptTorn(bytes).catch(() => undefined);
      throw error;
    }
    // The time that the file has now may be somebody else's write: the next comparison reads it once.
    this.#onDisk = { design, hash: await hashBytes(bytes), stat: undefined };
  }

  /** Writes the design as it is now into another package. */
  async saveTo(store: FileStore): Promise<void> {
    const bytes = this.#current.kind === "readable" ? designBytes(this.#current) : await this.#store.read(path);
    if (bytes !== undefined) await store.write(path, bytes);
  }

  /** What the watch over the files on disk needs (PKG-11). `onLoad` is told when theirs took the place of ours. */
  watched(onLoad: () => void): WatchedFile {
    return {
      what: "design",
      compare: () => this.#compare(),
      hasUnsaved: () => this.unsavedText !== undefined,
      load: async () => {
        if (await this.load()) onLoad();
      },
      keepTheirs: async () => {
        const bytes = await this.#store.read(path);
        if (bytes !== undefined) await this.#store.write(await freeName(this.#store, new Date()), bytes);
      },
      acceptTheirs: async () => {
        // No version of ours is what the file holds now, not even the one that undoing everything leads back to.
        this.#onDisk = { ...(await readFrom(this.#store)), design: { ...this.#onDisk.design } };
      },
    };
  }

  /** What a write of ours that failed has left isn't somebody else's change: the next save repairs it (PKG-15). */
  async #acceptTorn(bytes: Uint8Array): Promise<void> {
    const before = this.#onDisk.design;
    if (!(await this.#acceptPartOf(bytes)) || before.kind === "damaged") return;
    // Don't Save must not leave half a file; where the old one can't be put back either, the next save repairs it.
    const old = designBytes(before);
    try {
      await this.#store.write(path, old);
    } catch {
      await this.#acceptPartOf(old);
      return;
    }
    this.#onDisk = { design: before, hash: await hashBytes(old), stat: undefined };
  }

  /** Whether the file holds the beginning of these bytes, which counts as known then. */
  async #acceptPartOf(bytes: Uint8Array): Promise<boolean> {
    const { design: _, ...found } = await readFrom(this.#store);
    const part = await this.#store.read(path);
    if (part === undefined || !haveSameBytes(part, bytes.subarray(0, part.length))) return false;
    // Undoing everything leads back to a version that the file doesn't hold any more.
    this.#onDisk = { ...found, design: { ...this.#onDisk.design } };
    return true;
  }

  /** By size and time first, and by content where those differ: a file that was only touched hasn't changed. */
  async #compare(): Promise<"same" | "changed" | "gone"> {
    const { stat, hash } = this.#onDisk;
    const now = await this.#store.stat?.(path);
    if (stat !== undefined && now?.size === stat.size && now.mtime === stat.mtime) return "same";
    const bytes = await this.#store.read(path);
    if (bytes === undefined) return hash === "" ? "same" : "gone";
    if ((await hashBytes(bytes)) !== hash) return "changed";
    this.#onDisk = { ...this.#onDisk, stat: now };
    return "same";
  }

  /** An undo step fits only the document that it was made on. */
  #replace(from: Design, to: Design): boolean {
    if (this.#current !== from) return false;
    this.#current = to;
    return true;
  }

  #makeState(): DesignState {
    const design = this.#current;
    if (design.kind === "damaged") return { kind: "damaged", reason: design.reason };
    const { entries, more } = outline(design, outlineLimit);
    return { kind: "readable", name: designName(design, this.#folderName), outline: entries, more };
  }
}

/** A name for a copy of somebody else's design that nothing has yet. */
async function freeName(store: FileStore, now: Date): Promise<string> {
  const names = new Set((await store.list("")).map(({ name }) => name));
  const stem = `document.theirs-${timeInName(now)}`;
  let name = `${stem}.json`;
  for (let number = 2; names.has(name); number += 1) name = `${stem}-${number}.json`;
  return name;
}

async function readFrom(store: FileStore): Promise<OnDisk> {
  const entry = (await store.list("")).find(({ name }) => name === path);
  if (entry?.kind === "other") {
    // What it points at may lie outside the package, and would be written through it.
    const design: DamagedDesign = { kind: "damaged", reason: "The file is a link, and links are not followed." };
    return { design, hash: "", stat: undefined };
  }
  const stat = await store.stat?.(path);
  const bytes = await store.read(path);
  const design = readDesign(bytes);
  const hash = bytes === undefined ? "" : await hashBytes(bytes);
  return design.kind === "damaged" ? { design, hash, stat, damagedBytes: bytes } : { design, hash, stat };
}
