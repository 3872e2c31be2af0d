import * as vscode from "vscode";
import type { Log } from "../host/log.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Follows renames within VS Code (PKG-12): what is open is saved first, so that VS Code ends the old document without a
 * question, and the session goes on at the new place. Renaming a folder above a package is a rename of the package too.
 */
export function followRenames(sessions: Sessions, log: Log): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onWillRenameFiles((event) => event.waitUntil(saveBefore(sessions, event.files))),
    vscode.workspace.onDidRenameFiles((event) => {
      moveAfter(sessions, event.files).catch((error: unknown) => log.error("Following a rename failed.", error));
    }),
  );
}

type Rename = vscode.FileRenameEvent["files"][number];

async function saveBefore(sessions: Sessions, files: readonly Rename[]): Promise<void> {
  for (const session of await sessions.all()) {
    const to = newUri(session.packageUri, files);
    if (to === undefined) continue;
    sessions.expectMove(session, to);
    if (session.hasUnsaved || session.turns.state !== "idle") {
      await vscode.workspace.save(vscode.Uri.joinPath(session.packageUri, "document.json"));
    }
  }
}

async function moveAfter(sessions: Sessions, files: readonly Rename[]): Promise<void> {
  for (const session of await sessions.all()) {
    const to = newUri(session.packageUri, files);
    if (to !== undefined) await sessions.move(session.packageUri, to);
  }
}

function newUri(packageUri: vscode.Uri, files: readonly Rename[]): vscode.Uri | undefined {
  return files.map((file) => movedUri(packageUri, file)).find((uri) => uri !== undefined);
}

/** Where a package is after a rename of it or of a folder above it; undefined when it wasn't touched. */
function movedUri(packageUri: vscode.Uri, file: Rename): vscode.Uri | undefined {
  const isPackage = packageUri.toString() === file.oldUri.toString();
  const isAbove = packageUri.scheme === file.oldUri.scheme && packageUri.path.startsWith(`${file.oldUri.path}/`);
  if (!isPackage && !isAbove) return undefined;
  return file.newUri.with({ path: file.newUri.path + packageUri.path.slice(file.oldUri.path.length) });
}
