import { imageReferences } from "../archive/images.ts";
import {
  type ArchivedConversation,
  encodeConversation,
  type OmittedImage,
  type ReadOutcome,
} from "../archive/index.ts";
import { storedForm } from "../archive/storedForm.ts";
import type { FileStore } from "../folder/fileStore.ts";
import { PackageFolder } from "../folder/packageFolder.ts";
import { readImages } from "../folder/packageReader.ts";
import type { WatchedFile } from "./diskWatch.ts";

/**
 * Whether a package keeps its conversation: `off` where the person's settings say no (SET-2), `never` for a template or
 * a design system (PKG-4).
 */
export type Keeping = "kept" | "off" | "never";

/** Whether a design's conversation is kept. A template or a design system never keeps one, whatever the settings say (PKG-4). */
export function keepingOf(design: { readonly isShared: boolean }, wanted: boolean): Keeping {
  if (design.isShared) return "never";
  return wanted ? "kept" : "off";
}

/** What opening found. `unreachable`: the file system didn't give it; it may be whole. */
type Found =
  | { readonly kind: "read" }
  | { readonly kind: "notRestored" }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** The conversation in memory, as far as the watch over its file has to do with it. */
interface LiveConversation {
  readonly isKept: () => boolean;
  readonly hasUnsaved: () => boolean;
  readonly load: (read: (keeping: Keeping) => Promise<ArchivedConversation | undefined>) => Promise<void>;
  readonly onAccept: () => void;
}

/** A package's saved conversation: what was found there, the images by hash, and how the live one gets back into it. */
export class ConversationFile {
  readonly #store: FileStore;
  readonly #folder: PackageFolder;
  readonly #images = new Map<string, Uint8Array>();
  #onDisk: ReadonlySet<string> = new Set();
  #found: Found = { kind: "read" };
  #distrusted = false;
  #base = "";
  #isSaving = false;
  #omitted: readonly OmittedImage[] = [];

  constructor(store: FileStore) {
    this.#store = store;
    this.#folder = new PackageFolder(store);
  }

  /** Reads what is there; undefined for nothing, for what can't be read, and where conversations aren't kept. Never rejects (COM-2). */
  async read(keeping: Keeping): Promise<ArchivedConversation | undefined> {
    this.#distrusted = false;
    this.#omitted = [];
    if (keeping !== "kept") {
      this.#found = { kind: "notRestored" };
      return undefined;
    }
    try {
      const outcome = await this.#folder.open();
      this.#found = foundBy(outcome);
      if (outcome.kind !== "conversation") return undefined;
      for (const [sha256, bytes] of outcome.images) this.#images.set(sha256, bytes);
      this.#onDisk = new Set(outcome.images.keys());
      this.#omitted = outcome.omitted;
      return outcome.conversation;
    } catch (error) {
      this.#found = { kind: "unreachable", reason: error instanceof Error ? error.message : String(error) };
      return undefined;
    }
  }

  /** Why the saved conversation could not be read; undefined when it could, or once it is to be replaced (COM-2). */
  get unreadable(): string | undefined {
    return this.#found.kind === "unreadable" ? this.#found.reason : undefined;
  }

  /** Why the conversation could not be fetched at all. It may be whole, so nothing may take its place: no message can be sent. */
  get unreachable(): string | undefined {
    return this.#found.kind === "unreachable" ? this.#found.reason : undefined;
  }

  /** Whether what is on disk was left unread because conversations weren't kept; it is there again when they are (SET-2). */
  get notRestored(): boolean {
    return this.#found.kind === "notRestored";
  }

  /** Whether the live conversation is what the file holds, or is to hold: not where something unread is there. */
  get isOurs(): boolean {
    return this.#found.kind === "read";
  }

