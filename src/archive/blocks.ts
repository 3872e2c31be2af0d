/** What a tool call or a tool result says, whichever of its two forms it is stored in (FMT-7). */

import type { ToolCallBlock, ToolResultBlock } from "./types.ts";

/** The arguments as text. Bytes that aren't UTF-8 show as U+FFFD; the block itself keeps them. */
export function argumentsText(block: ToolCallBlock): string {
  return block.arguments ?? decodeBase64Text(block.argumentsBase64 ?? "");
}

/** The result as text. Bytes that aren't UTF-8 show as U+FFFD; the block itself keeps them. */
export function resultText(block: ToolResultBlock): string {
  return block.content ?? decodeBase64Text(block.contentBase64 ?? "");
}

/** Base64 of RFC 4648 with its padding and nothing else: no white space, no URL alphabet. */
export function isBase64(text: string): boolean {
  const digits = text.replace(/={1,2}$/, "");
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(digits);
}

function decodeBase64Text(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
