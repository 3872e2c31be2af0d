import type * as vscode from "vscode";
import { readableFolder, readInside, textOf } from "./workspaceFolder.ts";

const fileName = "AGENTS.md";
const byteLimit = 1024 * 1024;

/**
 * What `AGENTS.md` of the trusted workspace folder that a package lies in tells agents; undefined where there is none that can
 * be read. Line ends are made alike: the same file gives the same text on every machine (TRN-1).
 */
export async function readInstructions(packageUri: vscode.Uri): Promise<string | undefined> {
  const folder = readableFolder(packageUri);
  if ("fault" in folder) return undefined;
  const bytes = await readInside(folder, fileName, byteLimit);
  if ("fault" in bytes) return undefined;
  const text = textOf(bytes)?.replaceAll("\r\n", "\n").trim();
  return text === "" ? undefined : text;
}
