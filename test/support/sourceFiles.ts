import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface SourceFile {
  /** From the checkout's top folder. */
  readonly path: string;
  readonly text: string;
}

/** The TypeScript files in these folders, sorted, so that what is made of them doesn't vary with the machine. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file).replaceAll("\\", "/"))
      .toSorted()
      .map((path) => ({ path, text: readFileSync(path, "utf8") })),
  );
}
