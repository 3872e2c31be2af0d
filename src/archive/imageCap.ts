/** Which images a document keeps: 20 MiB of them, the newest first (IMG-2). */

import { isSha256, waitingImages } from "./images.ts";
import type { ArchivedConversation } from "./types.ts";

/** What the images of one document may take on disk, in bytes; exactly so many still fit. */
export const imageCapBytes = 20_971_520;

/**
 * The hashes of the images that don't fit: newest first, each counted once at its newest place, the first that is too
 * much and every older one. Images without bytes here take no room and are none of these.
 */
export function imagesOverCap(
  conversation: ArchivedConversation,
  images: ReadonlyMap<string, Uint8Array>,
): ReadonlySet<string> {
  const counted = new Set<string>();
  const over = new Set<string>();
  let total = 0;
  for (const sha256 of newestFirst(conversation)) {
    const size = images.get(sha256)?.length;
    if (size === undefined || counted.has(sha256) || !isSha256(sha256)) {
      continue;
    }
    counted.add(sha256);
    total += size;
    if (total > imageCapBytes) {
      // What is over stays over: the sum only grows from here on.
      over.add(sha256);
    }
  }
  return over;
}

/** The hashes as they are shown, from the last handed-back message to the first block of the history. */
function* newestFirst(conversation: ArchivedConversation): Generator<string> {
  for (const waiting of [conversation.unsent, conversation.queued]) {
    for (const message of waiting.toReversed()) {
      yield* waitingImages(message)
        .map((image) => image.sha256)
        .reverse();
    }
  }
  for (let index = conversation.history.length - 1; index >= 0; index -= 1) {
    const content = conversation.history[index]?.content ?? [];
    for (let at = content.length - 1; at >= 0; at -= 1) {
      const block = content[at];
      if (block?.type === "image") {
        yield block.sha256;
      }
    }
  }
}
