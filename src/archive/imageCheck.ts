/** Whether the images that a conversation shows are there, and why not (COM-3, COM-4, IMG-4). */

import { hashBytes, isSha256, shownImages } from "./images.ts";
import { isLfsPointer } from "./lfsPointer.ts";
import type { ArchivedConversation } from "./types.ts";

/**
 * Why an image could not be shown. `missing`: no file of its name. `wrongBytes`: the file holds something else.
 * `lfsPointer`: Git LFS didn't download it. `link`: a link stands in its place. `badName`: what names it is no SHA-256.
 */
export type ImageFault = "missing" | "wrongBytes" | "lfsPointer" | "link" | "badName";

/** `sha256` is what the conversation says, which may be any text. */
export interface OmittedImage {
  readonly sha256: string;
  readonly cause: ImageFault;
}

/** An image file whose bytes match its name; `path` is inside `agent/`. */
export interface VerifiedImage {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ImageCheck {
  /** By hash. */
  readonly verified: ReadonlyMap<string, VerifiedImage>;
  /** The others that the conversation shows, each once, in its order. */
  readonly omitted: readonly OmittedImage[];
}

/** The hash that a path inside `agent/` is named by, when it is `images/<sha256>.*`. */
export function imageNameOf(path: string): string | undefined {
  return /^images\/([0-9a-f]{64})\.[^/\\]+$/.exec(path)?.[1];
}

/** `files` are the bytes by path inside `agent/`, `links` the paths where a link stands. Each file is hashed once at most. */
export async function checkImages(
  conversation: ArchivedConversation,
  files: ReadonlyMap<string, Uint8Array>,
  links: readonly string[] = [],
): Promise<ImageCheck> {
  const shown = new Set(shownImages(conversation).map((image) => image.sha256));
  const named = [...files].flatMap(([path, bytes]) => {
    const sha256 = imageNameOf(path);
    return sha256 !== undefined && shown.has(sha256) ? [{ path, bytes, sha256 }] : [];
  });
  const hashes = await Promise.all(named.map((file) => hashBytes(file.bytes)));
  const verified = new Map(
    named.filter((file, index) => file.sha256 === hashes[index]).map((file) => [file.sha256, file]),
  );
  const faults = new Map<string, ImageFault>();
  for (const path of links) {
    faults.set(imageNameOf(path) ?? "", "link");
  }
  for (const { sha256, bytes } of named) {
    faults.set(sha256, isLfsPointer(bytes) || faults.get(sha256) === "lfsPointer" ? "lfsPointer" : "wrongBytes");
  }
  const causeOf = (sha256: string) => (isSha256(sha256) ? (faults.get(sha256) ?? "missing") : "badName");
  const omitted = [...shown].filter((sha256) => !verified.has(sha256));
  return { verified, omitted: omitted.map((sha256) => ({ sha256, cause: causeOf(sha256) })) };
}
