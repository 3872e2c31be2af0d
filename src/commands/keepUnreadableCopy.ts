import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type Command, targetSession } from "./context.ts";

/** Puts the unreadable conversation aside, so that a message may replace it (COM-2). */
export const keepUnreadableCopy: Command = async (_context, target) => {
  const name = await targetSession(target).keepUnreadableCopy(new Date());
  void vscode.window.showInformationMessage(
    l10n.t("The unreadable conversation was copied to “{0}” in the package.", name),
  );
};
