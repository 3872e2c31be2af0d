/**
 * The one encoding of a conversation (FMT-3): sorted keys at every level, two-space indent, `"key" : value`, `{}` and
 * `[]` when empty, one newline at the end. What did not change therefore gives the same bytes, whoever saved it before.
 */

import type { ArchivedConversation } from "./types.ts";

/** The bytes of conversation.json for a conversation, its `image` blocks as they are. */
export function encodeConversation(conversation: ArchivedConversation): Uint8Array {
  return encodeCanonicalJson(conversation);
}

/**
 * Encodes a JSON value as UTF-8 without a BOM. Keys go in UTF-16 code-unit order; a key whose value is undefined is
 * left out. Strings and numbers are spelled as JSON.stringify does, so a lone surrogate becomes an escape.
 */
export function encodeCanonicalJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${encodeValue(value, "\n")}\n`);
}

/** `lineStart` is a line break and the indent of the line that the value stands on. */
function encodeValue(value: unknown, lineStart: string): string {
  if (Array.isArray(value)) {
    return encodeArray(value, lineStart);
  }
  if (typeof value === "object" && value !== null) {
    return encodeObject(value, lineStart);
  }
  return JSON.stringify(value) ?? "null";
}

function encodeArray(values: readonly unknown[], lineStart: string): string {
  const inner = `${lineStart}  `;
  const lines = values.map((value) => inner + encodeValue(value, inner));
  return lines.length === 0 ? "[]" : `[${lines.join(",")}${lineStart}]`;
}

function encodeObject(object: object, lineStart: string): string {
  const inner = `${lineStart}  `;
  const lines = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${inner}${JSON.stringify(key)} : ${encodeValue(value, inner)}`);
  return lines.length === 0 ? "{}" : `{${lines.join(",")}${lineStart}}`;
}
