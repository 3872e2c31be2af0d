import * as vscode from "vscode";
import { type Command, targetSession } from "./context.ts";

/** Puts the unreadable conversation aside, so that a message may replace it (COM-2). */
export const keepUnreadableCopy: Command = async (_context, target) => {
  const name = await targetSession(target).keepUnreadableCopy(new Date());
  void vscode.window.showInformationMessage(`The unreadable conversation was copied to “${name}” in the package.`);
};
