import { hashBytes } from "../archive/images.ts";
import { Journal, type JournalOptions, type JournalStore } from "./journal.ts";
import { type ReplayedJournal, replayJournal, type UnsavedWork } from "./replay.ts";

export interface JournalsOptions {
  readonly store: JournalStore;
  /** This process, and whether another one still runs. */
  readonly writer: number;
  readonly isAlive: (writer: number) => boolean;
  /** What tells this window from others, and is the same again after a reload. */
  readonly window: string;
  readonly onFailure: (error: unknown) => void;
}

/** The journal that a package is opened with. */
export interface OpenedJournal {
  /** What an earlier session left unsaved. */
  readonly work: UnsavedWork | undefined;
  /** Starts this session's own journal. What an earlier one holds goes once this one has been written, or closed. */
  readonly start: (unsaved: JournalOptions["unsaved"]) => Journal;
}

/**
 * Finds what earlier sessions left unsaved. The newest journal that holds anything counts, whatever VS Code names: its
 * own backups can be missing or stale (PKG-13). A journal of another window that is still open is that window's.
 */
export class Journals {
  readonly #options: JournalsOptions;

  constructor(options: JournalsOptions) {
    this.#options = options;
  }

  async open(packageUri: string): Promise<OpenedJournal> {
    const { store, writer, window, onFailure } = this.#options;
    const prefix = `${await hashBytes(new TextEncoder().encode(packageUri))}-`;
    const found = await this.#replayAll(packageUri, prefix).catch((error: unknown) => {
      onFailure(error);
      return [];
    });
    const ours = found.filter(({ journal }) => this.#isOver(journal));
    const sequence = 1 + Math.max(0, ...found.map(({ journal }) => journal.sequence));
    const newest = ours
      .toSorted(
        (a, b) =>
          Number(b.journal.window === window) - Number(a.journal.window === window) ||
          b.journal.sequence - a.journal.sequence,
      )
      .find(({ journal }) => journal.work !== undefined)?.journal;
    // Two windows can die with unsaved work: what the other one left stays for the next open, as a change underneath.
    const isOutdated = (journal: ReplayedJournal) => journal.work === undefined || journal.window === newest?.window;
    return {
      work: newest?.work,
      start: (unsaved) =>
        new Journal({
          store,
          newName: () => `${prefix}${crypto.randomUUID()}.jsonl`,
          header: { packageUri, sequence, writer, window },
          outdated: ours.filter(({ journal }) => isOutdated(journal)).map(({ name }) => name),
          unsaved,
          onFailure,
        }),
    };
  }

  /** Whether nobody writes this journal any more. A window that was reloaded has left its own behind, even while its old process lives on. */
  #isOver(journal: ReplayedJournal): boolean {
    return journal.window === this.#options.window || !this.#options.isAlive(journal.writer);
  }

  async #replayAll(packageUri: string, prefix: string): Promise<{ name: string; journal: ReplayedJournal }[]> {
    const { store, onFailure } = this.#options;
    const names = (await store.list()).filter((name) => name.startsWith(prefix));
    // One that can't be read must not hide the others.
    const read = (name: string) =>
      store.read(name).catch((error: unknown) => {
        onFailure(error);
        return undefined;
      });
    const texts = await Promise.all(names.map(async (name) => ({ name, text: (await read(name)) ?? "" })));
    return texts.flatMap(({ name, text }) => {
      const journal = replayJournal(text);
      return journal?.packageUri === packageUri ? [{ name, journal }] : [];
    });
  }
}
