/** What a save compares with, so that an unchanged conversation writes nothing (PKG-10). */

import { haveSameEncoding } from "../archive/encodedConversation.ts";
import { shownImages } from "../archive/images.ts";
import type { ArchivedConversation } from "../archive/types.ts";

/** The live conversation when its file was last read or written, and the images that it showed without having their bytes. */
export interface Baseline {
  readonly conversation: ArchivedConversation;
  /** By hash. */
  readonly lacking: readonly string[];
}

export function baselineOf(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>): Baseline {
  const hashes = new Set(shownImages(conversation).map((image) => image.sha256));
  return { conversation, lacking: [...hashes].filter((sha256) => !images.has(sha256)) };
}

/** Costs nothing for the same object, little where the lists hold the same entries. */
export function isUnchanged(
  { conversation, lacking }: Baseline,
  now: ArchivedConversation,
  images: ReadonlyMap<string, Uint8Array>,
): boolean {
  return !lacking.some((sha256) => images.has(sha256)) && haveSameEncoding(conversation, now);
}
