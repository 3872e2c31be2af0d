import * as vscode from "vscode";

export interface Walk {
  /** Whether a file or folder, by its path in the folder, is passed over. */
  readonly skip: (path: string) => boolean;
  /** How many files and folders are looked at. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** The files below a folder of any file system by their paths in it. Links are none. */
export async function walkFiles(folder: vscode.Uri, { skip, limit, signal }: Walk): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let at = waiting.shift(); at !== undefined && seen < limit; at = waiting.shift()) {
    signal.throwIfAborted();
    const uri = at === "" ? folder : vscode.Uri.joinPath(folder, ...at.split("/"));
    const entries = await vscode.workspace.fs.readDirectory(uri);
    for (const [name, type] of entries) {
      const path = at === "" ? name : `${at}/${name}`;
      seen += 1;
      if (skip(path)) continue;
      if (type === vscode.FileType.File) files.push(path);
      if (type === vscode.FileType.Directory) waiting.push(path);
    }
  }
  return files;
}
