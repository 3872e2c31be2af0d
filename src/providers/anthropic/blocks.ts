import { decodeBase64Text, encodeBase64 } from "../../archive/base64.ts";
import { imageOmittedText } from "../../archive/imageOmittedText.ts";
import type { Block, ImageBlock, ToolCallBlock, ToolResultBlock } from "../../archive/types.ts";
import { sniffMediaType } from "./mediaType.ts";
import { wireToolName } from "./toolIds.ts";
import { readToolInput } from "./toolInput.ts";
import type { WireBlock, WireImage, WireText, WireToolResult, WireToolUse } from "./wire.ts";

/** Stands where an image is that this provider can't be shown. */
const imageNotTakenText = "[Image: an image is here in a form that this model can't be shown.]";

/** What the model reads for a call that never got its result. */
const abortedText = "Tool execution aborted";

export type ReadImage = (sha256: string) => Uint8Array | undefined;

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

export function toolUseBlock(call: ToolCallBlock, wireId: string): WireToolUse {
  const text = call.arguments ?? decodeBase64Text(call.argumentsBase64 ?? "");
  return { type: "tool_use", id: wireId, name: wireToolName(call.name), input: readToolInput(text) };
}

/** The result of a call, or the error that stands for a missing one. */
export function toolResultBlock(result: ToolResultBlock | undefined, wireId: string): WireToolResult {
  const text = resultText(result).toWellFormed();
  return {
    type: "tool_result",
    tool_use_id: wireId,
    ...(isBlank(text) ? {} : { content: text }),
    ...(result === undefined || result.isError ? { is_error: true } : {}),
  };
}

function resultText(result: ToolResultBlock | undefined): string {
  if (result === undefined) return abortedText;
  return result.content ?? decodeBase64Text(result.contentBase64 ?? "");
}

function textBlock(text: string): WireText | undefined {
  return isBlank(text) ? undefined : { type: "text", text: text.toWellFormed() };
}

/** The API refuses such text. U+0085 and U+200B aren't white space to JavaScript, but show nothing either. */
function isBlank(text: string): boolean {
  return /^[\s\u0085\u200b]*$/.test(text);
}

function imageBlock(block: ImageBlock, image: ReadImage): WireImage | WireText | undefined {
  const bytes = image(block.sha256);
  if (bytes === undefined) return textBlock(imageOmittedText);
  const mediaType = sniffMediaType(bytes);
  if (mediaType === undefined) return textBlock(imageNotTakenText);
  return { type: "image", source: { type: "base64", media_type: mediaType, data: encodeBase64(bytes) } };
}
