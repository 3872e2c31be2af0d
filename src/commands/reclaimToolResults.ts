import * as vscode from "vscode";
import { reclaim } from "../editor/makingRoom.ts";
import { type Command, targetSession } from "./context.ts";

/** Puts old tool results aside once the person has seen what that frees and said yes; else says why it isn't offered (CMP-8). */
export const reclaimToolResults: Command = async ({ editor, models }, target) => {
  const session = targetSession(target);
  const end = await reclaim(session, models, (question) => editor.confirmRoom(session, question));
  if (end.kind === "notOffered" && end.reason !== undefined) void vscode.window.showInformationMessage(end.reason);
};
