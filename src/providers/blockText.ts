import { decodeBase64Text, encodeBase64 } from "../archive/base64.ts";
import { imageOmittedText } from "../archive/imageOmittedText.ts";
import type { ImageBlock, ToolCallBlock, ToolResultBlock } from "../archive/types.ts";
import { type MediaType, sniffMediaType } from "./mediaType.ts";

/** Stands where an image is that a model can't be shown. */
export const imageNotTakenText = "[Image: an image is here in a form that this model can't be shown.]";

/** What the model reads for a call that never got its result. */
const abortedText = "Tool execution aborted";

/** The bytes of an image by its SHA-256; undefined when they aren't kept any more. */
export type ReadImage = (sha256: string) => Uint8Array | undefined;

/** An image as models take it; `data` is Base64. */
export interface ShownImage {
  readonly mediaType: MediaType;
  readonly data: string;
}

/** The image, or the text that stands for one that is lost or of a kind that no model takes (IMG-3). */
export function showImage(block: ImageBlock, image: ReadImage): ShownImage | string {
  const bytes = image(block.sha256);
  if (bytes === undefined) return imageOmittedText;
  const mediaType = sniffMediaType(bytes);
  return mediaType === undefined ? imageNotTakenText : { mediaType, data: encodeBase64(bytes) };
}

/** The arguments as the model wrote them; bytes that aren't UTF-8 become U+FFFD. */
export function argumentsText(call: ToolCallBlock): string {
  return call.arguments ?? decodeBase64Text(call.argumentsBase64 ?? "");
}

/** What a call brought; a call that has no result was aborted. */
export function resultText(result: ToolResultBlock | undefined): string {
  if (result === undefined) return abortedText;
  return (result.content ?? decodeBase64Text(result.contentBase64 ?? "")).toWellFormed();
}

/** Whether a call failed; one without a result did. */
export function isFailed(result: ToolResultBlock | undefined): boolean {
  return result === undefined || result.isError;
}

/** Text that shows nothing, which APIs refuse. U+0085 and U+200B aren't white space to JavaScript, but show nothing either. */
export function isBlank(text: string): boolean {
  return /^[\s\u0085\u200b]*$/.test(text);
}
