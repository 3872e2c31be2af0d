import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { readablePath } from "./workspacePaths.ts";

/** Why something can't be read, as words to follow a colon. */
export interface Unreadable {
  readonly fault: string;
}

const noFile: Unreadable = { fault: "there is no such file" };
const changing: Unreadable = { fault: "it changes just now. Try again" };

/** The trusted workspace folder that a package lies in, or why there is none to read. */
export function readableFolder(packageUri: vscode.Uri): vscode.Uri | Unreadable {
  if (!vscode.workspace.isTrusted) return { fault: "the workspace isn't trusted" };
  const folder = vscode.workspace.getWorkspaceFolder(packageUri);
  return folder?.uri ?? { fault: "the document lies in no folder of the workspace" };
}

/**
 * The bytes of a file of the folder, by its path in it; why it can't be read where it isn't in the folder once its links are
 * followed, or is what the agent may not read. Rejects where the file system fails.
 */
export async function readInside(
  folder: vscode.Uri,
  path: string,
  byteLimit: number,
): Promise<Uint8Array | Unreadable> {
  const uri = vscode.Uri.joinPath(folder, ...path.split("/"));
  try {
    if (folder.scheme === "file") return await readOnDisk(folder.fsPath, uri.fsPath, byteLimit);
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File) return noFile;
    return size > byteLimit ? tooLarge(size, byteLimit) : await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (isMissing(error)) return noFile;
    throw error;
  }
}

/**
 * What is opened is looked at before it is read, and is the very file that the checked path leads to: a link that takes its
 * place in between changes nothing.
 */
async function readOnDisk(folder: string, path: string, byteLimit: number): Promise<Uint8Array | Unreadable> {
  // A pipe that nobody writes to would hold the opening.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const opened = await file.stat({ bigint: true });
    if (!opened.isFile()) return noFile;
    const place = await realPlace(folder, path);
    if (typeof place !== "string") return place;
    const there = await lstat(place, { bigint: true });
    if (there.ino !== opened.ino || there.dev !== opened.dev) return changing;
    const size = Number(opened.size);
    return size > byteLimit ? tooLarge(size, byteLimit) : await readWhole(file, byteLimit);
  } finally {
    await file.close();
  }
}

/** The place that a path leads to, where the agent may read it. */
async function realPlace(folder: string, path: string): Promise<string | Unreadable> {
  const [root, place] = await Promise.all([realpath(folder), realpath(path)]);
  const start = `${vscode.Uri.file(root).path.replace(/\/$/, "")}/`;
  const real = vscode.Uri.file(place).path;
  if (!real.startsWith(start)) return { fault: "it is a link that leads out of the workspace folder" };
  const checked = readablePath(real.slice(start.length));
  return "fault" in checked ? checked : place;
}

/** Whether a path leads, once its links are followed, to what the agent may read; only a disk has links that are followed. */
export async function leadsInside(folder: vscode.Uri, path: string): Promise<boolean> {
  if (folder.scheme !== "file") return true;
  try {
    const uri = vscode.Uri.joinPath(folder, ...path.split("/"));
    return typeof (await realPlace(folder.fsPath, uri.fsPath)) === "string";
  } catch {
    return false;
  }
}

/** A file may grow while it is read. */
async function readWhole(file: FileHandle, byteLimit: number): Promise<Uint8Array | Unreadable> {
  const bytes = await file.readFile();
  return bytes.byteLength > byteLimit ? tooLarge(bytes.byteLength, byteLimit) : bytes;
}

function tooLarge(size: number, byteLimit: number): Unreadable {
  return { fault: `it has ${size} bytes, more than the ${byteLimit} that are read` };
}

function isMissing(error: unknown): boolean {
  if (error instanceof vscode.FileSystemError) return error.code === "FileNotFound";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR" || code === "ELOOP";
}

/** UTF-8 text without a byte-order mark; undefined for anything else. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
