import * as vscode from "vscode";
import type { FileStore } from "../folder/fileStore.ts";
import { WorkspaceFileStore } from "./workspaceFileStore.ts";

/**
 * The package that another one names by a path, relative to the folder that holds it; undefined for one outside the
 * workspace folder, for one that a link leads to, and for what isn't a package (DOC-1). Never rejects.
 */
export async function namedPackage(packageUri: vscode.Uri, path: string): Promise<FileStore | undefined> {
  const root = vscode.workspace.getWorkspaceFolder(packageUri);
  if (root === undefined || !/\.silverpoint\/?$/i.test(path) || /^[/\\]|^[a-z]+:/i.test(path)) return undefined;
  const folder = vscode.Uri.joinPath(packageUri, "..", ...path.split("/"));
  const isInside = folder.path.startsWith(`${root.uri.path.replace(/\/$/, "")}/`);
  return isInside && (await isReachedByFolders(folder, packageUri)) ? new WorkspaceFileStore(folder) : undefined;
}

/** A link may lead anywhere. The folders that the naming package lies in itself are the person's own choice. */
async function isReachedByFolders(folder: vscode.Uri, packageUri: vscode.Uri): Promise<boolean> {
  const isAround = ({ path }: vscode.Uri) => packageUri.path.startsWith(`${path.replace(/\/$/, "")}/`);
  for (let each = folder; !isAround(each); each = vscode.Uri.joinPath(each, "..")) {
    const type = await vscode.workspace.fs.stat(each).then(
      (stat) => stat.type,
      () => undefined,
    );
    if (type !== vscode.FileType.Directory) return false;
  }
  return true;
}
