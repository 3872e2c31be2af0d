import * as l10n from "@vscode/l10n";
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
  const confirm = l10n.t("Remove It");
  const answer = await vscode.window.showWarningMessage(
    questionOf(by, packageName(packageUri)),
    { modal: true, detail: l10n.t("It is removed by this save. Answering yes counts for every document here.") },
    confirm,
  );
  if (answer !== confirm) return false;
  await memory.update(key, true);
  return true;
}

function questionOf(by: "workspace" | "folder", name: string): string {
  return by === "folder"
    ? l10n.t("This folder's settings say that conversations aren't kept. Remove the one stored in “{0}”?", name)
    : l10n.t("This workspace's settings say that conversations aren't kept. Remove the one stored in “{0}”?", name);
}
