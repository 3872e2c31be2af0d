import * as vscode from "vscode";
import { compact } from "../editor/makingRoom.ts";
import { type Command, targetSession } from "./context.ts";

/** Compacts the conversation once the person has seen the price and said yes; else says why it isn't offered (CMP-1, CMP-6). */
export const compactConversation: Command = async ({ editor, models }, target) => {
  const session = targetSession(target);
  const end = await compact(session, models, (question) => editor.confirmRoom(session, question));
  // How it ended is in the panel.
  if (end.kind === "notOffered" && end.reason !== undefined) void vscode.window.showInformationMessage(end.reason);
};
