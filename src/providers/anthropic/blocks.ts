import { imageOmittedText } from "../../archive/imageOmittedText.ts";
import type { Block, ImageBlock } from "../../archive/types.ts";
import {
  argumentsText,
  imageNotTakenText,
  isBlank,
  isFailed,
  type ReadImage,
  resultText,
  showImage,
} from "../blockText.ts";
import type { PairedCall } from "../historyParts.ts";
import { wireToolName } from "../toolIds.ts";
import { readToolInput } from "../toolInput.ts";
import type { WireBlock, WireImage, WireText, WireToolResult, WireToolUse } from "./wire.ts";

const longestName = 128;

/** A block that isn't a call or a result, for a message of the person or a tool; undefined when it is left out. */
export function userBlock(block: Block, image: ReadImage): WireBlock | undefined {
  switch (block.type) {
    case "text":
      return textBlock(block.text);
    case "image":
      return imageBlock(block, image);
    case "imageOmitted":
      return textBlock(imageOmittedText);
    case "toolCall":
    case "toolResult":
      return undefined;
  }
}

/** Like {@link userBlock}, for the model's own message, where the API takes no images. */
export function assistantBlock(block: Block): WireText | undefined {
  switch (block.type) {
    case "text":
      return textBlock(block.text);
    case "image":
      return textBlock(imageNotTakenText);
    case "imageOmitted":
      return textBlock(imageOmittedText);
    case "toolCall":
    case "toolResult":
      return undefined;
  }
}

export function toolUseBlock({ block, wireId }: PairedCall): WireToolUse {
  const input = readToolInput(argumentsText(block));
  return { type: "tool_use", id: wireId, name: wireToolName(block.name, longestName), input };
}

/** The result of a call, or the error that stands for a missing one. */
export function toolResultBlock({ wireId, result }: PairedCall): WireToolResult {
  const text = resultText(result);
  return {
    type: "tool_result",
    tool_use_id: wireId,
    ...(isBlank(text) ? {} : { content: text }),
    ...(isFailed(result) ? { is_error: true } : {}),
  };
}

function textBlock(text: string): WireText | undefined {
  return isBlank(text) ? undefined : { type: "text", text: text.toWellFormed() };
}

function imageBlock(block: ImageBlock, image: ReadImage): WireImage | WireText | undefined {
  const shown = showImage(block, image);
  if (typeof shown === "string") return textBlock(shown);
  return { type: "image", source: { type: "base64", media_type: shown.mediaType, data: shown.data } };
}
