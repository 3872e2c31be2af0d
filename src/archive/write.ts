import { encodeConversation } from "./canonicalJson.ts";
import { isEmptyConversation } from "./defaults.ts";
import { imagePath, imageReferences, isSha256, omitImages } from "./images.ts";
import type { ArchivedConversation } from "./types.ts";

/**
 * The files of `agent/` for a conversation: none when there is nothing in it (PKG-5), else `conversation.json` and each
 * image it shows, once. `images` are bytes by their SHA-256, taken at their word; an `image` block without bytes there is
 * written as `imageOmitted` and keeps its hash (COM-3).
 */
export async function writeArchive(
  conversation: ArchivedConversation,
  images: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  if (isEmptyConversation(conversation)) {
    return files;
  }
  const written = new Set<string>();
  for (const image of imageReferences(conversation)) {
    const bytes = images.get(image.sha256);
    if (bytes !== undefined && !written.has(image.sha256)) {
      written.add(image.sha256);
      files.set(imagePath(image), bytes);
    }
  }
  const stored = omitImages(conversation, (sha256) => isSha256(sha256) && images.has(sha256));
  return files.set("conversation.json", encodeConversation(stored));
}