  /**
   * The SHA-256 of conversation.json as it was last read or written; "" when there is none, and a text that no file has
   * when it isn't what the live conversation was based on. While a save runs, as it was before.
   */
  async base(): Promise<string> {
    if (this.#isSaving || this.#found.kind === "unreachable") return this.#base;
    // A file that can't be read for a moment doesn't change what the live conversation was based on.
    this.#base = this.#distrusted ? "changed" : await this.#folder.fingerprint().catch(() => this.#base);
    return this.#base;
  }

  /** What the live conversation is based on, where the file is out of reach and can't be asked (PKG-13). */
  assumeBase(base: string): void {
    this.#base = base;
  }

  /**
   * Tries again to read what was out of reach; rejects, saying why, where it still is. Another file than the live
   * conversation was based on counts as changed underneath (PKG-11).
   */
  async reach(): Promise<void> {
    if (this.#found.kind !== "unreachable") return;
    const outcome = await this.#folder.open();
    const found = foundBy(outcome);
    if (found.kind === "unreachable") throw new Error(found.reason);
    this.#found = found;
    this.#distrusted = (await this.#folder.fingerprint()) !== this.#base;
  }

  /** The bytes that a save of this conversation would store. */
  encode(conversation: ArchivedConversation): Uint8Array {
    return encodeConversation(storedForm(conversation, this.#images));
  }

  /** Every image that is known, by SHA-256. */
  get images(): ReadonlyMap<string, Uint8Array> {
    return this.#images;
  }

  /** What the file was found to hold isn't what the live conversation was based on: it counts as changed underneath. */
  distrust(): void {
    this.#distrusted = true;
  }

  /** What was left unread may be somebody's: where there is any, it counts as changed underneath, and the next save asks (PKG-11). */
  async distrustUnread(): Promise<void> {
    try {
      this.#distrusted = (await this.#folder.open()).kind !== "empty";
      this.#found = { kind: "read" };
    } catch (error) {
      this.#found = { kind: "unreachable", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The images that the file names and that could not be read, with the cause (COM-3, COM-4). */
  get omittedImages(): readonly OmittedImage[] {
    return this.#omitted;
  }

  image(sha256: string): Uint8Array | undefined {
    return this.#images.get(sha256);
  }

  addImage(sha256: string, bytes: Uint8Array): void {
    this.#images.set(sha256, bytes);
  }

  /** The images of this conversation that a crash would lose. */
  unsavedImages(conversation: ArchivedConversation): ReadonlyMap<string, Uint8Array> {
    const shown = new Set(imageReferences(conversation).map(({ sha256 }) => sha256));
    return new Map([...this.#images].filter(([sha256]) => shown.has(sha256) && !this.#onDisk.has(sha256)));
  }

  /** Takes in those of these images that lie in the package though the conversation on disk doesn't show them. */
  async findImages(conversation: ArchivedConversation): Promise<void> {
    for (const [sha256, bytes] of await readImages(this.#store, conversation)) {
      if (!this.#images.has(sha256)) this.#images.set(sha256, bytes);
    }
  }

  /** A turn has run or New Conversation was confirmed: the next save may replace what could not be read (COM-2). */
  replaceUnreadable(): void {
    if (this.#found.kind !== "unreachable") this.#found = { kind: "read" };
  }

  /** Stores the conversation, or takes the stored one away where it isn't to be kept (SET-2); what couldn't be read stays. */
  async save(conversation: ArchivedConversation, keeping: Keeping): Promise<void> {
    if (keeping === "never" || (keeping === "kept" && this.#found.kind !== "read")) return;
    this.#isSaving = true;
    try {
      if (keeping === "off") {
        await this.#folder.remove();
        this.#found = { kind: "read" };
        this.#onDisk = new Set();
        return;
      }
      await this.#folder.save(conversation, this.#images);
      // Others may have come while it ran, or wait for the message that shows them: a crash would lose those.
      this.#onDisk = new Set(imageReferences(conversation).map(({ sha256 }) => sha256));
    } finally {
      this.#isSaving = false;
    }
  }

  /** Whether there is an `agent/` folder that a switched-off setting would remove (SET-2). */
  async isStored(): Promise<boolean> {
    return (await this.#store.list("")).some(({ name }) => name === "agent");
  }

  /** Whether conversation.json is another one than was last read or written (PKG-11). */
  async changedOnDisk(): Promise<boolean> {
    if (!this.#distrusted && !(this.#found.kind === "read" && (await this.#folder.changedOnDisk()))) return false;
    // Whoever changed it may have taken the images away, or will.
    this.#onDisk = new Set();
    return true;
  }

  /** Puts the conversation on disk aside in the package, under a name that tells when (PKG-11). */
  async keepTheirs(now: Date): Promise<void> {
    await this.#folder.keepTheirs(now);
  }

  /** From now on what is on disk counts as known: the next save replaces it (PKG-11). */
  async acceptDisk(): Promise<void> {
    await this.#folder.acceptDisk();
    this.#distrusted = false;
  }

  /** What the watch over the files on disk needs (PKG-11). `load` takes the place of the live conversation by what `read` gives. */
  watched(live: LiveConversation): WatchedFile {
    return {
      what: "conversation",
      compare: async () => (live.isKept() && (await this.changedOnDisk()) ? "changed" : "same"),
      hasUnsaved: live.hasUnsaved,
      load: () => live.load((keeping) => this.read(keeping)),
      keepTheirs: () => this.keepTheirs(new Date()),
      acceptTheirs: async () => {
        await this.acceptDisk();
        live.onAccept();
      },
    };
  }

  /** Stores the conversation in another package, which has none. */
  async saveTo(store: FileStore, conversation: ArchivedConversation): Promise<void> {
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(conversation, this.#images);
  }
}

/** What can't be written over either is as good as out of reach: nothing could be kept. */
function foundBy(outcome: ReadOutcome): Found {
  if (outcome.kind !== "unreadable") return { kind: "read" };
  return { kind: outcome.isReplaceable === false ? "unreachable" : "unreadable", reason: outcome.reason };
}
