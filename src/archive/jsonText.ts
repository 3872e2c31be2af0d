/** From the bytes of conversation.json to a JSON value, or to one sentence that says why there is none (COM-4). */

import { findJsonFault } from "./jsonFault.ts";
import { isLfsPointer } from "./lfsPointer.ts";

export type Parsed = { readonly value: unknown } | { readonly reason: string };

/** The longest string that every JavaScript engine of ours can hold, in UTF-16 units. */
const longestText = 0x1fffffe8;

const lfsReason = "conversation.json is a Git LFS pointer: the file itself was not downloaded.";

const conflictMarker = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m;

/** Takes any JSON layout and a BOM (FMT-3). Never throws. */
export function parseJsonBytes(bytes: Uint8Array): Parsed {
  if (bytes.length === 0) {
    return { reason: "conversation.json is empty (zero bytes)." };
  }
  if (bytes.length > longestText) {
    return { reason: `conversation.json is too large to read (${bytes.length} bytes).` };
  }
  if (bytes.every((byte) => byte === 0)) {
    return { reason: "conversation.json holds nothing but zero bytes." };
  }
  if (isUtf16(bytes)) {
    return { reason: "conversation.json is UTF-16 text, where UTF-8 is expected." };
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    return { reason: explainBadUtf8(bytes) };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { reason: isLfsPointer(bytes) ? lfsReason : explainBadJson(text) };
  }
}

/** With its byte-order mark, or without one by the zero byte of the first character, which JSON has in ASCII. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || (second !== undefined && (first === 0) !== (second === 0));
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function explainBadUtf8(bytes: Uint8Array): string {
  const good = lengthOfGoodUtf8(bytes);
  const where = describePosition(new TextDecoder().decode(bytes.subarray(0, good), { stream: true }));
  return good === bytes.length
    ? `conversation.json was cut off in the middle of a character, at ${where}.`
    : `conversation.json is not UTF-8 text, first at ${where} (byte offset ${good}).`;
}

/** How many bytes from the start can be the start of UTF-8 text; all of them when only the last character is cut. */
function lengthOfGoodUtf8(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (startsAsUtf8(bytes.subarray(0, middle))) {
      good = middle;
    } else {
      bad = middle;
    }
  }
  return good;
}

function startsAsUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function explainBadJson(text: string): string {
  const marker = conflictMarker.exec(text);
  if (marker !== null) {
    return `conversation.json holds Git conflict markers, first at ${describePosition(text.slice(0, marker.index))}.`;
  }
  const fault = findJsonFault(text);
  if (text.trim() === "") {
    return "conversation.json is empty (nothing but white space).";
  }
  const where = describePosition(text.slice(0, fault?.offset));
  if (text[fault?.offset ?? 0] === "\0") {
    return `conversation.json holds zero bytes, first at ${where}: a part of it was lost.`;
  }
  return fault?.cutOff === true
    ? `conversation.json was cut off: it ends too early, at ${where}.`
    : `conversation.json is not valid JSON, first at ${where}.`;
}

/** Where a text ends, as editors count: from 1, columns in UTF-16 units. */
function describePosition(before: string): string {
  const lines = before.split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
