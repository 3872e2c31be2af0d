import { isEmptyConversation } from "./defaults.ts";
import { encodeConversation } from "./encodedConversation.ts";
import { imagePath, imageReferences } from "./images.ts";
import { capReclaimed, encodeReclaimed, reclaimedName, reclaimedResults } from "./reclaimed.ts";
import { storedForm } from "./storedForm.ts";
import type { ArchivedConversation } from "./types.ts";

/**
 * The files of `agent/` for a conversation: none when there is nothing in it (PKG-5), else `conversation.json`, each
 * image that is kept, once (IMG-2), and `reclaimed.json` where results were put aside (CMP-8). `images` are bytes by their SHA-256, taken at their word; an `image` block without
 * bytes there is written as `imageOmitted` and keeps its hash (COM-3).
 */
export async function writeArchive(
  conversation: ArchivedConversation,
  images: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  if (isEmptyConversation(conversation)) {
    return new Map();
  }
  const stored = storedForm(conversation, images);
  const files = imageFilesOf(stored, images).set("conversation.json", encodeConversation(stored));
  const reclaimed = capReclaimed(reclaimedResults(conversation));
  return reclaimed.length === 0 ? files : files.set(reclaimedName, encodeReclaimed(reclaimed));
}

/** The image files of a conversation in its stored form, by their path inside `agent/`. */
export function imageFilesOf(
  stored: ArchivedConversation,
  images: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const written = new Set<string>();
  for (const image of imageReferences(stored)) {
    const bytes = images.get(image.sha256);
    if (bytes !== undefined && !written.has(image.sha256)) {
      written.add(image.sha256);
      files.set(imagePath(image), bytes);
    }
  }
  return files;
}
