import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { copiedConversation } from "../editor/copiedText.ts";
import { type Command, targetSession } from "./context.ts";

/** Puts the whole conversation into the clipboard, as Markdown. */
export const copyConversationAsMarkdown: Command = async (_context, target) => {
  const text = copiedConversation(targetSession(target));
  if (text === "") throw new Error(l10n.t("There is nothing to copy yet."));
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(l10n.t("The conversation was copied as Markdown."), 4000);
};
