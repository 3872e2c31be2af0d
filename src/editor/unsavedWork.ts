import type { Conversation } from "../conversation/conversation.ts";
import type { Journal, Unsaved } from "../journal/journal.ts";
import type { OpenedJournal } from "../journal/journals.ts";
import type { ConversationFile } from "./conversationFile.ts";
import type { DesignFile } from "./designFile.ts";

/** What the work is made of. */
export interface WorkParts {
  readonly conversation: Conversation;
  readonly design: DesignFile;
  readonly file: ConversationFile;
  /** Whether the conversation is kept in this package: one that isn't is never unsaved (SET-2). */
  readonly isKept: () => boolean;
}

/** What of an open package isn't saved yet, and the journal that holds it until it is (PKG-10, PKG-13). */
export class UnsavedWork {
  readonly #parts: WorkParts;
  #journal: Journal;
  /** Counts the edits of the conversation; `#savedEdits` says how far the last save got. */
  #edits = 0;
  #savedEdits = 0;
  #givenUp = false;

  constructor(parts: WorkParts, journal: OpenedJournal) {
    this.#parts = parts;
    this.#journal = journal.start(() => this.#collect());
  }

  get hasConversation(): boolean {
    return this.#edits > this.#savedEdits && this.#parts.isKept();
  }

  get isAny(): boolean {
    return this.hasConversation || this.#parts.design.unsavedText !== undefined;
  }

  /** The journal's name; undefined while there was nothing to write. */
  get journalName(): string | undefined {
    return this.#journal.name;
  }

  /** How many edits of the conversation there were: what a save that begins now takes along. */
  get edits(): number {
    return this.#edits;
  }

  /** The conversation was edited, which is put on disk at once. */
  addConversationEdit(): void {
    this.#edits += 1;
    this.#givenUp = false;
    void this.flush();
  }

  /** The design was edited, by the person or the agent. */
  addDesignEdit(): void {
    this.#givenUp = false;
    void this.flush();
  }

  /** The conversation is the one on disk. */
  forgetConversationEdits(): void {
    this.#savedEdits = this.#edits;
    void this.flush();
  }

  /** A turn has brought something, which may wait for what follows. A save that took what came before hasn't got it. */
  note(): void {
    this.#edits += 1;
    this.#journal.note();
  }

  /** Resolves when all that isn't saved is on disk in the journal. Never rejects. */
  flush(): Promise<void> {
    return this.#journal.flush();
  }

  /** A save took everything up to this number of {@link edits}. */
  async saved(upTo: number): Promise<void> {
    this.#savedEdits = Math.max(this.#savedEdits, upTo);
    this.#givenUp = false;
    await this.#journal.saved();
  }

  /** A revert: when the package is closed next, without an edit or a save before that, it was Don't Save (PKG-13). */
  giveUp(): void {
    this.#givenUp = true;
  }

  /** Begins a new journal: something in the old one must not be kept any more (SET-2). */
  startOver(): Promise<void> {
    return this.#journal.startOver();
  }

  /** The package is at another place: its journal is named after that (PKG-12). */
  async moveTo(journal: OpenedJournal): Promise<void> {
    const outdated = this.#journal;
    this.#journal = journal.start(() => this.#collect());
    await this.#journal.flush();
    await outdated.remove();
  }

  /** The package was closed: what was given up must not come back (PKG-13). To be asked before a turn's end adds an edit. */
  ending(): () => Promise<void> {
    const givenUp = this.#givenUp;
    return () => (givenUp ? this.#journal.discard() : this.#journal.close());
  }

  /** The window goes, and everything unsaved comes back with it (PKG-13). */
  close(): Promise<void> {
    return this.#journal.close();
  }

  async #collect(): Promise<Unsaved> {
    const { conversation, design, file } = this.#parts;
    const { unsavedText } = design;
    const base = this.hasConversation ? await file.base() : "";
    const value = this.hasConversation ? conversation.snapshot() : undefined;
    return {
      conversation: value && { value, base },
      design: unsavedText === undefined ? undefined : { text: unsavedText, base: design.base },
      images: value === undefined ? new Map() : file.unsavedImages(value),
    };
  }
}
