import * as vscode from "vscode";
import type { Program } from "../cli/programs.ts";
import { programs } from "../host/cliAccess.ts";
import type { Command } from "./context.ts";

const { claudeCode, codex } = programs;

/** What a button on the failure of a CLI does about it (CLI-4). */
export const cliCommands = {
  locateClaudeCode: locate(claudeCode),
  locateCodex: locate(codex),
  logInToClaudeCode: inTerminal(claudeCode, claudeCode.loginCommand),
  logInToCodex: inTerminal(codex, codex.loginCommand),
  updateClaudeCode: inTerminal(claudeCode, `${claudeCode.installCommand}@latest`),
  updateCodex: inTerminal(codex, `${codex.installCommand}@latest`),
} satisfies Record<string, Command>;

function locate({ setting }: Program): Command {
  return async () => {
    await vscode.commands.executeCommand("workbench.action.openSettings", setting);
  };
}

/** Writes the command into a terminal; the person runs it. */
function inTerminal({ title }: Program, command: string): Command {
  return () => {
    const terminal = vscode.window.createTerminal({ name: title });
    terminal.show();
    terminal.sendText(command, false);
  };
}
