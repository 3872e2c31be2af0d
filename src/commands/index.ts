import * as vscode from "vscode";
import { type CommandName, commandIds } from "../contributions.ts";
import type { PackageSession } from "../editor/session.ts";
import type { PanelCommand } from "../protocol/index.ts";
import { compactConversation } from "./compactConversation.ts";
import type { Command, CommandContext, CommandTarget } from "./context.ts";
import { copyConversationAsMarkdown } from "./copyConversationAsMarkdown.ts";
import { decideAboutDisk } from "./decideAboutDisk.ts";
import { findInConversation } from "./findInConversation.ts";
import { focusComposer } from "./focusComposer.ts";
import { keepUnreadableCopy } from "./keepUnreadableCopy.ts";
import { manageTrust } from "./manageTrust.ts";
import { newConversation } from "./newConversation.ts";
import { newPackage } from "./newPackage.ts";
import { openDocumentAsText } from "./openDocumentAsText.ts";
import { openPackage } from "./openPackage.ts";
import { reclaimToolResults } from "./reclaimToolResults.ts";
import { retryTurn } from "./retryTurn.ts";
import { reviseMessage } from "./reviseMessage.ts";
import { savePackageAs } from "./savePackageAs.ts";
import { selectModel } from "./selectModel.ts";
import { setApiKey, setMissingKey } from "./setApiKey.ts";
import { cliCommands } from "./setUpCli.ts";
import { showHiddenWork } from "./showHiddenWork.ts";
import { showLog } from "./showLog.ts";
import { stopTurn } from "./stopTurn.ts";
import { toggleKeepConversation } from "./toggleKeepConversation.ts";

const commands: Readonly<Record<CommandName, Command>> = {
  newPackage,
  openPackage,
  newConversation,
  stopTurn,
  setApiKey,
  selectModel,
  openDocumentAsText,
  showLog,
  focusComposer,
  findInConversation,
  retryTurn,
  reviseMessage,
  savePackageAs,
  toggleKeepConversation,
  copyConversationAsMarkdown,
  compactConversation,
  reclaimToolResults,
  showHiddenWork,
};

const panelCommands: Readonly<Record<PanelCommand, Command>> = {
  setApiKey: setMissingKey,
  selectModel,
  openDocumentAsText,
  showLog,
  newConversation,
  manageTrust,
  keepUnreadableCopy,
  savePackageAs,
  toggleKeepConversation,
  decideAboutDisk,
  copyConversationAsMarkdown,
  compactConversation,
  reclaimToolResults,
  ...cliCommands,
};

/** Registers every command of the manifest. */
export function registerCommands(context: CommandContext): vscode.Disposable {
  const names = Object.keys(commandIds) as CommandName[];
  return vscode.Disposable.from(
    ...names.map((name) =>
      vscode.commands.registerCommand(commandIds[name], async (argument: unknown) => {
        const uri = argument instanceof vscode.Uri ? argument : undefined;
        await run(commands[name], context, { session: context.editor.activeSession, uri });
      }),
    ),
  );
}

/** Runs what a button of the panel stands for, for the panel's own package. */
export async function runPanelCommand(
  name: PanelCommand,
  context: CommandContext,
  session: PackageSession,
): Promise<void> {
  await run(panelCommands[name], context, { session, uri: undefined });
}

/** A failed command tells the person why; a cancelled one says nothing. */
async function run(command: Command, context: CommandContext, target: CommandTarget): Promise<void> {
  try {
    await command(context, target);
  } catch (error) {
    if (error instanceof vscode.CancellationError) return;
    context.log.error("A command failed.", error);
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
