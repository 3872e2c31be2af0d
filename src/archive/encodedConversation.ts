/**
 * A conversation's bytes, at the cost of what changed. Items, messages and the other entries of its lists are immutable
 * values, so the bytes of each are kept with it and a save only joins them. The whole is always what encodeCanonicalJson
 * gives for the same value.
 */

import { canonicalKeys, canonicalText } from "./canonicalJson.ts";
import { findCanonicalEntries } from "./canonicalScan.ts";
import type { StoredConversation } from "./schema.ts";
import type { ArchivedConversation } from "./types.ts";

/** The entries' bytes as they stand in a list of the conversation, line break and indent before them included. */
const encodedEntries = new WeakMap<object, Uint8Array>();

const listLine = "\n    ";
const comma = new Uint8Array([0x2c]);

/** The bytes of conversation.json for a conversation, its `image` blocks as they are. */
export function encodeConversation(conversation: ArchivedConversation): Uint8Array {
  const pieces = encodePieces(conversation);
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Whether these are the bytes that {@link encodeConversation} gives. */
export function isEncodingOf(conversation: ArchivedConversation, bytes: Uint8Array): boolean {
  let at = 0;
  for (const piece of encodePieces(conversation)) {
    if (!standsAt(bytes, at, piece)) {
      return false;
    }
    at += piece.length;
  }
  return at === bytes.length;
}

/** Whether two conversations have the same encoding. Only entries that aren't the same objects are encoded for it. */
export function haveSameEncoding(a: ArchivedConversation, b: ArchivedConversation): boolean {
  if (a === b) {
    return true;
  }
  const keys = canonicalKeys(a);
  const others = canonicalKeys(b);
  return keys.length === others.length && keys.every((key, at) => key === others[at] && isSameValue(a[key], b[key]));
}

/**
 * Keeps a file's own bytes with the entries that were parsed from it, when the file is canonical: encoding them would
 * give these bytes again. `stored` is what JSON.parse gave for `bytes`, untouched; nobody may write to `bytes` any more.
 */
export function keepFileEncoding(stored: StoredConversation, bytes: Uint8Array): void {
  for (const [key, places] of findCanonicalEntries(bytes) ?? []) {
    const entries: unknown = stored[key];
    for (const [index, { start, end }] of places.entries()) {
      const entry: unknown = Array.isArray(entries) ? entries[index] : undefined;
      if (typeof entry === "object" && entry !== null) {
        encodedEntries.set(entry, bytes.subarray(start, end));
      }
    }
  }
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, at) => isSameEntry(entry, b[at]));
  }
  return canonicalText(a, "") === canonicalText(b, "");
}

function isSameEntry(a: unknown, b: unknown): boolean {
  return a === b || haveSameBytes(encodeEntry(a), encodeEntry(b));
}

function encodePieces(conversation: ArchivedConversation): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let text = "{";
  for (const key of canonicalKeys(conversation)) {
    const value = conversation[key];
    text += `${text === "{" ? "" : ","}\n  ${JSON.stringify(key)} : `;
    if (Array.isArray(value) && value.length > 0) {
      pieces.push(encodeText(`${text}[`));
      for (const [index, entry] of value.entries()) {
        if (index > 0) {
          pieces.push(comma);
        }
        pieces.push(encodeEntry(entry));
      }
      text = "\n  ]";
    } else {
      text += canonicalText(value, "\n  ");
    }
  }
  pieces.push(encodeText(`${text}\n}\n`));
  return pieces;
}

function encodeEntry(entry: unknown): Uint8Array {
  if (typeof entry !== "object" || entry === null) {
    return encodeText(listLine + canonicalText(entry, listLine));
  }
  const kept = encodedEntries.get(entry);
  if (kept !== undefined) {
    return kept;
  }
  const bytes = encodeText(listLine + canonicalText(entry, listLine));
  encodedEntries.set(entry, bytes);
  return bytes;
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Whether two arrays hold the same bytes. */
export function haveSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && standsAt(a, 0, b));
}

function standsAt(bytes: Uint8Array, offset: number, piece: Uint8Array): boolean {
  for (let at = 0; at < piece.length; at += 1) {
    if (piece[at] !== bytes[offset + at]) {
      return false;
    }
  }
  return true;
}
