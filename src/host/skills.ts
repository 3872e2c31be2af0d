import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/** Lower-case words with dashes, as agents that read `.agents/skills` expect a skill's folder to be named. */
const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Writes a skill as `.agents/skills/<name>/SKILL.md` into the workspace folder that a package lies in; gives its path there.
 * Throws, saying why, when it can't: no such folder, a name that makes no folder, or a skill of this name.
 */
export async function writeSkill(packageUri: vscode.Uri, name: string, text: string): Promise<string> {
  if (!vscode.workspace.isTrusted) throw new Error(l10n.t("Skills are saved once you trust the workspace."));
  const folder = vscode.workspace.getWorkspaceFolder(packageUri);
  if (folder === undefined)
    throw new Error(l10n.t("The package lies in no folder of the workspace, so there is no place for a skill."));
  if (!skillName.test(name) || name.length > 64) {
    throw new Error(
      l10n.t("“{0}” can't be a skill's name: lower-case letters, digits and single dashes, at most 64.", name),
    );
  }
  const path = `.agents/skills/${name}/SKILL.md`;
  const uri = vscode.Uri.joinPath(folder.uri, ...path.split("/"));
  const linked = await findObstacle(folder.uri, path);
  if (linked !== undefined)
    throw new Error(l10n.t("The skill can't be saved: {0} is a link or a file, and no folder.", linked));
  if ((await typeOf(uri)) !== undefined)
    throw new Error(l10n.t("There is a skill “{0}” already. Rename or remove {1} first.", name, path));
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return path;
}

/** The first folder on the way to a file that is none: what is written through a link lands wherever it leads. */
async function findObstacle(folder: vscode.Uri, path: string): Promise<string | undefined> {
  const names = path.split("/").slice(0, -1);
  for (const index of names.keys()) {
    const way = names.slice(0, index + 1);
    const type = await typeOf(vscode.Uri.joinPath(folder, ...way));
    if (type === undefined) return undefined;
    if (type !== vscode.FileType.Directory) return way.join("/");
  }
  return undefined;
}

/** What is there; undefined when nothing is. A link has its own bit beside what it leads to. */
async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
}
