/** Reading `agent/`: never throws on what it finds, and never changes it (COM-2). */

import { fillDefaults } from "./defaults.ts";
import { checkImages, type ImageCheck, type OmittedImage } from "./imageCheck.ts";
import { mapImageBlocks, omitKeepingHash } from "./images.ts";
import { parseJsonBytes } from "./jsonText.ts";
import { decodeReclaimed, reclaimedName, withReclaimedResults } from "./reclaimed.ts";
import type { StoredConversation } from "./schema.ts";
import { explainFault, isStoredConversation } from "./schemaFault.ts";
import type { ArchivedConversation } from "./types.ts";

/** Paths inside `agent/` (`conversation.json`, `images/<sha256>.png`) and the bytes that stand there. */
export type AgentFolder = ReadonlyMap<string, Uint8Array>;

/**
 * What a package holds. `images` are the bytes by their SHA-256: those that the conversation shows and that are whole;
 * `omitted` are the others that it shows, and why they can't be shown (COM-3). `reason` is one sentence that says why and
 * where.
 */
export type ReadOutcome =
  | { readonly kind: "empty" }
  | {
      readonly kind: "conversation";
      readonly conversation: ArchivedConversation;
      readonly images: ReadonlyMap<string, Uint8Array>;
      readonly omitted: readonly OmittedImage[];
    }
  | Unreadable;

/** `isReplaceable` false: what stands there can't be written over either, such as a link. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly reason: string;
  readonly isReplaceable?: false;
}

/** `stored` is the conversation as it was parsed, without what its missing keys read as. */
export type Decoded =
  | {
      readonly kind: "conversation";
      readonly conversation: ArchivedConversation;
      readonly stored: StoredConversation;
    }
  | Unreadable;

/** Reads the saved conversation of a package (COM-1 to COM-4). */
export async function readArchive(folder: AgentFolder): Promise<ReadOutcome> {
  const bytes = folder.get("conversation.json");
  if (bytes === undefined) {
    return { kind: "empty" };
  }
  const decoded = decodeConversation(bytes);
  if (decoded.kind === "unreadable") {
    return decoded;
  }
  const conversation = withReclaimedFile(decoded.conversation, folder.get(reclaimedName));
  return withImages(conversation, await checkImages(conversation, folder));
}

/** The conversation with what its reclaimed.json holds; one that can't be read is as good as none (CMP-8). */
function withReclaimedFile(conversation: ArchivedConversation, bytes: Uint8Array | undefined): ArchivedConversation {
  const results = bytes === undefined ? undefined : decodeReclaimed(bytes);
  return results === undefined || results.length === 0 ? conversation : withReclaimedResults(conversation, results);
}

/** Reads conversation.json alone; whether the images are there is asked by {@link checkImages}. */
export function decodeConversation(bytes: Uint8Array): Decoded {
  const parsed = parseJsonBytes(bytes);
  if ("reason" in parsed) {
    return { kind: "unreadable", reason: parsed.reason };
  }
  const stored = parsed.value;
  return isStoredConversation(stored)
    ? { kind: "conversation", conversation: fillDefaults(stored), stored }
    : { kind: "unreadable", reason: explainFault(stored) };
}

/** The outcome of a conversation with the images that were found; the others read as omitted (COM-3). */
export function withImages(conversation: ArchivedConversation, { verified, omitted }: ImageCheck): ReadOutcome {
  return {
    kind: "conversation",
    conversation: mapImageBlocks(conversation, (block) =>
      verified.has(block.sha256) ? block : omitKeepingHash(block),
    ),
    images: new Map([...verified].map(([sha256, image]) => [sha256, image.bytes])),
    omitted,
  };
}
