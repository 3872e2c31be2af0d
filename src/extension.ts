import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { SilverpointApi } from "./api.ts";
import { registerCommands, runPanelCommand } from "./commands/index.ts";
import { showPackage } from "./commands/openPackage.ts";
import { settingKeys } from "./contributions.ts";
import { mayRemoveStored } from "./editor/confirmRemoval.ts";
import { ContextKeys } from "./editor/contextKeys.ts";
import { conversationHandle } from "./editor/conversationHandle.ts";
import { askAboutDisk } from "./editor/diskQuestion.ts";
import { HiddenWork } from "./editor/hiddenWork.ts";
import { KeptDrafts } from "./editor/keptDrafts.ts";
import { KeptModes } from "./editor/keptModes.ts";
import { PackageEditor } from "./editor/packageEditor.ts";
import { followRenames } from "./editor/renames.ts";
import { Sessions } from "./editor/sessions.ts";
import { SessionClis } from "./host/cliAccess.ts";
import { ImageAccess } from "./host/imageAccess.ts";
import { readInstructions } from "./host/instructions.ts";
import { isProcessAlive, JournalFiles } from "./host/journalFiles.ts";
import { switchedOffBy } from "./host/keeping.ts";
import { Log } from "./host/log.ts";
import { ModelAccess } from "./host/modelAccess.ts";
import { namedPackage } from "./host/namedPackage.ts";
import { writeSkill } from "./host/skills.ts";
import { WorkspaceFileStore } from "./host/workspaceFileStore.ts";
import { workspaceFiles } from "./host/workspaceFiles.ts";
import { Journals } from "./journal/journals.ts";

/** What VS Code's end waits for. */
let leave: () => Promise<void> = () => Promise.resolve();

/** The composition root: makes every part, and knows all of them. */
export async function activate(context: vscode.ExtensionContext): Promise<SilverpointApi> {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const log = new Log();
  const models = await ModelAccess.open(context.secrets, log);
  const images = new ImageAccess(context.secrets, log);
  const journals = new Journals({
    store: new JournalFiles(vscode.Uri.joinPath(context.globalStorageUri, "journals").fsPath),
    writer: process.pid,
    isAlive: isProcessAlive,
    window: windowIdentity(),
    onFailure: (error) => log.error("Unsaved work could not be journaled.", error),
  });
  const modes = new KeptModes(context.workspaceState);
  const sessions = new Sessions({
    turnPorts: (ours) => models.turnPorts(ours),
    openClis: (parts) => new SessionClis(parts, log),
    chosenCli: () => models.cli,
    startCliEarly: (ours) =>
      void models.startEarly(ours).catch((error: unknown) => log.warn(`A CLI was not started early: ${String(error)}`)),
    canvasOf: (packageUri) => editor.canvasOf(packageUri),
    namedPackage,
    imageMaker: images,
    workspaceFiles,
    readInstructions,
    log,
    openJournal: (packageUri) => journals.open(packageUri.toString()),
    keepsConversation: (packageUri) => switchedOffBy(packageUri) === undefined,
    modeOf: (packageUri) => modes.of(packageUri) ?? models.mode,
    keepMode: (packageUri, mode) =>
      void modes.keep(packageUri, mode).catch((error: unknown) => log.error("The mode could not be kept.", error)),
    writeSkill,
    isWritable: (packageUri) => vscode.workspace.fs.isWritableFileSystem(packageUri.scheme) !== false,
    askAboutDisk,
    mayRemove: (packageUri) => mayRemoveStored(packageUri, switchedOffBy(packageUri), context.workspaceState),
  });
  const drafts = new KeptDrafts({
    state: context.workspaceState,
    mayKeep: (packageUri) => switchedOffBy(vscode.Uri.parse(packageUri)) === undefined,
    warn: (line) => log.warn(line),
    images: context.storageUri && new WorkspaceFileStore(vscode.Uri.joinPath(context.storageUri, "draftImages")),
  });
  drafts.forgetUnkept();
  void drafts.forgetStrayImages();
  leave = () => sessions.leave();
  const editor = new PackageEditor({
    extensionUri: context.extensionUri,
    sessions,
    log,
    surroundings: {
      models,
      drafts,
      runCommand: (command, session) => runPanelCommand(command, commandContext, session),
      warn: (line) => log.warn(line),
    },
  });
  const contextKeys = new ContextKeys(editor);
  const hiddenWork = new HiddenWork(sessions, editor, contextKeys);
  const commandContext = { editor, models, log, hiddenWork };
  context.subscriptions.push(
    log,
    models,
    sessions,
    editor,
    editor.register(),
    contextKeys,
    hiddenWork,
    followRenames(sessions, log),
    followKeeping(sessions, drafts, log),
    registerCommands(commandContext),
  );
  return {
    apiVersion: 1,
    open: async (uri) => {
      const session = await sessions.find(await showPackage(uri));
      if (session === undefined) throw new Error("The package's editor could not be opened.");
      return conversationHandle(session, {
        scaler: () => editor.canvasOf(session.packageUri)?.scale,
        next: models,
        ask: async (question) => {
          await editor.show(session);
          return editor.confirmRoom(session, question);
        },
      });
    },
  };
}

/** The window goes: VS Code gives what isn't journaled yet a few seconds (PKG-13). */
export function deactivate(): Promise<void> {
  return leave();
}

/** The setting is read at every save; what is open shows at once what it means (SET-2). */
function followKeeping(sessions: Sessions, drafts: KeptDrafts, log: Log): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(settingKeys.keepConversation)) return;
    drafts.forgetUnkept();
    sessions
      .all()
      .then((open) => Promise.all(open.map((session) => session.openConversation.followKeeping())))
      .catch((error: unknown) => log.error("Following the setting failed.", error));
  });
}

/** The same for a window and its reloaded self; another one for other windows, which show other folders. */
function windowIdentity(): string {
  const folders = vscode.workspace.workspaceFolders?.map((folder) => folder.uri.toString()) ?? [];
  const workspace = [vscode.workspace.workspaceFile?.toString() ?? "", ...folders].join("\n");
  return createHash("sha256").update(workspace).digest("hex").slice(0, 16);
}
