import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { packageName } from "./packageName.ts";
import type { PackageSession } from "./session.ts";

/** Asks before a conversation is forgotten (TRN-12). */
export async function confirmNewConversation(session: PackageSession): Promise<boolean> {
  const confirm = l10n.t("New Conversation");
  const detail = session.file.unreadable === undefined ? whatGoes(session) : whatIsRemoved();
  const answer = await vscode.window.showWarningMessage(
    l10n.t("Start a new conversation in “{0}”?", packageName(session.packageUri)),
    { modal: true, detail },
    confirm,
  );
  return answer === confirm;
}

function whatIsRemoved(): string {
  return l10n.t(
    "The saved conversation that could not be read is removed at the next save. The design stays as it is. This can't be undone.",
  );
}

/** Messages that weren't sent go too, so they are named. */
function whatGoes(session: PackageSession): string {
  const count = session.conversation.queued.length + session.conversation.unsent.length;
  if (count === 0) {
    return l10n.t(
      "The messages, the agent's memory of them and the cost so far are cleared. The design stays as it is. This can't be undone.",
    );
  }
  return count === 1
    ? l10n.t(
        "The messages, the agent's memory of them, one message that waits and the cost so far are cleared. The design stays as it is. This can't be undone.",
      )
    : l10n.t(
        "The messages, the agent's memory of them, {0} messages that wait and the cost so far are cleared. The design stays as it is. This can't be undone.",
        count,
      );
}
