import { encodeBase64 } from "../archive/base64.ts";
import type { ArchivedConversation } from "../archive/types.ts";
import { conversationChange, textChange } from "./differences.ts";
import { type JournalRecord, writeRecord } from "./records.ts";

/** The journals of all packages, by name. Rejects with what the file system said. */
export interface JournalStore {
  list(): Promise<readonly string[]>;
  /** The text of a journal; undefined when there is none. */
  read(name: string): Promise<string | undefined>;
  /** Appends to a journal, which is made when there is none, and returns when the text is on disk. */
  append(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** What of a package isn't saved. A part that is saved is undefined. */
export interface Unsaved {
  readonly conversation: { readonly value: ArchivedConversation; readonly base: string } | undefined;
  readonly design: { readonly text: string; readonly base: string } | undefined;
  /** Images that aren't on disk, by SHA-256. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

export interface JournalOptions {
  readonly store: JournalStore;
  /** The name of a new journal of this package. Each call gives another one. */
  readonly newName: () => string;
  readonly header: Omit<Extract<JournalRecord, { kind: "header" }>, "kind" | "journal">;
  /** Journals of earlier sessions: they go once this one holds what they held. */
  readonly outdated: readonly string[];
  /** What is unsaved at the moment of writing. */
  readonly unsaved: () => Unsaved | Promise<Unsaved>;
  readonly onFailure: (error: unknown) => void;
}

/** How long a change may wait for others before it is written, in milliseconds (PKG-13 allows 1.5 s). */
const gatherMilliseconds = 1000;

/** Writes one package's unsaved work, as it grows, into a file that outlives this process (PKG-13). */
export class Journal {
  readonly #options: JournalOptions;
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #name: string | undefined;
  /** Journals of ours that hold nothing which a later one doesn't. */
  #outdated: string[];
  #sequence: number;
  #closed = false;
  /** What the file says so far. */
  #conversation: ArchivedConversation | undefined;
  #conversationBase: string | undefined;
  #design: string | undefined;
  #designBase: string | undefined;
  #images = new Set<string>();

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#sequence = options.header.sequence;
    this.#outdated = [...options.outdated];
  }

  /** The file's name; undefined while there was nothing to write. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Something has changed: it is written soon, together with what follows. */
  note(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => void this.flush(), gatherMilliseconds);
  }

  /** Writes what is unsaved now. Never rejects: a journal that can't be written must not stop the work; it is reported. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#enqueue(async () => this.#changes(await this.#options.unsaved()));
  }

  /** After a save: what it took is safe, what has changed since is not. */
  saved(): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#name === undefined && this.#outdated.length === 0) return [];
      const unsaved = await this.#options.unsaved();
      return [...this.#changes(unsaved), this.#settled(unsaved)];
    });
  }

  /** The person gave the unsaved work up: it must not come back (PKG-13). */
  discard(): Promise<void> {
    const written = this.#enqueue(() => [{ kind: "discarded" }]);
    this.#closed = true;
    clearTimeout(this.#timer);
    return written.then(() => this.remove());
  }

  /** Ends the journal; the file goes when there is nothing in it that isn't saved. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    const { conversation, design } = await this.#options.unsaved();
    if (conversation === undefined && design === undefined) await this.remove();
  }

  /** Forgets what it holds, and goes on with what is unsaved now: something in it must not be kept any more (SET-2). */
  async startOver(): Promise<void> {
    await this.#last;
    const outdated = this.#name;
    this.#beginAnew();
    if (outdated !== undefined) await this.#removeAll([outdated]);
    await this.flush();
  }

  /** Removes what was written. */
  async remove(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closed = true;
    await this.#last;
    await this.#removeAll([...this.#outdated.splice(0), ...(this.#name === undefined ? [] : [this.#name])]);
  }

  #enqueue(records: () => readonly JournalRecord[] | Promise<readonly JournalRecord[]>): Promise<void> {
    if (this.#closed) return Promise.resolve();
    const writing = this.#last.then(async () => this.#append(await records()));
    const last = writing.catch((error: unknown) => this.#startAnew(error));
    this.#last = last;
    return last;
  }

  async #append(records: readonly JournalRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { store, newName, header } = this.#options;
    const isNew = this.#name === undefined;
    this.#name ??= newName();
    const first: JournalRecord = { kind: "header", journal: 1, ...header, sequence: this.#sequence };
    await store.append(this.#name, [...(isNew ? [first] : []), ...records].map(writeRecord).join(""));
    await this.#removeAll(this.#outdated.splice(0));
  }

  /** A write that failed may have left half a line, after which nothing is read: the next one begins a new file with the whole. */
  #startAnew(error: unknown): void {
    this.#options.onFailure(error);
    if (this.#name !== undefined) this.#outdated.push(this.#name);
    this.#beginAnew();
  }

  #beginAnew(): void {
    this.#name = undefined;
    this.#sequence += 1;
    this.#conversation = undefined;
    this.#conversationBase = undefined;
    this.#design = undefined;
    this.#designBase = undefined;
    this.#images = new Set();
  }

  async #removeAll(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#options.store.remove(name).catch(this.#options.onFailure);
  }

  #changes({ conversation, design, images }: Unsaved): JournalRecord[] {
    const records: JournalRecord[] = [];
    for (const [sha256, bytes] of images) {
      if (this.#images.has(sha256)) continue;
      this.#images.add(sha256);
      records.push({ kind: "image", sha256, data: encodeBase64(bytes) });
    }
    if (
      conversation !== undefined &&
      (conversation.value !== this.#conversation || conversation.base !== this.#conversationBase)
    ) {
      const change = conversationChange(this.#conversation, conversation.value);
      records.push({ kind: "conversation", ...change, base: conversation.base });
      this.#conversation = conversation.value;
      this.#conversationBase = conversation.base;
    }
    if (design !== undefined && (design.text !== this.#design || design.base !== this.#designBase)) {
      records.push({ kind: "design", text: textChange(this.#design ?? "", design.text), base: design.base });
      this.#design = design.text;
      this.#designBase = design.base;
    }
    const isSettled =
      (conversation === undefined && this.#conversationBase !== undefined) ||
      (design === undefined && this.#designBase !== undefined);
    return isSettled ? [...records, this.#settled({ conversation, design })] : records;
  }

  /** What isn't unsaved any more: saved, undone, or given up for what is on disk. If it is unsaved again, it is written again. */
  #settled({ conversation, design }: Pick<Unsaved, "conversation" | "design">): JournalRecord {
    if (conversation === undefined) this.#conversationBase = undefined;
    if (design === undefined) this.#designBase = undefined;
    return { kind: "saved", conversation: conversation === undefined, design: design === undefined };
  }
}
