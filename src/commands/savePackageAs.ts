import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { packageName } from "../editor/packageName.ts";
import { WorkspaceFileStore } from "../host/workspaceFileStore.ts";
import { type Command, targetSession } from "./context.ts";
import { showPackage } from "./openPackage.ts";

/** Writes what is open as another package, and opens that. Then the two are independent (PKG-13). */
export const savePackageAs: Command = async (_context, target) => {
  const session = targetSession(target);
  const name = packageName(session.packageUri);
  const packageUri = await askForNewPackage({
    title: l10n.t("Save Package As"),
    saveLabel: l10n.t("Save Package"),
    defaultUri: vscode.Uri.joinPath(session.packageUri, "..", `${l10n.t("{0} Copy", name)}.silverpoint`),
  });
  if (packageUri === undefined) return;
  await session.saveTo(new WorkspaceFileStore(packageUri));
  await showPackage(packageUri);
};

/** Asks where a package that doesn't exist yet is to be; undefined when the person cancels. Throws for one that exists. */
export async function askForNewPackage(options: vscode.SaveDialogOptions): Promise<vscode.Uri | undefined> {
  const destination = await vscode.window.showSaveDialog(options);
  if (destination === undefined) return undefined;
  const packageUri = /\.silverpoint$/i.test(destination.path)
    ? destination
    : destination.with({ path: `${destination.path}.silverpoint` });
  await refuseUnlessNew(packageUri);
  return packageUri;
}

/** What is there already may be somebody's work. */
async function refuseUnlessNew(packageUri: vscode.Uri): Promise<void> {
  const there = await vscode.workspace.fs.stat(packageUri).then(
    () => true,
    () => false,
  );
  if (there)
    throw new Error(l10n.t("“{0}” exists already. Choose a new name.", packageUri.path.split("/").at(-1) ?? ""));
}
