/** Messages that wait in the queue or were handed back to the composer (FMT-8). */

export const modes = ["Just do it", "Ask first", "Discuss"] as const;
/** What the agent may do on its own in a turn (TRN-2). */
export type Mode = (typeof modes)[number];
export const defaultMode: Mode = "Just do it";

export interface ImageReference {
  readonly sha256: string;
  readonly mimeType: string;
}

/** A message that hasn't become a turn. Further keys of an entry that was read stay on it. */
export interface WaitingMessage {
  readonly id: string;
  readonly text: string;
  readonly images: readonly ImageReference[];
  readonly mode: Mode;
  /** The item of the message that this one is an edit of: sent while that one opens the last turn, it takes the turn's place. */
  readonly revises?: string;
}

/** The entry as a message of ours, or undefined when it is something else: then it is kept and shown, never sent (FMT-5). */
export function asWaitingMessage(entry: unknown): WaitingMessage | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { id, text, images, mode } = entry as Partial<Record<keyof WaitingMessage, unknown>>;
  if (typeof id !== "string" || id === "" || typeof text !== "string") return undefined;
  if (images !== undefined && !(Array.isArray(images) && images.every(isImageReference))) return undefined;
  return { ...entry, id, text, images: images ?? [], mode: modes.find((known) => known === mode) ?? defaultMode };
}

function isImageReference(value: unknown): value is ImageReference {
  if (typeof value !== "object" || value === null) return false;
  const { sha256, mimeType } = value as Partial<Record<keyof ImageReference, unknown>>;
  return typeof sha256 === "string" && typeof mimeType === "string";
}
