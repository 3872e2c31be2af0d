/** Images by the SHA-256 of their bytes (IMG-1): which ones a conversation names, and whether their files hold them. */

import type { ArchivedConversation, Block, ImageBlock, ImageOmittedBlock, Message } from "./types.ts";

/** An image that a history message, or a queued or handed-back one, shows. */
export interface ImageReference {
  readonly sha256: string;
  readonly mimeType: string;
}

const extensions: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/jpg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

/** Whether a text can name an image: 64 lower-case hexadecimal digits, so never a path (IMG-4). */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export async function hashBytes(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", isUnshared(bytes) ? bytes : new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

/** The path inside `agent/` that an image is written to. A type that is none of ours gets `png`: readers go by the hash. */
export function imagePath(image: ImageReference): string {
  return `images/${image.sha256}.${extensions.get(image.mimeType.toLowerCase()) ?? "png"}`;
}

/**
 * The images that the conversation shows: its `image` blocks, then those of queued and handed-back messages, repeated as
 * often as they are shown. Whatever stands there as a hash.
 */
export function shownImages(conversation: ArchivedConversation): ImageReference[] {
  const shown: ImageReference[] = [];
  for (const message of conversation.history) {
    for (const block of message.content) {
      if (block.type === "image") {
        shown.push(block);
      }
    }
  }
  return [...shown, ...[...conversation.queued, ...conversation.unsent].flatMap(waitingImages)];
}

/** Those of {@link shownImages} that can be files: the ones with well-formed hashes. */
export function imageReferences(conversation: ArchivedConversation): ImageReference[] {
  return shownImages(conversation).filter((image) => isSha256(image.sha256));
}

/**
 * Every hash that keeps an image file from being removed (PKG-9): those of {@link imageReferences}; those that
 * `imageOmitted` blocks kept for a file that may still come (COM-3); and whatever a queued or handed-back message that
 * isn't ours may mean by a hash, wherever it stands in it.
 */
export function namedImages(conversation: ArchivedConversation): Set<string> {
  const named = new Set([...conversation.queued, ...conversation.unsent].flatMap(stringsInside).filter(isSha256));
  for (const message of conversation.history) {
    for (const { sha256 } of message.content) {
      if (typeof sha256 === "string" && isSha256(sha256)) {
        named.add(sha256);
      }
    }
  }
  return named;
}

function stringsInside(value: unknown): string[] {
  if (typeof value === "string") {
    return [value];
  }
  return isRecord(value) ? Object.values(value).flatMap(stringsInside) : [];
}

/** The conversation with other blocks in the place of its `image` blocks; messages that stay as they are stay the same objects. */
export function mapImageBlocks(
  conversation: ArchivedConversation,
  map: (block: ImageBlock) => Block,
): ArchivedConversation {
  let isChanged = false;
  const history = conversation.history.map((message): Message => {
    if (!message.content.some((block) => block.type === "image")) {
      return message;
    }
    const content = message.content.map((block) => (block.type === "image" ? map(block) : block));
    if (content.every((block, index) => block === message.content[index])) {
      return message;
    }
    isChanged = true;
    return { ...message, content };
  });
  return isChanged ? { ...conversation, history } : conversation;
}

/** The block of an image that isn't there now; its file may still come (COM-3). */
export function omitKeepingHash(block: ImageBlock): ImageOmittedBlock {
  return { ...block, type: "imageOmitted" };
}

/** The images of a queued or handed-back message. It is open (FMT-5): what isn't `{images: [{sha256}]}` shows none. */
export function waitingImages(message: unknown): ImageReference[] {
  const images: unknown = isRecord(message) ? message.images : undefined;
  return Array.isArray(images) ? images.flatMap(imageOfWaitingMessage) : [];
}

function imageOfWaitingMessage(image: unknown): ImageReference[] {
  if (!isRecord(image) || typeof image.sha256 !== "string") {
    return [];
  }
  return [{ sha256: image.sha256, mimeType: typeof image.mimeType === "string" ? image.mimeType : "" }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
