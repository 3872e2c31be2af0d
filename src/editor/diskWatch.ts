import type { DiskAnswer } from "./diskQuestion.ts";

/** A file of the package as the watch sees it. */
export interface WatchedFile {
  readonly what: "conversation" | "design";
  /** `gone`: the package isn't there any more. */
  readonly compare: () => Promise<"same" | "changed" | "gone">;
  /** Whether ours holds anything that would be lost by loading theirs. */
  readonly hasUnsaved: () => boolean;
  /** Takes theirs, dropping ours. */
  readonly load: () => Promise<void>;
  /** Puts theirs aside in the package. */
  readonly keepTheirs: () => Promise<void>;
  /** From now on theirs counts as known, and the next save replaces it. */
  readonly acceptTheirs: () => Promise<void>;
}

export interface DiskWatchOptions {
  readonly files: readonly WatchedFile[];
  readonly ask: (what: WatchedFile["what"]) => Promise<DiskAnswer | undefined>;
  readonly onChange: () => void;
}

/**
 * Compares the package's files on disk with what was last read or written (PKG-11). The disk is asked and not watched:
 * events go missing, come late and bear old names. Ours is never replaced and theirs never overwritten unasked.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  #settling: Promise<boolean> | undefined;
  #undecided = new Set<WatchedFile["what"]>();
  #gone = false;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
  }

  /** The package isn't where it was: moved or deleted from outside (PKG-12). */
  get gone(): boolean {
    return this.#gone;
  }

  /** Files about which the person hasn't decided yet. */
  get undecided(): ReadonlySet<WatchedFile["what"]> {
    return this.#undecided;
  }

  /** Looks without insisting: a question that was put off isn't asked again. */
  async look(): Promise<void> {
    await this.#settle((what) => !this.#undecided.has(what));
  }

  /** Before a save or a turn: resolves to whether ours may go on. */
  settle(): Promise<boolean> {
    return this.#settle(() => true);
  }

  /** One comparison at a time: whoever asks meanwhile gets the same answer. */
  #settle(mayAsk: (what: WatchedFile["what"]) => boolean): Promise<boolean> {
    this.#settling ??= this.#compareAll(mayAsk).finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  async #compareAll(mayAsk: (what: WatchedFile["what"]) => boolean): Promise<boolean> {
    const before = [this.#gone, this.#undecided.size];
    let gone = false;
    for (const file of this.#options.files) {
      const seen = await file.compare();
      if (seen === "gone") {
        // Its other files are gone with it: nothing to load and nothing to ask about (PKG-12).
        gone = true;
        break;
      }
      if (seen === "same") this.#undecided.delete(file.what);
      if (seen === "changed") await this.#changed(file, mayAsk);
    }
    this.#gone = gone;
    if (before[0] !== this.#gone || before[1] !== this.#undecided.size) this.#options.onChange();
    return this.#undecided.size === 0 && !gone;
  }

  async #changed(file: WatchedFile, mayAsk: (what: WatchedFile["what"]) => boolean): Promise<void> {
    if (!file.hasUnsaved()) {
      await file.load();
      this.#undecided.delete(file.what);
      // What was edited while theirs was read is asked about like any other edit.
      if (file.hasUnsaved() && (await file.compare()) === "changed") await this.#changed(file, mayAsk);
      return;
    }
    const answer = mayAsk(file.what) ? await this.#options.ask(file.what) : undefined;
    if (answer === undefined) {
      this.#undecided.add(file.what);
      return;
    }
    this.#undecided.delete(file.what);
    if (answer === "loadTheirs") return file.load();
    if (answer === "keepBoth") await file.keepTheirs();
    await file.acceptTheirs();
  }
}
