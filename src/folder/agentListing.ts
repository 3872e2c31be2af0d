import type { EntryKind, FileStore } from "./fileStore.ts";

/** Where the conversation stands in a package (PKG-1), and its next version while it is being written (PKG-9). */
export const agentPath = "agent";
export const imagesPath = "agent/images";
export const conversationPath = "agent/conversation.json";
export const pendingPath = "agent/conversation.json.new";
/** Tool results that were put aside (CMP-8), and their next version while it is being written. */
export const reclaimedPath = "agent/reclaimed.json";
export const pendingReclaimedPath = "agent/reclaimed.json.new";

/** What stands in `agent/`, by name. A folder behind a link is not looked into: its files belong to someone else (IMG-4). */
export interface AgentListing {
  /** What the name `agent` is; undefined when there is nothing of that name. */
  readonly agent: EntryKind | undefined;
  readonly entries: ReadonlyMap<string, EntryKind>;
  /** What stands in `agent/images/`. */
  readonly images: ReadonlyMap<string, EntryKind>;
}

export async function listAgentFolder(store: FileStore): Promise<AgentListing> {
  const agent = (await listByName(store, "")).get("agent");
  const entries = agent === "folder" ? await listByName(store, agentPath) : new Map<string, EntryKind>();
  const images =
    entries.get("images") === "folder" ? await listByName(store, imagesPath) : new Map<string, EntryKind>();
  return { agent, entries, images };
}

async function listByName(store: FileStore, folder: string): Promise<Map<string, EntryKind>> {
  return new Map((await store.list(folder)).map((entry) => [entry.name, entry.kind]));
}

/** A link would carry what is written out of the package (IMG-4), and what is in a folder is somebody else's. */
export function refuseLinks(listing: AgentListing): void {
  if (listing.agent !== undefined && listing.agent !== "folder") {
    throw new Error("The conversation was not saved: agent is not a folder of its own, and links are not followed.");
  }
  for (const name of ["conversation.json", "conversation.json.new"]) {
    if (listing.entries.get(name) === "folder") {
      throw new Error(`The conversation was not saved: agent/${name} is a folder. Move it away and save again.`);
    }
  }
  const images = listing.entries.get("images");
  if (images !== undefined && images !== "folder") {
    throw new Error(
      "The conversation was not saved: agent/images is not a folder of its own, and links are not followed.",
    );
  }
}
