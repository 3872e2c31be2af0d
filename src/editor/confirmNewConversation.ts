import * as vscode from "vscode";
import { packageName } from "./packageName.ts";
import type { PackageSession } from "./session.ts";

/** Asks before a conversation is forgotten (TRN-12). */
export async function confirmNewConversation(session: PackageSession): Promise<boolean> {
  const confirm = "New Conversation";
  const detail =
    session.file.unreadable === undefined
      ? `The messages, the agent's memory of them${waiting(session)} and the cost so far are cleared. The design stays as it is. This can't be undone.`
      : "The saved conversation that could not be read is removed at the next save. The design stays as it is. This can't be undone.";
  const answer = await vscode.window.showWarningMessage(
    `Start a new conversation in “${packageName(session.packageUri)}”?`,
    { modal: true, detail },
    confirm,
  );
  return answer === confirm;
}

/** Messages that weren't sent go too, so they are named. */
function waiting(session: PackageSession): string {
  const count = session.conversation.queued.length + session.conversation.unsent.length;
  if (count === 0) return "";
  return count === 1 ? ", one message that waits" : `, ${count} messages that wait`;
}
