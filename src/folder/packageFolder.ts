import { isEmptyConversation } from "../archive/defaults.ts";
import { encodeConversation, isEncodingOf, keepFileEncoding } from "../archive/encodedConversation.ts";
import { namedImages } from "../archive/images.ts";
import type { ReadOutcome } from "../archive/read.ts";
import { capReclaimed, reclaimedName, reclaimedResults } from "../archive/reclaimed.ts";
import { storedForm } from "../archive/storedForm.ts";
import type { ArchivedConversation } from "../archive/types.ts";
import { imageFilesOf } from "../archive/write.ts";
import { listAgentFolder, refuseLinks } from "./agentListing.ts";
import { type Baseline, baselineOf, isUnchanged } from "./baseline.ts";
import {
  removeAgentFolder,
  removeConversation,
  removeEmptyFolders,
  removeLeftover,
  replaceFile,
  rescuePending,
} from "./conversationFile.ts";
import type { FileStore } from "./fileStore.ts";
import { removeOrphanImages, writeImages } from "./imageFiles.ts";
import { hashOfConversation, type KnownFile, knowPresent, missingFile, recognise } from "./knownFile.ts";
import { type ReadSource, readPackage } from "./packageReader.ts";
import {
  addReclaimed,
  type KnownReclaimed,
  keepReclaimed,
  nothingReclaimed,
  removeReclaimed,
} from "./reclaimedFile.ts";
import { retryBusy, type Wait, waitMilliseconds } from "./retryingStore.ts";
import { copyTheirs } from "./theirs.ts";

/**
 * The saved conversation of one package. Everything asked of it runs one after the other, in the order it was asked for
 * (PKG-9), and rejects with what the file system said, a busy file after two seconds (PKG-15). A save that was rejected is
 * repaired by the next one.
 */
export class PackageFolder {
  readonly #store: FileStore;
  readonly #wait: Wait;
  #last: Promise<unknown> = Promise.resolve();
  /** What conversation.json holds. Undefined when that isn't known, so that the next save writes. */
  #baseline: Baseline | undefined;
  /** The file that was read, until its bytes are needed for encoding. */
  #source: ReadSource | undefined;
  /** What conversation.json may be by our own doing; several only where a save failed. */
  #known: readonly KnownFile[] = [];
  #changedUnderneath = false;
  /** The hash of a known state, kept so that the file isn't read for it again. */
  #hashed: { readonly known: KnownFile | undefined; readonly hash: string } | undefined;
  /** The image files that are known to be whole: names in `agent/images/` by hash. */
  #imageFiles: ReadonlyMap<string, string> = new Map();
  /** What reclaimed.json holds, as far as that is known. */
  #reclaimed: KnownReclaimed = nothingReclaimed;
  /** A `.new` stands beside its file and goes at the next save. */
  #hasLeftover = false;
  /** A conversation was read here, or something of one was written: what is left of it is ours to remove. */
  #holdsConversation = false;

  /** `wait` is how long the time until the next try takes; tests give one that takes none. */
  constructor(store: FileStore, wait: Wait = waitMilliseconds) {
    this.#store = store;
    this.#wait = wait;
  }

  /** Reads the conversation as it stands on disk. Writes nothing, whatever it finds. */
  open(): Promise<ReadOutcome> {
    return this.#enqueue((store) => this.#open(store));
  }

  /**
   * Stores the conversation with the images that it shows, by hash. An unchanged one writes nothing (PKG-10); one with
   * nothing in it removes our files, and `agent/` when no other is left (PKG-5). After an unreadable `open` this replaces
   * what could not be read, so the caller decides when that may happen (COM-2).
   */
  save(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>): Promise<void> {
    return this.#enqueue((store) => this.#save(store, conversation, images));
  }

  /** Removes `agent/` with everything in it, an unreadable conversation and files that aren't ours too (SET-2). */
  remove(): Promise<void> {
    return this.#enqueue((store) => this.#remove(store));
  }

  /**
   * Whether conversation.json isn't what was last read or written here (PKG-11). Our own saves never count. Once it says
   * so, the next save writes, also an unchanged conversation; `open` reads what is there now.
   */
  changedOnDisk(): Promise<boolean> {
    return this.#enqueue((store) => this.#changedOnDisk(store));
  }

