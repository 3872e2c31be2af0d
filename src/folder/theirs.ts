import { agentPath, conversationPath, listAgentFolder, reclaimedPath } from "./agentListing.ts";
import type { EntryKind, FileStore } from "./fileStore.ts";

/**
 * Copies the conversation.json that stands on disk to `agent/conversation.theirs-<time>.json`, byte for byte (PKG-11), and
 * gives that file's name; undefined when there is no file to copy. A copy that is there already stays.
 */
export async function copyTheirs(store: FileStore, time: Date): Promise<string | undefined> {
  const { entries } = await listAgentFolder(store);
  const bytes = entries.get("conversation.json") === "file" ? await store.read(conversationPath) : undefined;
  if (bytes === undefined) {
    return undefined;
  }
  const stem = `conversation.theirs-${time.toISOString().slice(0, 19).replaceAll(":", "-")}`;
  let name = `${stem}.json`;
  for (let number = 2; entries.has(name); number += 1) {
    name = `${stem}-${number}.json`;
  }
  try {
    await store.write(`${agentPath}/${name}`, bytes);
  } catch (error) {
    await store.remove(`${agentPath}/${name}`).catch(() => undefined);
    throw error;
  }
  await copyReclaimed(store, entries.get("reclaimed.json"), name.replace("conversation", "reclaimed"));
  return name;
}

/** Theirs may stand for results that our next save takes away (CMP-8). Without them it is whole all the same. */
async function copyReclaimed(store: FileStore, kind: EntryKind | undefined, name: string): Promise<void> {
  const bytes = kind === "file" ? await store.read(reclaimedPath) : undefined;
  if (bytes === undefined) return;
  await store.write(`${agentPath}/${name}`, bytes).catch(() => store.remove(`${agentPath}/${name}`));
}
