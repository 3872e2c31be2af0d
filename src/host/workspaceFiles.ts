import * as vscode from "vscode";
import type { FileText, FoundFiles, WorkspaceFiles } from "../agent/tools/workspaceFiles.ts";
import { fitsGlob } from "./glob.ts";
import { walkFiles } from "./walkFiles.ts";
import { leadsInside, readableFolder, readInside, textOf, type Unreadable } from "./workspaceFolder.ts";
import { readablePath } from "./workspacePaths.ts";

type Refused = { readonly kind: "refused"; readonly reason: string };

const byteLimit = 5 * 1024 * 1024;
/** How many of the files that a glob fits are looked at. */
const mostLookedAt = 20_000;
/** Left out of a search that doesn't ask for it: it is large, and nobody's own. */
const dependencies = "node_modules";

/** The files of the workspace folder that a package lies in, as far as the agent may read them. */
export function workspaceFiles(packageUri: () => vscode.Uri): WorkspaceFiles {
  return {
    find: (glob, limit, signal) => find(packageUri(), glob, limit, signal),
    read: (path) => read(packageUri(), path),
  };
}

async function find(
  packageUri: vscode.Uri,
  glob: string,
  limit: number,
  signal: AbortSignal,
): Promise<FoundFiles | Refused> {
  const folder = readableFolder(packageUri);
  if ("fault" in folder) return refused("The files can't be searched", folder.fault);
  if (glob.startsWith("/") || glob.split("/").includes("..")) {
    return refused(`“${glob}” can't be searched for`, "it leads out of the workspace folder");
  }
  const paths = (await pathsLike(folder, glob, signal)).filter((path) => isReadable(folder, path)).toSorted();
  const given: string[] = [];
  for (const path of paths) {
    signal.throwIfAborted();
    // The names behind a link are as private as what they name.
    if (!(await leadsInside(folder, path))) continue;
    if (given.length === limit) return { kind: "found", paths: given, isCut: true };
    given.push(path);
  }
  return { kind: "found", paths: given, isCut: false };
}

async function pathsLike(folder: vscode.Uri, glob: string, signal: AbortSignal): Promise<readonly string[]> {
  const isLeftOut = !glob.includes(dependencies);
  if (folder.scheme !== "file") {
    // There a search finds nothing unless somebody provides it.
    const skip = (path: string) => !isReadable(folder, path) || (isLeftOut && path.split("/").includes(dependencies));
    const all = await walkFiles(folder, { skip, limit: mostLookedAt, signal });
    return all.filter((path) => fitsGlob(path, glob));
  }
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = () => cancellation.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const exclude = isLeftOut ? `**/${dependencies}/**` : undefined;
    const pattern = new vscode.RelativePattern(folder, glob);
    const found = await vscode.workspace.findFiles(pattern, exclude, mostLookedAt, cancellation.token);
    signal.throwIfAborted();
    const start = `${folder.path.replace(/\/$/, "")}/`;
    return found.flatMap(({ path }) => (path.startsWith(start) ? [path.slice(start.length)] : []));
  } finally {
    signal.removeEventListener("abort", cancel);
    cancellation.dispose();
  }
}

async function read(packageUri: vscode.Uri, given: string): Promise<FileText | Refused> {
  const refuse = (reason: string) => refused(`“${given.slice(0, 200)}” can't be read`, reason);
  const folder = readableFolder(packageUri);
  if ("fault" in folder) return refuse(folder.fault);
  const checked = readablePath(given);
  if ("fault" in checked) return refuse(checked.fault);
  if (isExcluded(folder, checked.path)) return refuse("the setting “files.exclude” hides it");
  const bytes = await readInside(folder, checked.path, byteLimit).catch(faultOf);
  if ("fault" in bytes) return refuse(bytes.fault);
  const text = textOf(bytes);
  return text === undefined ? refuse("it isn't text in UTF-8") : { kind: "text", text };
}

/** The code alone: the message of a file system names the place on this machine, and the history keeps what is said here. */
function faultOf(error: unknown): Unreadable {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { fault: code === undefined ? "the file system failed" : `the file system failed with ${code}` };
}

function isReadable(folder: vscode.Uri, path: string): boolean {
  return "path" in readablePath(path) && !isExcluded(folder, path);
}

/** Whether a setting hides it or a folder that it is in. What hangs on files beside it is left to VS Code. */
function isExcluded(folder: vscode.Uri, path: string): boolean {
  const globs = vscode.workspace.getConfiguration("files", folder).get<Record<string, unknown>>("exclude") ?? {};
  const hiding = Object.keys(globs).filter((glob) => globs[glob] === true);
  const parts = path.split("/");
  return parts.some((_, index) => hiding.some((glob) => fitsGlob(parts.slice(0, index + 1).join("/"), glob)));
}

function refused(what: string, fault: string): Refused {
  return { kind: "refused", reason: `${what}: ${fault}.` };
}
