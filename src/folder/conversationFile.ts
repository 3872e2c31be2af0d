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
 * Writes the whole of `.new` and moves it over a file of `agent/`, conversation.json unless another is named. What fails takes
 * the `.new` away again, unless the move had already deleted the file: then it is the file's only copy, and stays. Gives the
 * file's size and time as they were before the move, when it was nobody's but ours.
 */
export async function replaceFile(
  store: FileStore,
  bytes: Uint8Array,
  name = "conversation.json",
): Promise<FileStat | undefined> {
  const path = `${agentPath}/${name}`;
  const pending = `${path}.new`;
  const before = await namesInAgent(store);
  if (before.get(`${name}.new`) === "other") {
    await store.remove(pending);
  }
  try {
    await store.write(pending, bytes);
  } catch (error) {
    await store.remove(pending).catch(() => undefined);
    throw error;
  }
  const stat = await statOf(store, pending);
  try {
    await store.replace(pending, path);
  } catch (error) {
    await (before.has(name) ? removeLeftover(store, name) : store.remove(pending)).catch(() => undefined);
    throw error;
  }
  return stat;
}

/** Removes a `.new` that stands beside its file; one that stands alone may be the file. */
export async function removeLeftover(store: FileStore, name = "conversation.json"): Promise<void> {
  const names = await namesInAgent(store);
  if (names.has(name) && names.has(`${name}.new`)) {
    await store.remove(`${agentPath}/${name}.new`);
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
