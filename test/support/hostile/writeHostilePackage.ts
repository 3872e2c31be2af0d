import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type HostilePackage, secret, utf8 } from "./hostilePackage.ts";

/**
 * Writes a package into `folder` as `<name>.silverpoint`, with what its links point at beside it, and gives its path.
 * Where the system makes no links the error of `symlink` comes through.
 */
export async function writeHostilePackage(hostile: HostilePackage, folder: string): Promise<string> {
  const root = join(folder, `${hostile.name}.silverpoint`);
  const outside = join(folder, `${hostile.name}-outside`);
  for (const [path, bytes] of hostile.files()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), bytes);
  }
  for (const path of hostile.links) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await mkdir(outside, { recursive: true });
    const isFolder = !path.includes(".");
    const target = isFolder ? outside : join(outside, "secret");
    await writeFile(join(outside, "secret"), utf8(secret));
    await writeFile(join(outside, "conversation.json"), JSON.stringify({ formatVersion: 1, model: secret }));
    await symlink(target, join(root, path), isFolder ? "dir" : "file");
  }
  return root;
}
