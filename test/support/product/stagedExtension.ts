import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Copies what the extension is made of, and nothing else, into a folder: the list is the one that packing goes by.
 * The checkout has to be built before.
 */
export async function stageExtension(checkout: string, folder: string): Promise<void> {
  const list = await readFile(join(checkout, ".vscodeignore"), "utf8");
  const wanted = list
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1).replace(/\/\*\*$/, "")] : []));
  for (const path of wanted) {
    if (!existsSync(join(checkout, path))) throw new Error(`${path} isn't there: run “npm run build” first.`);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(checkout, path), join(folder, path), { recursive: true });
  }
}
