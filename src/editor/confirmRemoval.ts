import * as vscode from "vscode";
import type { SwitchedOffBy } from "../host/keeping.ts";
import { packageName } from "./packageName.ts";

const consentKey = "removalBySettingsOf";

/**
 * Whether the settings may take a stored conversation away. The person's own may; a workspace's or folder's only after
 * they said yes once: it came with somebody's files (SET-2).
 */
export async function mayRemoveStored(
  packageUri: vscode.Uri,
  by: SwitchedOffBy | undefined,
  memory: vscode.Memento,
): Promise<boolean> {
  if (by === undefined || by === "user") return true;
  const key = `${consentKey}:${by === "folder" ? (vscode.workspace.getWorkspaceFolder(packageUri)?.uri.toString() ?? "") : "workspace"}`;
  if (memory.get<boolean>(key) === true) return true;
  const confirm = "Remove It";
  const answer = await vscode.window.showWarningMessage(
    `This ${by}'s settings say that conversations aren't kept. Remove the one stored in “${packageName(packageUri)}”?`,
    { modal: true, detail: "It is removed by this save. Answering yes counts for every document here." },
    confirm,
  );
  if (answer !== confirm) return false;
  await memory.update(key, true);
  return true;
}
