import type * as vscode from "vscode";
import type { SilverpointApi } from "./api.ts";
import { registerCommands, runPanelCommand } from "./commands/index.ts";
import { showPackage } from "./commands/openPackage.ts";
import { conversationHandle } from "./editor/conversationHandle.ts";
import { PackageEditor } from "./editor/packageEditor.ts";
import { Sessions } from "./editor/sessions.ts";
import { Log } from "./host/log.ts";
import { ModelAccess } from "./host/modelAccess.ts";

/** The composition root: makes every part, and knows all of them. */
export async function activate(context: vscode.ExtensionContext): Promise<SilverpointApi> {
  const log = new Log();
  const models = await ModelAccess.open(context.secrets, log);
  const sessions = new Sessions({ turnPorts: (image) => models.turnPorts(image), log });
  const editor = new PackageEditor({
    extensionUri: context.extensionUri,
    sessions,
    log,
    surroundings: {
      models,
      runCommand: (command, session) => runPanelCommand(command, { editor, models, log }, session),
      warn: (line) => log.warn(line),
    },
  });
  context.subscriptions.push(
    log,
    models,
    sessions,
    editor,
    editor.register(),
    registerCommands({ editor, models, log }),
  );
  return {
    apiVersion: 1,
    open: async (uri) => {
      const session = await sessions.find(await showPackage(uri));
      if (session === undefined) throw new Error("The package's editor could not be opened.");
      return conversationHandle(session);
    },
  };
}
