import type { Block } from "../archive/types.ts";
import type { WaitingMessage } from "./waitingMessage.ts";

/** The blocks that open a turn: what the mode is, what the person wrote, then the images (TRN-1). Nothing in them varies with place or time. */
export function openingBlocks(message: WaitingMessage): Block[] {
  const text = `# This turn\nMode: ${message.mode}\n\n${message.text}`;
  return [
    { type: "text", text },
    ...message.images.map((image): Block => ({ type: "image", sha256: image.sha256, mimeType: image.mimeType })),
  ];
}
