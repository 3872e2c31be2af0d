import type { Block } from "../archive/types.ts";
import type { WaitingMessage } from "./waitingMessage.ts";

/** The blocks that open a turn: what the mode is, what the person wrote, the sections that changed, then the images (TRN-1). Nothing in them varies with place or time. */
export function openingBlocks(message: WaitingMessage, sections: readonly Block[] = []): Block[] {
  const text = `# This turn\nMode: ${message.mode}\n\n${message.text}`;
  return [
    { type: "text", text },
    ...sections,
    ...omittedImages(message),
    ...message.images.map((image): Block => ({ type: "image", sha256: image.sha256, mimeType: image.mimeType })),
  ];
}

/**
 * The images that a save had no room for while the message waited. They stand before the others: a save gives up the older
 * ones of a message first (IMG-2).
 */
function omittedImages(message: WaitingMessage): Block[] {
  const { imagesOmitted } = message as { readonly imagesOmitted?: unknown };
  if (!Array.isArray(imagesOmitted)) return [];
  return imagesOmitted.flatMap((image: unknown): Block[] => {
    const mimeType = mimeTypeOf(image);
    return mimeType === undefined ? [] : [{ type: "imageOmitted", mimeType }];
  });
}

function mimeTypeOf(image: unknown): string | undefined {
  if (typeof image !== "object" || image === null) return undefined;
  const { mimeType } = image as { readonly mimeType?: unknown };
  return typeof mimeType === "string" ? mimeType : undefined;
}
