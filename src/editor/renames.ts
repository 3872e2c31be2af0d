import * as vscode from "vscode";
import type { Log } from "../host/log.ts";
import type { Sessions } from "./sessions.ts";

/** How long a renamed package's session waits for its new document, in milliseconds. */
const patience = 10_000;

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
    if (!files.some((file) => movedUri(session.packageUri, file) !== undefined)) continue;
    sessions.hold(session.packageUri);
    if (session.hasUnsaved || session.turns.state !== "idle") {
      await vscode.workspace.save(vscode.Uri.joinPath(session.packageUri, "document.json"));
    }
  }
}

async function moveAfter(sessions: Sessions, files: readonly Rename[]): Promise<void> {
  for (const session of await sessions.all()) {
    const to = files.map((file) => movedUri(session.packageUri, file)).find((uri) => uri !== undefined);
    if (to === undefined) continue;
    await sessions.move(session.packageUri, to);
    setTimeout(() => sessions.release(session), patience);
  }
}

/** Where a package is after a rename of it or of a folder above it; undefined when it wasn't touched. */
function movedUri(packageUri: vscode.Uri, { oldUri, newUri }: Rename): vscode.Uri | undefined {
  const isPackage = packageUri.toString() === oldUri.toString();
  const isAbove = packageUri.scheme === oldUri.scheme && packageUri.path.startsWith(`${oldUri.path}/`);
  if (!isPackage && !isAbove) return undefined;
  return newUri.with({ path: newUri.path + packageUri.path.slice(oldUri.path.length) });
}
