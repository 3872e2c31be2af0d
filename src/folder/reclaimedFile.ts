/**
 * `agent/reclaimed.json`: the tool results that were put aside (CMP-8). A history may stand for what is in it, so what a save
 * adds is written before conversation.json, and what it takes away goes after it: a death in between leaves every result that
 * the conversation on disk can ask for (PKG-9).
 */

import { decodeReclaimed, encodeReclaimed, type ReclaimedResult, reclaimedName } from "../archive/reclaimed.ts";
import { type AgentListing, pendingReclaimedPath, reclaimedPath } from "./agentListing.ts";
import { removeLeftover, replaceFile } from "./conversationFile.ts";
import type { FileStore } from "./fileStore.ts";

/**
 * What the file holds. `isWhole` false: something stands there that couldn't be read, now or ever. It is left alone until
 * there is something to put into it.
 */
export interface KnownReclaimed {
  readonly results: readonly ReclaimedResult[];
  readonly isWhole: boolean;
}

export const nothingReclaimed: KnownReclaimed = { results: [], isWhole: true };

const pendingName = `${reclaimedName}.new`;

/** Reads what was put aside. Never rejects: a file that can't be read keeps no conversation from being opened (CMP-8). */
export async function readReclaimed(store: FileStore, listing: AgentListing): Promise<KnownReclaimed> {
  const kind = listing.entries.get(reclaimedName);
  try {
    if (kind === undefined) return await readPending(store, listing);
    // A link is never followed (IMG-4).
    return kind === "file" ? await readFile(store) : { results: [], isWhole: false };
  } catch {
    return { results: [], isWhole: false };
  }
}

/**
 * Before conversation.json is written: makes the file hold these results besides those that it holds. Writes nothing where it
 * does already.
 */
export async function addReclaimed(
  store: FileStore,
  listing: AgentListing,
  known: KnownReclaimed,
  results: readonly ReclaimedResult[],
): Promise<KnownReclaimed> {
  const kind = listing.entries.get(reclaimedName);
  const isThere = kind === "file" && known.isWhole;
  if (results.length === 0 || (isThere && known.results === results)) return known;
  if (kind === "folder") {
    throw new Error(`The conversation was not saved: ${reclaimedPath} is a folder. Move it away and save again.`);
  }
  // The .new may be the only copy of what is there.
  const isRescued = kind === undefined && (await readPending(store, listing)).results.length > 0;
  if (isRescued) await store.replace(pendingReclaimedPath, reclaimedPath);
  const there = isRescued || kind === "file" ? await readFile(store) : nothingReclaimed;
  const ours = new Set(results.map(keyOf));
  const all = [...there.results.filter((result) => !ours.has(keyOf(result))), ...results];
  if (isSame(there.results, all)) return { results: there.results, isWhole: known.isWhole };
  await replaceFile(store, encodeReclaimed(all), reclaimedName);
  return { results: all.length === results.length ? results : all, isWhole: known.isWhole };
}

/**
 * After conversation.json is written: makes the file hold these results only, and removes it when there are none. What couldn't
 * be read when the package was opened stays: nobody knows what the conversation needs of it.
 */
export async function keepReclaimed(
  store: FileStore,
  listing: AgentListing,
  known: KnownReclaimed,
  results: readonly ReclaimedResult[],
): Promise<KnownReclaimed> {
  if (!known.isWhole) return known;
  if (results.length > 0) {
    if (!isSame(known.results, results)) await replaceFile(store, encodeReclaimed(results), reclaimedName);
    if (listing.entries.has(pendingName)) await removeLeftover(store, reclaimedName);
    return { results, isWhole: true };
  }
  if (listing.entries.get(pendingName) === "file") await store.remove(pendingReclaimedPath);
  if (listing.entries.get(reclaimedName) === "file" && (await readReclaimed(store, listing)).isWhole) {
    await store.remove(reclaimedPath);
  }
  return nothingReclaimed;
}

/** Removes the file with the conversation that it belongs to, whatever is in it. */
export async function removeReclaimed(store: FileStore, listing: AgentListing): Promise<void> {
  for (const [name, path] of [
    [pendingName, pendingReclaimedPath],
    [reclaimedName, reclaimedPath],
  ] as const) {
    const kind = listing.entries.get(name);
    // A folder of that name is none of ours.
    if (kind !== undefined && kind !== "folder") await store.remove(path);
  }
}

/** A whole `.new` counts only where the file itself is missing (PKG-9). */
async function readPending(store: FileStore, listing: AgentListing): Promise<KnownReclaimed> {
  if (listing.entries.get(pendingName) !== "file") return nothingReclaimed;
  const bytes = await store.read(pendingReclaimedPath);
  return { results: (bytes && decodeReclaimed(bytes)) ?? [], isWhole: true };
}

/** Rejects with what the file system says: what can't be read for a moment mustn't be written over. */
async function readFile(store: FileStore): Promise<KnownReclaimed> {
  const bytes = await store.read(reclaimedPath);
  const results = bytes && decodeReclaimed(bytes);
  return results === undefined ? { results: [], isWhole: false } : { results, isWhole: true };
}

function isSame(a: readonly ReclaimedResult[], b: readonly ReclaimedResult[]): boolean {
  return a === b || (a.length === b.length && a.every((result, index) => keyOf(result) === keyOf(b[index])));
}

/** What tells a result from others: all of it. */
function keyOf(result: ReclaimedResult | undefined): string {
  return JSON.stringify([result?.callID, result?.toolName, result?.content, result?.contentBase64]);
}
