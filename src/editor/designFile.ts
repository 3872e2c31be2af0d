import {
  type DamagedDesign,
  type DesignDocument,
  designBytes,
  designName,
  readDesign,
  renameDesign,
} from "../design/designDocument.ts";
import { outline } from "../design/outline.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { DesignState } from "../protocol/index.ts";

const path = "document.json";
/** How many pages and nodes the panel is sent; the rest is counted. */
const outlineLimit = 500;

/** A change of the design that VS Code can undo and redo. */
export interface DesignEdit {
  readonly label: string;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The package's document.json: as it is now, and as it was last read or written. */
export class DesignFile {
  readonly #store: FileStore;
  readonly #folderName: string;
  #current: DesignDocument | DamagedDesign;
  #saved: DesignDocument | DamagedDesign;
  #shown: { readonly design: DesignDocument | DamagedDesign; readonly state: DesignState } | undefined;

  private constructor(store: FileStore, folderName: string, design: DesignDocument | DamagedDesign) {
    this.#store = store;
    this.#folderName = folderName;
    this.#current = design;
    this.#saved = design;
  }

  /** `folderName` names a design that has no name of its own. */
  static async open(store: FileStore, folderName: string): Promise<DesignFile> {
    return new DesignFile(store, folderName, readDesign(await store.read(path)));
  }

  /** Its text when that differs from the file's. */
  get unsavedText(): string | undefined {
    return this.#current.kind === "readable" && this.#current !== this.#saved ? this.#current.text : undefined;
  }

  get damaged(): boolean {
    return this.#current.kind === "damaged";
  }

  get state(): DesignState {
    if (this.#shown?.design !== this.#current) this.#shown = { design: this.#current, state: this.#makeState() };
    return this.#shown.state;
  }

  /** Takes up the text of a backup, as an unsaved change. */
  restore(text: string): void {
    const restored = readDesign(new TextEncoder().encode(text));
    if (restored.kind === "readable")
      this.#current = { ...restored, mark: this.#saved.kind === "readable" && this.#saved.mark };
  }

  /** Renames the design; undefined when there is nothing to rename or nothing changes. */
  rename(name: string): DesignEdit | undefined {
    const before = this.#current;
    if (before.kind === "damaged" || designName(before, this.#folderName) === name) return undefined;
    const after = renameDesign(before, name);
    this.#current = after;
    return {
      label: "Rename Design",
      undo: () => this.#replace(before),
      redo: () => this.#replace(after),
    };
  }

  /** Reads the file again and drops what wasn't saved. */
  async reload(): Promise<void> {
    this.#saved = readDesign(await this.#store.read(path));
    this.#current = this.#saved;
  }

  /** Writes the design when it was changed, in place, as VS Code writes every file; a damaged one never (PKG-3). */
  async save(): Promise<void> {
    const design = this.#current;
    if (design.kind === "damaged" || design === this.#saved) return;
    if (this.#saved.kind === "damaged" || design.text !== this.#saved.text)
      await this.#store.write(path, designBytes(design));
    this.#saved = design;
  }

  /** Writes the design as it is now into another package. */
  async saveTo(store: FileStore): Promise<void> {
    const bytes = this.#current.kind === "readable" ? designBytes(this.#current) : await this.#store.read(path);
    if (bytes !== undefined) await store.write(path, bytes);
  }

  #replace(design: DesignDocument): void {
    this.#current = design;
  }

  #makeState(): DesignState {
    const design = this.#current;
    if (design.kind === "damaged") return { kind: "damaged", reason: design.reason };
    const { entries, more } = outline(design, outlineLimit);
    return { kind: "readable", name: designName(design, this.#folderName), outline: entries, more };
  }
}
