import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Fills `target` once for every clone. `fill` works in a temporary sibling that is renamed into place when it holds all
 * of `needed` (paths inside the folder), so that neither two clones at once nor a killed run leave half a folder.
 */
export async function placeOnce(
  target: string,
  needed: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  if (holdsAll(target, needed)) return;
  await mkdir(dirname(target), { recursive: true });
  await removeAbandoned(target);
  const part = `${target}.part-${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    await mkdir(part);
    await fill(part);
    const missing = needed.filter((path) => !existsSync(join(part, path)));
    if (missing.length > 0) throw new Error(`Installing into ${target} brought no ${missing.join(", ")}.`);
    await putInPlace(part, target, needed);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

function holdsAll(folder: string, needed: readonly string[]): boolean {
  return needed.every((path) => existsSync(join(folder, path)));
}

async function putInPlace(part: string, target: string, needed: readonly string[]): Promise<void> {
  try {
    await rename(part, target);
  } catch (error) {
    // Another clone was faster, or somebody removed files from the folder since.
    if (holdsAll(target, needed)) return;
    if (!existsSync(target)) throw error;
    const aside = `${part}-old`;
    await rename(target, aside);
    await rename(part, target);
    await rm(aside, { recursive: true, force: true });
  }
}

/** Removes what killed runs left beside the target. */
async function removeAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.part-`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number(name.slice(prefix.length).split("-")[0]);
    if (isAlive(owner)) continue;
    // What can't be removed now, because another clone removes it too or its installer still runs, is left for later.
    await rm(join(dirname(target), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
