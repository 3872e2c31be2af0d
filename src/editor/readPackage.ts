import type * as vscode from "vscode";
import { Conversation } from "../conversation/conversation.ts";
import type { FileStore } from "../folder/fileStore.ts";
import type { OpenedJournal } from "../journal/journals.ts";
import { ConversationFile, keepingOf } from "./conversationFile.ts";
import { DesignFile } from "./designFile.ts";
import { packageName } from "./packageName.ts";
import { restoreConversation } from "./restoreConversation.ts";
import type { SessionSurroundings } from "./sessionSurroundings.ts";

/** What a package holds, read for a session. */
export interface PackageParts {
  readonly design: DesignFile;
  readonly file: ConversationFile;
  readonly conversation: Conversation;
  readonly journal: OpenedJournal;
}

/** Reads a package with what an earlier session left unsaved; `hasUnsaved`: of the conversation. */
export async function readPackage(
  packageUri: vscode.Uri,
  store: FileStore,
  surroundings: SessionSurroundings,
): Promise<PackageParts & { readonly hasUnsaved: boolean }> {
  const design = await DesignFile.open(store, packageName(packageUri));
  const keeping = keepingOf(design, surroundings.keepsConversation(packageUri));
  const file = new ConversationFile(store);
  const saved = await file.read(keeping);
  const journal = await surroundings.openJournal(packageUri);
  if (journal.work?.design !== undefined) design.restore(journal.work.design);
  const restored =
    keeping === "kept" && journal.work !== undefined ? await restoreConversation(journal.work, file, saved) : undefined;
  const conversation = new Conversation(restored?.conversation ?? saved, undefined, () => new Date().toISOString());
  if (restored?.conflicts === true) file.distrust();
  // What an answered message was to replace before the window went is still to be replaced (COM-2).
  else if (restored !== undefined && conversation.history.some((message) => message.role === "assistant")) {
    file.replaceUnreadable();
  }
  return { design, file, conversation, journal, hasUnsaved: restored !== undefined };
}
