/** The files in `agent/images/`: written before the conversation that shows them, removed after the last one that names them. */

import { haveSameBytes } from "../archive/encodedConversation.ts";
import { imageNameOf } from "../archive/imageCheck.ts";
import { hashBytes } from "../archive/images.ts";
import { type AgentListing, agentPath, imagesPath } from "./agentListing.ts";
import type { FileStore } from "./fileStore.ts";

/**
 * Writes the images of an archive that aren't there yet, and answers with all their file names by hash. `known` are files
 * that were found whole or were written before: they aren't read again as long as they are listed. Any other file of that
 * hash is compared, and kept under its own name when it has these bytes (IMG-4). A write that fails takes its part away.
 */
export async function writeImages(
  store: FileStore,
  listing: AgentListing,
  archive: ReadonlyMap<string, Uint8Array>,
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [path, bytes] of archive) {
    const sha256 = imageNameOf(path);
    if (sha256 === undefined) {
      continue;
    }
    const name = await findImage(store, listing, sha256, bytes, known.get(sha256));
    names.set(sha256, name ?? path.slice("images/".length));
    if (name === undefined) {
      await writeImage(store, listing, path, bytes);
    }
  }
  return names;
}

/**
 * Removes the images that nothing names any more (PKG-9): only files `<64 hex>.<ext>` whose bytes match their name.
 * `named` are the hashes that conversation.json names; any other `conversation*.json` in `agent/` keeps what its text
 * holds, readable or not.
 */
export async function removeOrphanImages(
  store: FileStore,
  listing: AgentListing,
  named: ReadonlySet<string>,
): Promise<void> {
  const candidates = [...listing.images].flatMap(([name, kind]) => {
    const sha256 = /^([0-9a-f]{64})\.[^./\\]+$/.exec(name)?.[1];
    return sha256 !== undefined && kind === "file" && !named.has(sha256)
      ? [{ path: `${imagesPath}/${name}`, sha256 }]
      : [];
  });
  const otherTexts = candidates.length === 0 ? [] : await readOtherConversations(store);
  for (const { path, sha256 } of candidates) {
    if (otherTexts === undefined || otherTexts.some((text) => text.includes(sha256))) {
      continue;
    }
    const bytes = await store.read(path);
    if (bytes !== undefined && (await hashBytes(bytes)) === sha256) {
      await store.remove(path);
    }
  }
}

async function findImage(
  store: FileStore,
  listing: AgentListing,
  sha256: string,
  bytes: Uint8Array,
  known: string | undefined,
): Promise<string | undefined> {
  if (known !== undefined && listing.images.get(known) === "file") {
    return known;
  }
  for (const [name, kind] of listing.images) {
    if (kind === "file" && imageNameOf(`images/${name}`) === sha256) {
      const there = await store.read(`${imagesPath}/${name}`);
      if (there !== undefined && haveSameBytes(there, bytes)) {
        return name;
      }
    }
  }
  return undefined;
}

async function writeImage(store: FileStore, listing: AgentListing, path: string, bytes: Uint8Array): Promise<void> {
  const target = `${agentPath}/${path}`;
  if (listing.images.get(path.slice("images/".length)) === "other") {
    await store.remove(target);
  }
  try {
    await store.write(target, bytes);
  } catch (error) {
    await store.remove(target).catch(() => undefined);
    throw error;
  }
}

/** The texts of `conversation*.json` but ours; undefined when one can't be read, so that it might name any image. */
async function readOtherConversations(store: FileStore): Promise<string[] | undefined> {
  const entries = await store.list(agentPath);
  const others = entries.filter(({ name }) => /^conversation.*\.json$/.test(name) && name !== "conversation.json");
  if (others.some(({ kind }) => kind !== "file")) {
    return undefined;
  }
  const files = await Promise.all(others.map(({ name }) => store.read(`${agentPath}/${name}`)));
  return files.map((bytes) => decodeHashes(bytes ?? new Uint8Array()));
}

/** Text in which a hash can be found whatever the encoding is: bytes as they are, without UTF-16's zero bytes. */
function decodeHashes(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes.filter((byte) => byte !== 0));
}
