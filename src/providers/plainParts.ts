import { imageOmittedText } from "../archive/imageOmittedText.ts";
import type { Block, Message } from "../archive/types.ts";
import {
  imageNotTakenText,
  isBlank,
  isFailed,
  type ReadImage,
  resultText,
  type ShownImage,
  showImage,
} from "./blockText.ts";
import type { PairedCall } from "./historyParts.ts";

/** A text, or an image, that a model is shown. */
export type Part = string | ShownImage;

/** How a model takes images: by their bytes, or not at all. */
export interface ImageOptions {
  readonly image: ReadImage;
  /** False for a model without eyes, which reads a text in an image's place (PRV-2). */
  readonly takesImages: boolean;
}

/** What stands for an empty result, which some servers refuse. */
const emptyResultText = "(The tool gave no output.)";

/** The blocks of messages of the person or a tool, without calls and results, and without blank text. */
export function userParts(messages: readonly Message[], options: ImageOptions): Part[] {
  return messages.flatMap(({ content }) => content.flatMap((block) => userPart(block, options)));
}

/** The text of a block of the model's own message; undefined where there is none to show. */
export function assistantText(block: Block): string | undefined {
  switch (block.type) {
    case "text":
      return isBlank(block.text) ? undefined : block.text.toWellFormed();
    case "image":
      return imageNotTakenText;
    case "imageOmitted":
      return imageOmittedText;
    case "toolCall":
    case "toolResult":
      return undefined;
  }
}

/** What a call brought. Most APIs have no mark for an error, so that one says so in its words. */
export function resultOutput({ result }: PairedCall): string {
  const text = resultText(result);
  const said = isBlank(text) ? emptyResultText : text;
  return isFailed(result) && !/^\s*error\b/i.test(said) ? `Error: ${said}` : said;
}

/** An image as an address that holds its bytes. */
export function dataUrl({ mediaType, data }: ShownImage): string {
  return `data:${mediaType};base64,${data}`;
}

function userPart(block: Block, { image, takesImages }: ImageOptions): Part[] {
  switch (block.type) {
    case "text":
      return isBlank(block.text) ? [] : [block.text.toWellFormed()];
    case "image": {
      const shown = showImage(block, image);
      return [takesImages || typeof shown === "string" ? shown : imageNotTakenText];
    }
    case "imageOmitted":
      return [imageOmittedText];
    case "toolCall":
    case "toolResult":
      return [];
  }
}
