import { encodeConversation } from "../archive/canonicalJson.ts";
import { hashBytes, namedImages } from "../archive/images.ts";
import { imageNameOf, type ReadOutcome } from "../archive/read.ts";
import type { ArchivedConversation } from "../archive/types.ts";
import { writeArchive } from "../archive/write.ts";
import { type AgentListing, listAgentFolder } from "./agentListing.ts";
import {
  removeConversation,
  removeEmptyFolders,
  removeLeftover,
  replaceConversation,
  rescuePending,
} from "./conversationFile.ts";
import type { FileStore } from "./fileStore.ts";
import { removeOrphanImages, writeImages } from "./imageFiles.ts";
import { readPackage } from "./packageReader.ts";

/**
 * The saved conversation of one package. Opening and saving run one after the other, in the order they were asked for
 * (PKG-9). Both reject with what the file system said; a save that was rejected is repaired by the next one.
 */
export class PackageFolder {
  readonly #store: FileStore;
  #last: Promise<unknown> = Promise.resolve();
  /**
   * What conversation.json was when it was last read or written: the conversation, or the SHA-256 of its encoding.
   * Undefined when that isn't known, so that the next save writes.
   */
  #baseline: ArchivedConversation | string | undefined;
  /** The image files that are known to be whole: names in `agent/images/` by hash. */
  #imageFiles: ReadonlyMap<string, string> = new Map();
  /** A `.new` stands beside conversation.json and goes at the next save. */
  #hasLeftover = false;
  /** A conversation was read here, or something of one was written: what is left of it is ours to remove. */
  #holdsConversation = false;

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** Reads the conversation as it stands on disk. Writes nothing, whatever it finds. */
  open(): Promise<ReadOutcome> {
    return this.#enqueue(() => this.#open());
  }

  /**
   * Stores the conversation with the images that it shows, by hash. An unchanged one writes nothing (PKG-10); one with
   * nothing in it removes our files, and `agent/` when no other is left (PKG-5). After an unreadable `open` this replaces
   * what could not be read, so the caller decides when that may happen (COM-2).
   */
  save(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>): Promise<void> {
    return this.#enqueue(() => this.#save(conversation, images));
  }

  #enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #open(): Promise<ReadOutcome> {
    this.#baseline = undefined;
    const { outcome, imageFiles, hasLeftover, isPending } = await readPackage(this.#store);
    this.#baseline = outcome.kind === "conversation" && !isPending ? outcome.conversation : undefined;
    this.#imageFiles = imageFiles;
    this.#hasLeftover = hasLeftover;
    this.#holdsConversation = outcome.kind !== "empty";
    return outcome;
  }

  async #save(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const archive = await writeArchive(conversation, images);
    const bytes = archive.get("conversation.json");
    if (bytes === undefined) {
      return this.#clear();
    }
    const digest = await hashBytes(bytes);
    if (await this.#isStored(digest, archive)) {
      return this.#tidy();
    }
    this.#baseline = undefined;
    const listing = await listAgentFolder(this.#store);
    refuseLinks(listing);
    this.#holdsConversation = true;
    await rescuePending(this.#store, listing);
    this.#imageFiles = await writeImages(this.#store, listing, archive, this.#imageFiles);
    await replaceConversation(this.#store, bytes);
    this.#baseline = digest;
    this.#hasLeftover = false;
    // The conversation is safe by now: an image that can't be removed yet goes at a later save.
    await removeOrphanImages(this.#store, listing, namedImages(conversation)).catch(() => undefined);
  }

  async #isStored(digest: string, archive: ReadonlyMap<string, Uint8Array>): Promise<boolean> {
    if (typeof this.#baseline === "object") {
      this.#baseline = await hashBytes(encodeConversation(this.#baseline));
    }
    const hashes = [...archive.keys()].map(imageNameOf).filter((sha256) => sha256 !== undefined);
    return digest === this.#baseline && hashes.every((sha256) => this.#imageFiles.has(sha256));
  }

  /** Nothing of the person's is at stake here: a `.new` that can't be removed yet goes at a later save. */
  async #tidy(): Promise<void> {
    if (this.#hasLeftover) {
      await removeLeftover(this.#store).then(
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
  async #clear(): Promise<void> {
    this.#baseline = undefined;
    const listing = await listAgentFolder(this.#store);
    const isOurs = ["conversation.json", "conversation.json.new"].some((name) => listing.entries.has(name));
    if (listing.agent !== "folder" || !(isOurs || this.#holdsConversation)) {
      return;
    }
    this.#holdsConversation = true;
    await removeConversation(this.#store, listing);
    await removeOrphanImages(this.#store, listing, new Set());
    await removeEmptyFolders(this.#store, listing);
    this.#imageFiles = new Map();
    this.#hasLeftover = false;
    this.#holdsConversation = false;
  }
}

/** A link would carry what is written out of the package (IMG-4). */
function refuseLinks(listing: AgentListing): void {
  if (listing.agent !== undefined && listing.agent !== "folder") {
    throw new Error("The conversation was not saved: agent is not a folder of its own, and links are not followed.");
  }
  const images = listing.entries.get("images");
  if (images !== undefined && images !== "folder") {
    throw new Error(
      "The conversation was not saved: agent/images is not a folder of its own, and links are not followed.",
    );
  }
}
