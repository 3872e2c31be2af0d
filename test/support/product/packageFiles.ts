import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** A package on disk, seen past VS Code. */
export interface PackageFiles {
  /** The folder's name, `<Name>.silverpoint`. */
  readonly name: string;
  readonly path: string;
  write(path: string, content: string | Uint8Array): Promise<void>;
  text(path: string): Promise<string>;
  /** Every file by its path in the package, with its bytes as Latin-1 text. */
  all(): Promise<Record<string, string>>;
}

export interface PackageContent {
  /** The text of document.json. */
  readonly document?: string;
  /** Files of `agent/`, by their path in it. */
  readonly agent?: Readonly<Record<string, string | Uint8Array>>;
  /** Further files, by their path in the package. */
  readonly other?: Readonly<Record<string, string | Uint8Array>>;
}

/** Makes a package in a folder that hasn't one of that name. */
export async function makePackage(parent: string, name: string, content: PackageContent = {}): Promise<PackageFiles> {
  const files = packageAt(join(parent, name));
  await files.write("document.json", content.document ?? '{ "name" : "Poster", "pages" : [] }\n');
  for (const [path, bytes] of Object.entries(content.agent ?? {})) await files.write(`agent/${path}`, bytes);
  for (const [path, bytes] of Object.entries(content.other ?? {})) await files.write(path, bytes);
  return files;
}

export async function copyPackage(from: PackageFiles, parent: string): Promise<PackageFiles> {
  await cp(from.path, join(parent, from.name), { recursive: true });
  return packageAt(join(parent, from.name));
}

export function packageAt(path: string): PackageFiles {
  return {
    name: path.split(sep).at(-1) ?? "",
    path,
    write: async (file, content) => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), content);
    },
    text: (file) => readFile(join(path, file), "utf8"),
    all: () => filesBelow(path),
  };
}

/** Every file below a folder by its path in it, with its bytes as Latin-1 text. Nothing where there is no folder. */
export async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: Record<string, string> = {};
  for (const path of paths.sort()) {
    // A file may have gone since it was listed.
    const text = await readFile(path, "latin1").catch(() => undefined);
    if (text !== undefined) files[relative(folder, path).split(sep).join("/")] = text;
  }
  return files;
}
