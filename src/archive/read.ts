/** Reading `agent/`: never throws on what it finds, and never changes it (COM-2). */

import { fillDefaults } from "./defaults.ts";
import { hashBytes, imageReferences, omitImages } from "./images.ts";
import { parseJsonBytes } from "./jsonText.ts";
import { explainFault, isStoredConversation } from "./schemaFault.ts";
import type { ArchivedConversation } from "./types.ts";

/** Paths inside `agent/` (`conversation.json`, `images/<sha256>.png`) and the bytes that stand there. */
export type AgentFolder = ReadonlyMap<string, Uint8Array>;

/**
 * What a package holds. `images` are the bytes by their SHA-256: those that the conversation shows and that are whole.
 * `reason` is one sentence that says why and where.
 */
export type ReadOutcome =
  | { readonly kind: "empty" }
  | {
      readonly kind: "conversation";
      readonly conversation: ArchivedConversation;
      readonly images: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly kind: "unreadable"; readonly reason: string };

export type Decoded =
  | { readonly kind: "conversation"; readonly conversation: ArchivedConversation }
  | { readonly kind: "unreadable"; readonly reason: string };

/** An image file whose bytes match its name; `path` is inside `agent/`. */
export interface VerifiedImage {
  readonly path: string;
  readonly bytes: Uint8Array;
}

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
  return withImages(decoded.conversation, await verifyImages(decoded.conversation, folder));
}

/** Reads conversation.json alone; whether the images are there is asked by {@link verifyImages}. */
export function decodeConversation(bytes: Uint8Array): Decoded {
  const parsed = parseJsonBytes(bytes);
  if ("reason" in parsed) {
    return { kind: "unreadable", reason: parsed.reason };
  }
  return isStoredConversation(parsed.value)
    ? { kind: "conversation", conversation: fillDefaults(parsed.value) }
    : { kind: "unreadable", reason: explainFault(parsed.value) };
}

/** The files `images/<sha256>.*` that hold an image the conversation shows, by hash. Each file is hashed once at most. */
export async function verifyImages(
  conversation: ArchivedConversation,
  folder: AgentFolder,
): Promise<Map<string, VerifiedImage>> {
  const shown = new Set(imageReferences(conversation).map((image) => image.sha256));
  const files = [...folder].flatMap(([path, bytes]) => {
    const sha256 = imageNameOf(path);
    return sha256 !== undefined && shown.has(sha256) ? [{ path, bytes, sha256 }] : [];
  });
  const hashes = await Promise.all(files.map((file) => hashBytes(file.bytes)));
  return new Map(files.filter((file, index) => file.sha256 === hashes[index]).map((file) => [file.sha256, file]));
}

/** The hash that a path inside `agent/` is named by, when it is `images/<sha256>.*`. */
export function imageNameOf(path: string): string | undefined {
  return /^images\/([0-9a-f]{64})\.[^/\\]+$/.exec(path)?.[1];
}

/** The outcome of a conversation with the images that were found; the others read as omitted (COM-3). */
export function withImages(
  conversation: ArchivedConversation,
  verified: ReadonlyMap<string, VerifiedImage>,
): ReadOutcome {
  return {
    kind: "conversation",
    conversation: omitImages(conversation, (sha256) => verified.has(sha256)),
    images: new Map([...verified].map(([sha256, image]) => [sha256, image.bytes])),
  };
}
