import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { viewType } from "../contributions.ts";
import type { Command } from "./context.ts";

/** Opens a package given as its folder or its document.json, or asks for one (PKG-2). */
export const openPackage: Command = async (_context, { uri }) => {
  const chosen = uri ?? (await askForPackage());
  if (chosen !== undefined) await showPackage(chosen);
};

/** The package folder that a folder or a document.json means. Throws for anything else. */
export function packageUriOf(uri: vscode.Uri): vscode.Uri {
  const folder = uri.path.endsWith("/document.json") ? vscode.Uri.joinPath(uri, "..") : uri;
  const path = folder.path.replace(/\/+$/, "");
  if (!/\.silverpoint$/i.test(path)) {
    throw new Error(
      l10n.t(
        "“{0}” is no Silverpoint package. Choose a folder whose name ends in .silverpoint.",
        path.split("/").at(-1) ?? "",
      ),
    );
  }
  return folder.with({ path });
}

/** Shows the editor of a package; one package has one document, however it was named. */
export async function showPackage(uri: vscode.Uri): Promise<vscode.Uri> {
  const packageUri = packageUriOf(uri);
  await vscode.commands.executeCommand("vscode.openWith", vscode.Uri.joinPath(packageUri, "document.json"), viewType);
  return packageUri;
}

async function askForPackage(): Promise<vscode.Uri | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: l10n.t("Open Silverpoint Package"),
      openLabel: l10n.t("Open Package"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return chosen;
}
