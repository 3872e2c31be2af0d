import type { ArchivedConversation } from "../archive/index.ts";
import { copyFolder } from "../folder/copyFolder.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { ConversationFile, Keeping } from "./conversationFile.ts";
import type { DesignFile } from "./designFile.ts";
import { timeInName } from "./packageName.ts";

/** What of a package is in memory, and may differ from its files. */
export interface OpenParts {
  readonly design: DesignFile;
  readonly file: ConversationFile;
  readonly keeping: Keeping;
  readonly conversation: ArchivedConversation;
}

/**
 * Writes a package into another folder: the design and the conversation as they are now, every other file as it is. A
 * conversation that couldn't be read, or isn't ours to keep, goes byte for byte; none where it isn't to be kept (PKG-13).
 */
export async function copyPackage(from: FileStore, to: FileStore, parts: OpenParts): Promise<void> {
  const { design, file, keeping, conversation } = parts;
  const isWritten = keeping === "kept" && file.isOurs;
  const copiesAgent = keeping !== "off" && !isWritten;
  const leftOut = new Set(copiesAgent ? ["document.json"] : ["document.json", "agent"]);
  await copyFolder({ store: from, path: "" }, { store: to, path: "" }, leftOut);
  if (isWritten) await copyForeignFiles(from, to);
  await design.saveTo(to);
  if (isWritten) await file.saveTo(to, conversation);
}

/** What in `agent/` isn't the conversation; images that nothing names go when it is written (PKG-9). */
async function copyForeignFiles(from: FileStore, to: FileStore): Promise<void> {
  const isFolder = (await from.list("")).some(({ name, kind }) => name === "agent" && kind === "folder");
  const ours = new Set(["conversation.json", "conversation.json.new"]);
  if (isFolder) await copyFolder({ store: from, path: "agent" }, { store: to, path: "agent" }, ours);
}

/** Copies `agent/` as it is under another name into the same package; returns that name (COM-2). */
export async function copyAgentAside(store: FileStore, now: Date): Promise<string> {
  const name = `agent-unread-${timeInName(now)}`;
  await copyFolder({ store, path: "agent" }, { store, path: name });
  return name;
}
