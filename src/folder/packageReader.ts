/** Reading a package's conversation from its folder (COM-1 to COM-4, PKG-9). Nothing is written here. */

import { haveSameBytes } from "../archive/encodedConversation.ts";
import { checkImages, imageNameOf } from "../archive/imageCheck.ts";
import { imageReferences } from "../archive/images.ts";
import { parseJsonBytes } from "../archive/jsonText.ts";
import { type Decoded, decodeConversation, type ReadOutcome, withImages } from "../archive/read.ts";
import { withReclaimedResults } from "../archive/reclaimed.ts";
import type { StoredConversation } from "../archive/schema.ts";
import type { ArchivedConversation } from "../archive/types.ts";
import { type AgentListing, agentPath, conversationPath, listAgentFolder, pendingPath } from "./agentListing.ts";
import type { FileStore } from "./fileStore.ts";
import { type KnownFile, kindOfConversation, missingFile, statOf } from "./knownFile.ts";
import { type KnownReclaimed, nothingReclaimed, readReclaimed } from "./reclaimedFile.ts";

/** The file that a conversation was read from. */
export interface ReadSource {
  readonly stored: StoredConversation;
  readonly bytes: Uint8Array;
}

export interface PackageReading {
  readonly outcome: ReadOutcome;
  /** The image files that were found whole: their names in `agent/images/` by hash. */
  readonly imageFiles: ReadonlyMap<string, string>;
  /** A `.new` stands there, left by a save that was cut short. */
  readonly hasLeftover: boolean;
  /** The outcome was taken from the `.new`, because conversation.json is missing. */
  readonly isPending: boolean;
  /** What conversation.json is now, and what it is once the `.new` is put in its place. */
  readonly known: readonly KnownFile[];
  readonly source: ReadSource | undefined;
  /** What reclaimed.json holds. */
  readonly reclaimed: KnownReclaimed;
}

export async function readPackage(store: FileStore): Promise<PackageReading> {
  const listing = await listAgentFolder(store);
  const { decoded: stored, known, source } = await readStored(store, listing);
  const pending = stored === undefined ? await readPending(store, listing) : undefined;
  const decoded = stored ?? pending?.decoded;
  const found = {
    hasLeftover: ["conversation.json.new", "reclaimed.json.new"].some((name) => listing.entries.has(name)),
    isPending: pending !== undefined,
    known: pending === undefined ? [known] : [known, fileWith(pending.bytes)],
    source: source ?? pending?.source,
  };
  if (decoded?.kind !== "conversation") {
    return { outcome: decoded ?? { kind: "empty" }, imageFiles: new Map(), reclaimed: nothingReclaimed, ...found };
  }
  const reclaimed = await readReclaimed(store, listing);
  const conversation =
    reclaimed.results.length === 0
      ? decoded.conversation
      : withReclaimedResults(decoded.conversation, reclaimed.results);
  const { files, links } = await readShownImages(store, listing, conversation);
  const check = await checkImages(conversation, files, links);
  return {
    outcome: withImages(conversation, check),
    reclaimed,
    imageFiles: new Map([...check.verified].map(([sha256, image]) => [sha256, image.path.slice("images/".length)])),
    ...found,
  };
}

/**
 * What a whole `.new` says; undefined when there is none, or only a part of one (PKG-9). A newer version may have left it:
 * then it is unreadable, and no leftover (COM-2).
 */
export async function readPending(store: FileStore, listing: AgentListing): Promise<PendingFile | undefined> {
  if (listing.entries.get("conversation.json.new") !== "file") {
    return undefined;
  }
  const bytes = await store.read(pendingPath);
  if (bytes === undefined) {
    return undefined;
  }
  const decoded = decodeConversation(bytes);
  if (decoded.kind === "conversation") {
    return { decoded, bytes, source: { stored: decoded.stored, bytes } };
  }
  return "value" in parseJsonBytes(bytes) ? { decoded, bytes, source: undefined } : undefined;
}

interface PendingFile {
  readonly decoded: Decoded;
  readonly bytes: Uint8Array;
  readonly source: ReadSource | undefined;
}

interface StoredFile {
  /** What conversation.json says; undefined when it is missing. */
  readonly decoded?: Decoded;
  readonly known: KnownFile;
  readonly source?: ReadSource;
}

/** A link counts as there, so that it isn't replaced unseen. */
async function readStored(store: FileStore, listing: AgentListing): Promise<StoredFile> {
  const kind = kindOfConversation(listing);
  if (kind === undefined) {
    return { known: missingFile };
  }
  if (kind !== "file") {
    const name = listing.agent === "folder" ? "conversation.json is not a file" : "agent is not a folder";
    const reason = `${name} of its own, and links are not followed.`;
    return { decoded: { kind: "unreadable", reason, isReplaceable: false }, known: { kind, hasBytes: () => false } };
  }
  const stat = await statOf(store, conversationPath);
  const bytes = await store.read(conversationPath);
  if (bytes === undefined) {
    return { known: missingFile };
  }
  const known = { ...fileWith(bytes), stat };
  const decoded = decodeConversation(bytes);
  return decoded.kind === "conversation"
    ? { decoded, known, source: { stored: decoded.stored, bytes } }
    : { decoded, known };
}

function fileWith(bytes: Uint8Array): KnownFile {
  return { kind: "file", hasBytes: (other) => haveSameBytes(bytes, other) };
}

/** The images of a conversation that lie in `agent/images/` whole, by hash, whatever conversation.json shows. */
export async function readImages(
  store: FileStore,
  conversation: ArchivedConversation,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { files } = await readShownImages(store, await listAgentFolder(store), conversation);
  const { verified } = await checkImages(conversation, files);
  return new Map([...verified].map(([sha256, image]) => [sha256, image.bytes]));
}

/** Of the image files, those that the conversation shows, by their path inside `agent/`; and the links in their place. */
async function readShownImages(
  store: FileStore,
  listing: AgentListing,
  conversation: ArchivedConversation,
): Promise<{ readonly files: ReadonlyMap<string, Uint8Array>; readonly links: readonly string[] }> {
  const shown = new Set(imageReferences(conversation).map((image) => image.sha256));
  const named = [...listing.images]
    .map(([name, kind]) => ({ path: `images/${name}`, kind }))
    .filter(({ path }) => shown.has(imageNameOf(path) ?? ""));
  const files = await Promise.all(
    named
      .filter(({ kind }) => kind === "file")
      .map(async ({ path }) => ({ path, bytes: await store.read(`${agentPath}/${path}`) })),
  );
  return {
    files: new Map(files.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [[path, bytes]]))),
    links: named.filter(({ kind }) => kind === "other").map(({ path }) => path),
  };
}
