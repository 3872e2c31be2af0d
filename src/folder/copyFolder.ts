import type { FileStore } from "./fileStore.ts";

/**
 * Copies what is in a folder, byte for byte, folders within it too. Links are passed over: what they point at may
 * lie outside. `skip` names entries of the outermost folder that stay behind.
 */
export async function copyFolder(
  from: { readonly store: FileStore; readonly path: string },
  to: { readonly store: FileStore; readonly path: string },
  skip: ReadonlySet<string> = new Set(),
): Promise<void> {
  await refuseLink(from);
  for (const entry of await from.store.list(from.path)) {
    if (skip.has(entry.name)) continue;
    const source = { store: from.store, path: join(from.path, entry.name) };
    const target = { store: to.store, path: join(to.path, entry.name) };
    if (entry.kind === "folder") await copyFolder(source, target);
    if (entry.kind !== "file") continue;
    const bytes = await source.store.read(source.path);
    if (bytes !== undefined) await target.store.write(target.path, bytes);
  }
}

/** What stands in a linked folder is somebody else's: it must not get into a package. */
async function refuseLink({ store, path }: { readonly store: FileStore; readonly path: string }): Promise<void> {
  const name = path.split("/").at(-1) ?? "";
  const parent = path.slice(0, Math.max(0, path.length - name.length - 1));
  const entry = path === "" ? undefined : (await store.list(parent)).find((each) => each.name === name);
  if (entry !== undefined && entry.kind !== "folder") {
    throw new Error(`Nothing was copied: “${path}” is not a folder of its own, and links are not followed.`);
  }
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
