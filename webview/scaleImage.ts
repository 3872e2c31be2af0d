import type { WireImage } from "../src/protocol/index.ts";
import { decodeBytes, encodeBlob } from "./base64.ts";

/**
 * Draws an image so that its longer edge has at most so many pixels, and never larger (IMG-5). JPEG stays JPEG; all else
 * becomes PNG, which loses nothing but the movement of an animation. Rejects, saying so, for what no browser can draw.
 */
export async function scaleImage(image: WireImage, edge: number): Promise<WireImage> {
  const bitmap = await decode(image);
  try {
    const factor = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * factor));
    const height = Math.max(1, Math.round(bitmap.height * factor));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("there is no canvas.");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    const type = image.mimeType === "image/jpeg" ? "image/jpeg" : "image/png";
    const blob = await canvas.convertToBlob({ type, quality: 0.9 });
    return { mimeType: blob.type, data: await encodeBlob(blob) };
  } finally {
    bitmap.close();
  }
}

/** What a browser says of a picture that it can't draw tells nobody what is wrong with it. */
async function decode({ data, mimeType }: WireImage): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([decodeBytes(data)], { type: mimeType }));
  } catch (cause) {
    throw new Error("The image can't be scaled: it is damaged, or too large to be drawn.", { cause });
  }
}
