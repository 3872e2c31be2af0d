import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { packageName } from "../editor/packageName.ts";
import type { Command } from "./context.ts";
import { showPackage } from "./openPackage.ts";
import { askForNewPackage } from "./savePackageAs.ts";

/** Makes a package with one empty page, where the person says, and opens it. */
export const newPackage: Command = async (_context, { uri }) => {
  const folder = uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const packageUri = await askForNewPackage({
    title: l10n.t("New Silverpoint Package"),
    saveLabel: l10n.t("Create Package"),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${l10n.t("Untitled")}.silverpoint`) }),
  });
  if (packageUri === undefined) return;
  await vscode.workspace.fs.writeFile(
    vscode.Uri.joinPath(packageUri, "document.json"),
    new TextEncoder().encode(emptyDocument(packageName(packageUri))),
  );
  await showPackage(packageUri);
};

function emptyDocument(name: string): string {
  const page = {
    id: "page1",
    name: l10n.t("Page {0}", 1),
    width: 1080,
    height: 1350,
    background: "#FFFFFF",
    children: [],
  };
  return `${JSON.stringify({ name, pages: [page] }, undefined, 2)}\n`;
}
