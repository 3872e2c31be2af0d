/** Reading a package's conversation from its folder (COM-1 to COM-4, PKG-9). Nothing is written here. */

import { imageReferences } from "../archive/images.ts";
import {
  type Decoded,
  decodeConversation,
  imageNameOf,
  type ReadOutcome,
  verifyImages,
  withImages,
} from "../archive/read.ts";
import type { ArchivedConversation } from "../archive/types.ts";
import { type AgentListing, agentPath, conversationPath, listAgentFolder, pendingPath } from "./agentListing.ts";
import type { FileStore } from "./fileStore.ts";

export interface PackageReading {
  readonly outcome: ReadOutcome;
  /** The image files that were found whole: their names in `agent/images/` by hash. */
  readonly imageFiles: ReadonlyMap<string, string>;
  /** A `.new` stands beside conversation.json, left by a save that was cut short. */
  readonly hasLeftover: boolean;
  /** The outcome was taken from the `.new`, because conversation.json is missing. */
  readonly isPending: boolean;
}

export async function readPackage(store: FileStore): Promise<PackageReading> {
  const listing = await listAgentFolder(store);
  const stored = await readStored(store, listing);
  const pending = stored === undefined ? await readPending(store, listing) : undefined;
  const decoded = stored ?? pending;
  const found = { hasLeftover: listing.entries.has("conversation.json.new"), isPending: pending !== undefined };
  if (decoded?.kind !== "conversation") {
    return { outcome: decoded ?? { kind: "empty" }, imageFiles: new Map(), ...found };
  }
  const verified = await verifyImages(
    decoded.conversation,
    await readShownImages(store, listing, decoded.conversation),
  );
  return {
    outcome: withImages(decoded.conversation, verified),
    imageFiles: new Map([...verified].map(([sha256, image]) => [sha256, image.path.slice("images/".length)])),
    ...found,
  };
}

/** The conversation in a whole `.new`; undefined when there is none, or only a part of one (PKG-9). */
export async function readPending(
  store: FileStore,
  listing: AgentListing,
): Promise<Extract<Decoded, { kind: "conversation" }> | undefined> {
  if (listing.entries.get("conversation.json.new") !== "file") {
    return undefined;
  }
  const bytes = await store.read(pendingPath);
  const decoded = bytes && decodeConversation(bytes);
  return decoded?.kind === "conversation" ? decoded : undefined;
}

/** What conversation.json says; undefined when it is missing. A link counts as there, so that it isn't replaced unseen. */
async function readStored(store: FileStore, listing: AgentListing): Promise<Decoded | undefined> {
  if (listing.agent !== undefined && listing.agent !== "folder") {
    return { kind: "unreadable", reason: "agent is not a folder of its own, and links are not followed." };
  }
  const kind = listing.entries.get("conversation.json");
  if (kind !== undefined && kind !== "file") {
    return { kind: "unreadable", reason: "conversation.json is not a file of its own, and links are not followed." };
  }
  const bytes = kind && (await store.read(conversationPath));
  return bytes && decodeConversation(bytes);
}

/** Of the image files, those that the conversation shows, by their path inside `agent/`. */
async function readShownImages(
  store: FileStore,
  listing: AgentListing,
  conversation: ArchivedConversation,
): Promise<Map<string, Uint8Array>> {
  const shown = new Set(imageReferences(conversation).map((image) => image.sha256));
  const paths = [...listing.images]
    .filter(([, kind]) => kind === "file")
    .map(([name]) => `images/${name}`)
    .filter((path) => shown.has(imageNameOf(path) ?? ""));
  const files = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await store.read(`${agentPath}/${path}`) })),
  );
  return new Map(files.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [[path, bytes]])));
}
