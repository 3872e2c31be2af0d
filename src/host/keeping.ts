import * as vscode from "vscode";
import { settingKeys } from "../contributions.ts";

/** Who says that a package's conversation isn't kept; undefined when it is (SET-1, SET-3). */
export type SwitchedOffBy = "user" | "workspace" | "folder";

/** Whether the settings keep this package's conversation, read anew at each call. An untrusted workspace's own value doesn't count. */
export function switchedOffBy(packageUri: vscode.Uri): SwitchedOffBy | undefined {
  const [section, key] = splitKey(settingKeys.keepConversation);
  const configuration = vscode.workspace.getConfiguration(section, packageUri);
  if (configuration.get<boolean>(key) !== false) return undefined;
  const values = configuration.inspect<boolean>(key);
  if (values?.workspaceFolderValue === false) return "folder";
  return values?.workspaceValue === false && values.workspaceFolderValue === undefined ? "workspace" : "user";
}

/** Switches it where it was last decided, so that the switch takes effect. */
export async function switchKeeping(packageUri: vscode.Uri, keep: boolean): Promise<void> {
  const [section, key] = splitKey(settingKeys.keepConversation);
  const configuration = vscode.workspace.getConfiguration(section, packageUri);
  const values = configuration.inspect<boolean>(key);
  if (values?.workspaceFolderValue !== undefined) {
    await configuration.update(key, keep, vscode.ConfigurationTarget.WorkspaceFolder);
  } else if (values?.workspaceValue !== undefined) {
    await configuration.update(key, keep, vscode.ConfigurationTarget.Workspace);
  } else {
    await configuration.update(key, keep, vscode.ConfigurationTarget.Global);
  }
}

function splitKey(key: string): [section: string, name: string] {
  const dot = key.lastIndexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
}
