import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Copies unpacked extensions into a folder for `extensionsDir`, which must be new: VS Code looks at the folders in it
 * once and then keeps its own list. Each lies in `<publisher>.<name>-<version>`.
 */
export async function fillExtensionsFolder(folder: string, extensions: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const extension of extensions) {
    await cp(extension, join(folder, await installedName(extension)), { recursive: true, dereference: true });
  }
}

async function installedName(extension: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(extension, "package.json"), "utf8"));
  const read = (key: string): string => {
    const value = typeof manifest === "object" && manifest !== null ? Reflect.get(manifest, key) : undefined;
    if (typeof value !== "string") throw new Error(`${extension}/package.json has no ${key}.`);
    return value;
  };
  return `${read("publisher")}.${read("name")}-${read("version")}`.toLowerCase();
}
