import * as vscode from "vscode";
import type { Command } from "./context.ts";

export const manageTrust: Command = async () => {
  await vscode.commands.executeCommand("workbench.trust.manage");
};