  /** From now on what is on disk counts as known, and the next save replaces it, whatever it is (PKG-11). */
  acceptDisk(): Promise<void> {
    return this.#enqueue(async (store) => {
      this.#known = [await knowPresent(store)];
      this.#baseline = undefined;
      this.#source = undefined;
      this.#reclaimed = nothingReclaimed;
      this.#changedUnderneath = false;
    });
  }

  /**
   * The SHA-256 of conversation.json, as long as it is what was last read or written here; "" when there is none, and a
   * text that no file has once someone else has changed it.
   */
  fingerprint(): Promise<string> {
    return this.#enqueue(async (store) => {
      if (await this.#changedOnDisk(store)) return "changed";
      const [known] = this.#known;
      if (known === undefined || this.#hashed?.known !== known) {
        const hash = await hashOfConversation(store, known);
        if (hash === undefined) return "changed";
        this.#hashed = { known, hash };
      }
      return this.#hashed.hash;
    });
  }

  /**
   * Copies the conversation.json that stands on disk to `agent/conversation.theirs-<time>.json`, with the images that it
   * names out of the reach of our saves (PKG-9, PKG-11). Gives that file's name; undefined when there was none to copy.
   */
  keepTheirs(time: Date): Promise<string | undefined> {
    return this.#enqueue((store) => copyTheirs(store, time));
  }

  #enqueue<Result>(task: (store: FileStore) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => task(retryBusy(this.#store, this.#wait)));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #open(store: FileStore): Promise<ReadOutcome> {
    this.#baseline = undefined;
    const { outcome, imageFiles, hasLeftover, isPending, known, source, reclaimed } = await readPackage(store);
    const isStored = outcome.kind === "conversation" && !isPending;
    this.#baseline = isStored ? baselineOf(outcome.conversation, outcome.images) : undefined;
    this.#source = source;
    this.#reclaimed = reclaimed;
    this.#known = known;
    this.#changedUnderneath = false;
    this.#imageFiles = imageFiles;
    this.#hasLeftover = hasLeftover;
    this.#holdsConversation = outcome.kind !== "empty";
    return outcome;
  }

  async #save(
    store: FileStore,
    conversation: ArchivedConversation,
    images: ReadonlyMap<string, Uint8Array>,
  ): Promise<void> {
    if (isEmptyConversation(conversation)) {
      return this.#clear(store);
    }
    if (this.#baseline?.conversation !== conversation) {
      this.#takeEncodingFromSource();
    }
    if (this.#baseline !== undefined && !this.#changedUnderneath && isUnchanged(this.#baseline, conversation, images)) {
      return this.#tidy();
    }
    this.#takeEncodingFromSource();
    this.#baseline = undefined;
    const listing = await listAgentFolder(store);
    refuseLinks(listing);
    this.#holdsConversation = true;
    await rescuePending(store, listing);
    const stored = storedForm(conversation, images);
    this.#imageFiles = await writeImages(store, listing, imageFilesOf(stored, images), this.#imageFiles);
    const reclaimed = capReclaimed(reclaimedResults(conversation));
    // The history may stand for them from here on; what it doesn't need any more goes once that is sure.
    this.#reclaimed = await addReclaimed(store, listing, this.#reclaimed, reclaimed);
    const ours: KnownFile = { kind: "file", hasBytes: (bytes) => isEncodingOf(stored, bytes) };
    this.#known = [...this.#known, missingFile, ours];
    const stat = await replaceFile(store, encodeConversation(stored));
    this.#known = [{ ...ours, stat }];
    this.#baseline = baselineOf(conversation, images);
    this.#changedUnderneath = false;
    this.#hasLeftover = false;
    // The conversation is safe by now: what can't be removed yet goes at a later save.
    this.#reclaimed = await keepReclaimed(this.#store, listing, this.#reclaimed, reclaimed).catch(
      () => this.#reclaimed,
    );
    await removeOrphanImages(this.#store, listing, namedImages(stored)).catch(() => undefined);
  }

  #takeEncodingFromSource(): void {
    if (this.#source !== undefined) {
      keepFileEncoding(this.#source.stored, this.#source.bytes);
      this.#source = undefined;
    }
  }

  /** Nothing of the person's is at stake here: a `.new` that can't be removed yet goes at a later save. */
  async #tidy(): Promise<void> {
    if (this.#hasLeftover) {
      await Promise.all([removeLeftover(this.#store), removeLeftover(this.#store, reclaimedName)]).then(
        () => {
          this.#hasLeftover = false;
        },
        () => undefined,
      );
    }
  }

  /**
   * Images alone, in a folder where no conversation was ever seen, stay: they may belong to one that a synchronised
   * folder hasn't received yet.
   */
  async #clear(store: FileStore): Promise<void> {
    this.#baseline = undefined;
    const listing = await listAgentFolder(store);
    const isOurs = ["conversation.json", "conversation.json.new"].some((name) => listing.entries.has(name));
    if (listing.agent !== "folder" || !(isOurs || this.#holdsConversation)) {
      return;
    }
    this.#holdsConversation = true;
    this.#known = [...this.#known, missingFile];
    await removeConversation(store, listing);
    await removeReclaimed(store, listing);
    await removeOrphanImages(store, listing, new Set());
    await removeEmptyFolders(store, listing);
    this.#forget();
  }

  async #remove(store: FileStore): Promise<void> {
    this.#baseline = undefined;
    this.#known = [...this.#known, missingFile];
    await removeAgentFolder(store, await listAgentFolder(store));
    this.#forget();
  }

  /** There is no conversation on disk any more. */
  #forget(): void {
    this.#source = undefined;
    this.#reclaimed = nothingReclaimed;
    this.#known = [missingFile];
    this.#changedUnderneath = false;
    this.#imageFiles = new Map();
    this.#hasLeftover = false;
    this.#holdsConversation = false;
  }

  async #changedOnDisk(store: FileStore): Promise<boolean> {
    if (this.#known.length === 0) {
      return false;
    }
    const found = await recognise(store, this.#known);
    this.#changedUnderneath = found === undefined;
    if (found === undefined) {
      this.#imageFiles = new Map();
      this.#reclaimed = nothingReclaimed;
    } else if (this.#known.length === 1) {
      this.#known = [found];
    }
    return this.#changedUnderneath;
  }
}
