import type { Block, Item } from "../archive/types.ts";
import { type Mode, modes, type WaitingMessage } from "./waitingMessage.ts";

/** The blocks that open a turn: what the mode is, what the person wrote, the sections that changed, then the images (TRN-1). Nothing in them varies with place or time. */
export function openingBlocks(message: WaitingMessage, sections: readonly Block[] = []): Block[] {
  const text = `${opening}${message.mode}\n\n${message.text}`;
  return [
    { type: "text", text },
    ...sections,
    ...omittedImages(message),
    ...message.images.map((image): Block => ({ type: "image", sha256: image.sha256, mimeType: image.mimeType })),
  ];
}

const opening = "# This turn\nMode: ";

/** What the person wrote in a message that opens a turn; undefined where it isn't one of ours. A mode of another version is none. */
export function readOpening(content: readonly Block[]): { readonly text: string; readonly mode?: Mode } | undefined {
  const [first] = content;
  if (first?.type !== "text" || !first.text.startsWith(opening)) return undefined;
  const end = first.text.indexOf("\n\n", opening.length);
  if (end < 0) return undefined;
  const mode = modes.find((known) => known === first.text.slice(opening.length, end));
  return { text: first.text.slice(end + 2), ...(mode === undefined ? {} : { mode }) };
}

/** The message as the panel shows it, with the hashes of its images (FMT-4). */
export function userItem({ text, images }: WaitingMessage, id: string): Item {
  const item: Item = { id, type: "user", text, hasImage: images.length > 0 };
  return images.length === 0 ? item : { ...item, images: images.map(({ sha256 }) => sha256) };
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
