import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the extension journals what isn't saved, seen past VS Code. */
export interface JournalFolder {
  readonly path: string;
  names(): Promise<readonly string[]>;
  /** The text of every journal. */
  texts(): Promise<readonly string[]>;
  write(name: string, content: string | Uint8Array): Promise<void>;
}

/** `runFolder` is the folder of a product run. */
export function journalFolderIn(runFolder: string): JournalFolder {
  const path = join(runFolder, "data", "User", "globalStorage", "silverpoint.silverpoint-agent", "journals");
  const names = async () => (await readdir(path).catch(() => [])).sort();
  return {
    path,
    names,
    // A journal may have gone since it was listed.
    texts: async () => Promise.all((await names()).map((name) => readFile(join(path, name), "utf8").catch(() => ""))),
    write: async (name, content) => {
      await mkdir(path, { recursive: true });
      await writeFile(join(path, name), content);
    },
  };
}
