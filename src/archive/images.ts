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
 * The images whose bytes belong to the conversation: its `image` blocks, and those of queued and handed-back messages.
 * In that order, repeated as often as they are shown; only well-formed hashes.
 */
export function imageReferences(conversation: ArchivedConversation): ImageReference[] {
  const blocks = conversation.history.flatMap((message) => message.content);
  const waiting = [...conversation.queued, ...conversation.unsent].flatMap(imagesOfWaitingMessage);
  return [...blocks.filter((block) => block.type === "image"), ...waiting].filter((image) => isSha256(image.sha256));
}

/**
 * Every hash that keeps an image file from being removed (PKG-9): those of {@link imageReferences}; those that
 * `imageOmitted` blocks kept for a file that may still come (COM-3); and whatever a queued or handed-back message that
 * isn't ours may mean by a hash, wherever it stands in it.
 */
export function namedImages(conversation: ArchivedConversation): Set<string> {
  const inBlocks = conversation.history.flatMap((message) => message.content.map((block) => block.sha256));
  const inWaiting = [...conversation.queued, ...conversation.unsent].flatMap(stringsInside);
  return new Set([...inBlocks, ...inWaiting].filter((text) => typeof text === "string").filter(isSha256));
}

function stringsInside(value: unknown): string[] {
  if (typeof value === "string") {
    return [value];
  }
  return isRecord(value) ? Object.values(value).flatMap(stringsInside) : [];
}

/** The conversation with each `image` block that `isKept` denies turned into an `imageOmitted` with the same keys. */
export function omitImages(
  conversation: ArchivedConversation,
  isKept: (sha256: string) => boolean,
): ArchivedConversation {
  const isLost = (block: Block): block is ImageBlock => block.type === "image" && !isKept(block.sha256);
  const history = conversation.history.map(
    (message): Message =>
      message.content.some(isLost)
        ? { ...message, content: message.content.map((block) => (isLost(block) ? omit(block) : block)) }
        : message,
  );
  return { ...conversation, history };
}

function omit(block: ImageBlock): ImageOmittedBlock {
  return { ...block, type: "imageOmitted" };
}

/** Queued and handed-back messages are open (FMT-5): what isn't `{images: [{sha256}]}` shows no image. */
function imagesOfWaitingMessage(message: unknown): ImageReference[] {
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
