/** Replacing and removing `agent/conversation.json` so that a death at any point leaves one whole conversation (PKG-9). */

import { type AgentListing, agentPath, conversationPath, imagesPath, pendingPath } from "./agentListing.ts";
import type { FileStat, FileStore } from "./fileStore.ts";
import { statOf } from "./knownFile.ts";
import { readPending } from "./packageReader.ts";

/**
 * Puts a whole `.new` in the place of a missing conversation.json. It may be the only copy of the conversation, so this
 * comes before anything is written to `.new` again.
 */
export async function rescuePending(store: FileStore, listing: AgentListing): Promise<void> {
  const isMissing = !listing.entries.has("conversation.json");
  if (isMissing && (await readPending(store, listing)) !== undefined) {
    await store.replace(pendingPath, conversationPath);
  }
}

/**
 * Writes the whole of `.new` and moves it over conversation.json. What fails takes the `.new` away again, unless the
 * move had already deleted conversation.json: then it is the conversation, and stays. Gives the file's size and time as
 * they were before the move, when it was nobody's but ours.
 */
export async function replaceConversation(store: FileStore, bytes: Uint8Array): Promise<FileStat | undefined> {
  const before = await namesInAgent(store);
  if (before.get("conversation.json.new") === "other") {
    await store.remove(pendingPath);
  }
  try {
    await store.write(pendingPath, bytes);
  } catch (error) {
    await store.remove(pendingPath).catch(() => undefined);
    throw error;
  }
  const stat = await statOf(store, pendingPath);
  try {
    await store.replace(pendingPath, conversationPath);
  } catch (error) {
    await (before.has("conversation.json") ? removeLeftover(store) : store.remove(pendingPath)).catch(() => undefined);
    throw error;
  }
  return stat;
}

/** Removes a `.new` that stands beside conversation.json; one that stands alone may be the conversation. */
export async function removeLeftover(store: FileStore): Promise<void> {
  const names = await namesInAgent(store);
  if (names.has("conversation.json") && names.has("conversation.json.new")) {
    await store.remove(pendingPath);
  }
}

/** Removes the conversation: `.new` first, which would otherwise be taken for it once conversation.json is gone. */
export async function removeConversation(store: FileStore, listing: AgentListing): Promise<void> {
  for (const [name, path] of [
    ["conversation.json.new", pendingPath],
    ["conversation.json", conversationPath],
  ] as const) {
    const kind = listing.entries.get(name);
    // A folder of that name is none of ours.
    if (kind !== undefined && kind !== "folder") await store.remove(path);
  }
}

/** Removes `agent/images/` and `agent/` where nothing is left in them (PKG-5). */
export async function removeEmptyFolders(store: FileStore, listing: AgentListing): Promise<void> {
  if (listing.entries.get("images") === "folder" && (await store.list(imagesPath)).length === 0) {
    await store.remove(imagesPath);
  }
  if ((await store.list(agentPath)).length === 0) {
    await store.remove(agentPath);
  }
}

async function namesInAgent(store: FileStore) {
  return new Map((await store.list(agentPath)).map((entry) => [entry.name, entry.kind]));
}

/** Removes `agent/` with all that is in it, whatever it is (SET-2). The conversation goes first: a half of it would be read. */
export async function removeAgentFolder(store: FileStore, listing: AgentListing): Promise<void> {
  await removeConversation(store, listing);
  if (listing.agent !== undefined) {
    await store.remove(agentPath);
  }
}
