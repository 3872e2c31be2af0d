/** The conversation as a save stores it: the images that aren't kept are said to be omitted. The live one stays as it is. */

import { imagesOverCap } from "./imageCap.ts";
import { isSha256, mapImageBlocks, omitKeepingHash } from "./images.ts";
import { withoutReclaimed } from "./reclaimed.ts";
import type { ArchivedConversation, Block, ImageBlock } from "./types.ts";

/**
 * `images` are the bytes by SHA-256. An image over the cap becomes an `imageOmitted` without its hash, so that its file
 * goes (IMG-2); one without bytes keeps its hash, because its file may still come (COM-3). A queued or handed-back
 * message moves what it loses from its `images` to its `imagesOmitted`: its text stays ours to send. Results that were put
 * aside stand in a file of their own (CMP-8).
 */
export function storedForm(
  conversation: ArchivedConversation,
  images: ReadonlyMap<string, Uint8Array>,
): ArchivedConversation {
  const over = imagesOverCap(conversation, images);
  const stored = mapImageBlocks(withoutReclaimed(conversation), (block) => {
    if (over.has(block.sha256)) {
      return omitForGood(block);
    }
    return isSha256(block.sha256) && images.has(block.sha256) ? block : omitKeepingHash(block);
  });
  if (over.size === 0) {
    return stored;
  }
  const withoutOver = (message: unknown) => withoutImages(message, over);
  return { ...stored, queued: stored.queued.map(withoutOver), unsent: stored.unsent.map(withoutOver) };
}

function omitForGood({ sha256: _, ...block }: ImageBlock): Block {
  return { ...block, type: "imageOmitted" };
}

function withoutImages(message: unknown, over: ReadonlySet<string>): unknown {
  if (!isRecord(message) || !Array.isArray(message.images)) {
    return message;
  }
  const images: readonly unknown[] = message.images;
  const isOver = (image: unknown): image is Readonly<Record<string, unknown>> =>
    isRecord(image) && typeof image.sha256 === "string" && over.has(image.sha256);
  const lost = images.filter(isOver);
  if (lost.length === 0) {
    return message;
  }
  return {
    ...message,
    images: images.filter((image) => !isOver(image)),
    imagesOmitted: [message.imagesOmitted ?? [], lost.map(({ sha256: _, ...image }) => image)].flat(),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
