import * as vscode from "vscode";
import { type Command, targetSession } from "./context.ts";

/** Opens document.json in the text editor, as the way to mend a damaged one (PKG-3). */
export const openDocumentAsText: Command = async (_context, target) => {
  const { packageUri } = targetSession(target);
  await vscode.commands.executeCommand("vscode.openWith", vscode.Uri.joinPath(packageUri, "document.json"), "default");
};
