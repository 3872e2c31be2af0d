import type { ChatRequest } from "../agent/ports.ts";
import { imageOmittedText } from "../archive/imageOmittedText.ts";
import type { Block, Message } from "../archive/types.ts";
import type { McpResult } from "./mcp/mcpServer.ts";
import type { CliImage } from "./session.ts";

/** A turn's usual message: its text blocks joined by blank lines (CLI-2), and its images. One that is lost is told of (IMG-3). */
export function usualMessage({ content }: Message, image: ChatRequest["image"]): { text: string; images: CliImage[] } {
  const images: CliImage[] = [];
  const texts = content.flatMap((block): string[] => {
    if (block.type === "text") return [block.text];
    if (block.type === "imageOmitted") return [imageOmittedText];
    if (block.type !== "image") return [];
    const bytes = image(block.sha256);
    if (bytes === undefined) return [imageOmittedText];
    images.push({ mimeType: block.mimeType, bytes });
    return [];
  });
  return { text: texts.join("\n\n"), images };
}

/**
 * The results at a history's end, by their calls' ids. The images that tools returned follow in one message (TRN-3): they go with the
 * last of the results.
 */
export function lastResults(history: readonly Message[], image: ChatRequest["image"]): ReadonlyMap<string, McpResult> {
  const place = history.findLastIndex(({ role }) => role === "tool");
  const results = (history[place]?.content ?? []).filter((block) => block.type === "toolResult");
  const shown = history.slice(place + 1).flatMap(({ content }) => imagesOf(content, image));
  return new Map(
    results.map((block, index) => [
      block.callID,
      { text: block.content ?? "", isError: block.isError, images: index === results.length - 1 ? shown : [] },
    ]),
  );
}

function imagesOf(content: readonly Block[], image: ChatRequest["image"]): CliImage[] {
  return content.flatMap((block) => {
    const bytes = block.type === "image" ? image(block.sha256) : undefined;
    return block.type === "image" && bytes !== undefined ? [{ mimeType: block.mimeType, bytes }] : [];
  });
}
