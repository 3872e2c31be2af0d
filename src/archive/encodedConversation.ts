/**
 * A conversation's bytes, at the cost of what changed. Items, messages and the other entries of its lists are immutable
 * values, so the bytes of each are kept with it and a save only joins them. The whole is always what encodeCanonicalJson
 * gives for the same value.
 */

import { canonicalKeys, canonicalText } from "./canonicalJson.ts";
import { type EntryPlace, findCanonicalEntries } from "./canonicalScan.ts";
import type { StoredConversation } from "./schema.ts";
import type { ArchivedConversation } from "./types.ts";

/** A part of some bytes that nobody writes to any more. */
interface Piece extends EntryPlace {
  readonly bytes: Uint8Array;
}

/** The entries' bytes as they stand in a list of the conversation, line break and indent before them included. */
const encodedEntries = new WeakMap<object, Piece>();

const listLine = "\n    ";
const comma: Piece = encodeText(",");

/** The bytes of conversation.json for a conversation, its `image` blocks as they are. */
export function encodeConversation(conversation: ArchivedConversation): Uint8Array {
  const pieces = encodePieces(conversation);
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + lengthOf(piece), 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.bytes.subarray(piece.start, piece.end), at);
    at += lengthOf(piece);
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
    at += lengthOf(piece);
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
        encodedEntries.set(entry, { bytes, start, end });
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
  return a === b || holdSameBytes(encodeEntry(a), encodeEntry(b));
}

function encodePieces(conversation: ArchivedConversation): Piece[] {
  const pieces: Piece[] = [];
  let text = "{";
  for (const key of canonicalKeys(conversation)) {
    const value = conversation[key];
    text += `${text === "{" ? "" : ","}\n  ${JSON.stringify(key)} : `;
    if (Array.isArray(value) && value.length > 0) {
      pieces.push(encodeText(`${text}[`));
      addEntries(pieces, value);
      text = "\n  ]";
    } else {
      text += canonicalText(value, "\n  ");
    }
  }
  pieces.push(encodeText(`${text}\n}\n`));
  return pieces;
}

/** Entries that follow each other in the file that they were read from are one piece: their comma stands there too. */
function addEntries(pieces: Piece[], entries: readonly unknown[]): void {
  let run: Piece | undefined;
  for (const entry of entries) {
    const piece = encodeEntry(entry);
    if (run === undefined) {
      run = piece;
    } else if (piece.bytes === run.bytes && piece.start === run.end + 1) {
      run = { bytes: run.bytes, start: run.start, end: piece.end };
    } else {
      pieces.push(run, comma);
      run = piece;
    }
  }
  if (run !== undefined) {
    pieces.push(run);
  }
}

function encodeEntry(entry: unknown): Piece {
  if (typeof entry !== "object" || entry === null) {
    return encodeText(listLine + canonicalText(entry, listLine));
  }
  const kept = encodedEntries.get(entry);
  if (kept !== undefined) {
    return kept;
  }
  const piece = encodeText(listLine + canonicalText(entry, listLine));
  encodedEntries.set(entry, piece);
  return piece;
}

function encodeText(text: string): Piece {
  return wholeOf(new TextEncoder().encode(text));
}

function wholeOf(bytes: Uint8Array): Piece {
  return { bytes, start: 0, end: bytes.length };
}

function lengthOf({ start, end }: Piece): number {
  return end - start;
}

/** Whether two arrays hold the same bytes. */
export function haveSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || holdSameBytes(wholeOf(a), wholeOf(b));
}

function holdSameBytes(a: Piece, b: Piece): boolean {
  return lengthOf(a) === lengthOf(b) && standsAt(a.bytes, a.start, b);
}

function standsAt(bytes: Uint8Array, offset: number, piece: Piece): boolean {
  const length = lengthOf(piece);
  for (let at = 0; at < length; at += 1) {
    if (piece.bytes[piece.start + at] !== bytes[offset + at]) {
      return false;
    }
  }
  return true;
}
