import type * as vscode from "vscode";

/** `Poster` for `…/Poster.silverpoint`. */
export function packageName(packageUri: vscode.Uri): string {
  const folder = packageUri.path.split("/").at(-1) ?? "";
  return folder.replace(/\.silverpoint$/i, "") || folder;
}

/** `2026-11-30T08-15-00`: sortable, and allowed in a file's name everywhere. */
export function timeInName(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(":", "-");
}
