/** Telling whether someone else has changed conversation.json (PKG-11). */

import { haveSameBytes } from "../archive/encodedConversation.ts";
import { hashBytes } from "../archive/images.ts";
import { type AgentListing, conversationPath, listAgentFolder } from "./agentListing.ts";
import type { EntryKind, FileStat, FileStore } from "./fileStore.ts";

/** A state of conversation.json that we know, because we read it or wrote it. */
export interface KnownFile {
  /** Undefined: there is no such file. */
  readonly kind: EntryKind | undefined;
  readonly stat?: FileStat | undefined;
  readonly hasBytes: (bytes: Uint8Array) => boolean;
}

export const missingFile: KnownFile = { kind: undefined, hasBytes: () => false };

/** What conversation.json is. One that can only be reached through a link is `other`. */
export function kindOfConversation(listing: AgentListing): EntryKind | undefined {
  const isOutside = listing.agent !== undefined && listing.agent !== "folder";
  return isOutside ? "other" : listing.entries.get("conversation.json");
}

/**
 * The one of these states that conversation.json is in now, with its present time; undefined when it is in none of them.
 * It is read only where its size or time is a new one.
 */
export async function recognise(store: FileStore, known: readonly KnownFile[]): Promise<KnownFile | undefined> {
  const stat = await statOf(store, conversationPath);
  const same = known.find((each) => each.stat !== undefined && isSameStat(each.stat, stat));
  if (same !== undefined) {
    return same;
  }
  const kind = kindOfConversation(await listAgentFolder(store));
  const alike = known.filter((each) => each.kind === kind);
  if (kind !== "file" || alike.length === 0) {
    return alike[0];
  }
  const bytes = await store.read(conversationPath);
  const found = bytes && alike.find((each) => each.hasBytes(bytes));
  return found && { ...found, stat };
}

/** Size and time where the store can tell; nothing that is asked here is worth failing for. */
export function statOf(store: FileStore, path: string): Promise<FileStat | undefined> {
  return store.stat?.(path).catch(() => undefined) ?? Promise.resolve(undefined);
}

function isSameStat(a: FileStat, b: FileStat | undefined): boolean {
  return b !== undefined && a.size === b.size && a.mtime === b.mtime;
}

/** The state that conversation.json is in now, whoever brought it there. */
export async function knowPresent(store: FileStore): Promise<KnownFile> {
  const kind = kindOfConversation(await listAgentFolder(store));
  if (kind !== "file") return { ...missingFile, kind };
  const stat = await statOf(store, conversationPath);
  const present = await store.read(conversationPath);
  return present === undefined ? missingFile : { kind, stat, hasBytes: (bytes) => haveSameBytes(bytes, present) };
}

/** The SHA-256 of conversation.json; "" when there is none; undefined when it isn't this state any more. */
export async function hashOfConversation(store: FileStore, known: KnownFile | undefined): Promise<string | undefined> {
  const bytes = await store.read(conversationPath);
  if (known !== undefined && bytes !== undefined && !known.hasBytes(bytes)) return undefined;
  return bytes === undefined ? "" : hashBytes(bytes);
}
