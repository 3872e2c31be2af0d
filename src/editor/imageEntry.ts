import { readImageFacts } from "../conversation/imageSize.ts";

/** What every provider takes of one image: bytes, and pixels of the longer edge (IMG-5). */
const byteLimit = 3.75 * 1024 * 1024;
const edgeLimit = 1568;

export interface EnteringImage {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** Why an image can't be sent. The message is English, as the model is told it; who shows it chooses words by the kind. */
export class ImageRefusal extends Error {
  readonly kind: "noImage" | "empty" | "tooLarge";

  constructor(kind: ImageRefusal["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Draws an image again so that its longer edge has at most so many pixels. */
export type ScaleImage = (image: EnteringImage, edge: number) => Promise<EnteringImage>;

/**
 * Makes an image acceptable to every provider, once, before it enters the history: what is stored is what is sent from
 * then on (IMG-5). Its type is what its bytes say. One that is too large is drawn smaller where a panel can do that;
 * `scale` is undefined when none is open. Throws, saying why, when the image can't be sent.
 */
export async function acceptImage(bytes: Uint8Array, scale: ScaleImage | undefined): Promise<EnteringImage> {
  const facts = readImageFacts(bytes);
  if (facts === undefined)
    throw new ImageRefusal("noImage", "The image can't be sent: it is no PNG, JPEG, GIF or WebP image.");
  if (facts.width === 0 || facts.height === 0)
    throw new ImageRefusal("empty", "The image can't be sent: it has no pixels.");
  const image = { mimeType: facts.mimeType, bytes };
  if (Math.max(facts.width, facts.height) <= edgeLimit && bytes.byteLength <= byteLimit) return image;
  if (scale === undefined) {
    throw new ImageRefusal(
      "tooLarge",
      `The image can't be sent: it has ${facts.width} × ${facts.height} pixels and ${inMebibytes(bytes)} MiB, more than ${edgeLimit} pixels or 3.75 MiB, and no panel is open that could scale it.`,
    );
  }
  // A picture that stays too many bytes is drawn smaller until it fits.
  for (let edge = edgeLimit; edge >= edgeLimit / 8; edge = Math.floor(edge / 2)) {
    const scaled = await scale(image, edge);
    if (scaled.bytes.byteLength <= byteLimit) return scaled;
  }
  throw new ImageRefusal("tooLarge", "The image can't be sent: it stays larger than 3.75 MiB.");
}

function inMebibytes(bytes: Uint8Array): string {
  return (bytes.byteLength / 1024 / 1024).toFixed(1);
}
