/**
 * Recognises a file that is canonical to the byte (FMT-3), and tells where the entries of its lists stand. A file that we
 * wrote needs no encoding then: its own bytes are what encoding would give. Whatever isn't recognised is encoded.
 */

import { canonicalText } from "./canonicalJson.ts";

/** Where an entry of a list stands in the file, from the line break before it to behind its last character. */
export interface EntryPlace {
  readonly start: number;
  readonly end: number;
}

/** The entries of each list that is a value of the outermost object, by key. */
export type ListPlaces = ReadonlyMap<string, readonly EntryPlace[]>;

const quote = 0x22;
const backslash = 0x5c;

/** 1 for the bytes of numbers, `true`, `false` and `null`. */
const isScalar = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[-+.0-9a-zE]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The escapes that JSON.stringify writes; surrogates alone only. */
const writtenEscape =
  /\\(?:["\\bfnrt]|u00(?:0[0-7be-f]|1[0-9a-f])|ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|ud[c-f][0-9a-f]{2})/y;
const longestEscape = 10;

/**
 * `bytes` are UTF-8 that JSON.parse takes, nested at most 1,000 levels. Undefined when encoding the value that they hold
 * would not give exactly these bytes.
 */
export function findCanonicalEntries(bytes: Uint8Array): ListPlaces | undefined {
  const scan = new CanonicalScan(bytes);
  return scan.wholeFile() ? scan.lists : undefined;
}

/** By the classic test for a zero byte: only where a byte of the XOR is zero does taking 1 away set a sign bit that it lacked. */
function holdsQuoteOrBackslash(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  return ((((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes)) & 0x80808080) !== 0;
}

class CanonicalScan {
  readonly lists = new Map<string, EntryPlace[]>();
  readonly #bytes: Uint8Array;
  /** The same bytes, four to a word: most of a file is text, which is looked through by words. */
  readonly #words: Int32Array;
  /** Where the first word stands in the bytes: a word has to be aligned in its buffer. */
  readonly #firstWord: number;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#firstWord = -bytes.byteOffset & 3;
    const count = (bytes.length - this.#firstWord) >> 2;
    this.#words =
      count > 0 ? new Int32Array(bytes.buffer, bytes.byteOffset + this.#firstWord, count) : new Int32Array();
  }

  wholeFile(): boolean {
    return this.#bytes[0] === 0x7b && this.#value(0, undefined) && this.#takes("\n") && this.#at === this.#bytes.length;
  }

  /** `list` takes the places of the entries when the value is a list. */
  #value(depth: number, list: EntryPlace[] | undefined): boolean {
    switch (this.#bytes[this.#at]) {
      case quote:
        return this.#string();
      case 0x7b:
        return this.#object(depth);
      case 0x5b:
        return this.#array(depth, list);
      default:
        return this.#scalar();
    }
  }

  #object(depth: number): boolean {
    this.#at += 1;
    if (this.#takes("}")) {
      return true;
    }
    let before: EntryPlace | undefined;
    for (;;) {
      if (!this.#startsLine(depth + 1) || this.#bytes[this.#at] !== quote) {
        return false;
      }
      const start = this.#at;
      if (!this.#string()) {
        return false;
      }
      const key = { start, end: this.#at };
      if ((before !== undefined && !this.#comesBefore(before, key)) || !this.#takes(" : ")) {
        return false;
      }
      before = key;
      const list: EntryPlace[] | undefined = depth === 0 && this.#bytes[this.#at] === 0x5b ? [] : undefined;
      if (!this.#value(depth + 1, list)) {
        return false;
      }
      if (list !== undefined) {
        this.lists.set(this.#parse(key), list);
      }
      if (!this.#takes(",")) {
        return this.#startsLine(depth) && this.#takes("}");
      }
    }
  }

  #array(depth: number, list: EntryPlace[] | undefined): boolean {
    this.#at += 1;
    if (this.#takes("]")) {
      return true;
    }
    for (;;) {
      const start = this.#at;
      if (!this.#startsLine(depth + 1) || !this.#value(depth + 1, undefined)) {
        return false;
      }
      list?.push({ start, end: this.#at });
      if (!this.#takes(",")) {
        return this.#startsLine(depth) && this.#takes("]");
      }
    }
  }

  /** JSON.parse took the file, so nothing but escapes can be other than JSON.stringify would write it. */
  #string(): boolean {
    let at = this.#quoteOrBackslash(this.#at + 1);
    while (this.#bytes[at] === backslash) {
      const length = this.#escapeLength(at);
      if (length === 0) {
        return false;
      }
      at = this.#quoteOrBackslash(at + length);
    }
    this.#at = at + 1;
    return at < this.#bytes.length;
  }

  /** The first place of one of the two, from `start` on; behind the last byte when there is none. */
  #quoteOrBackslash(start: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    const firstWord = this.#firstWord;
    for (let at = start; ; at += 1) {
      if (((at - firstWord) & 3) === 0) {
        let word = (at - firstWord) >> 2;
        while (word < words.length && !holdsQuoteOrBackslash(words[word] ?? 0)) {
          word += 1;
        }
        at = firstWord + word * 4;
      }
      const byte = bytes[at];
      if (byte === quote || byte === backslash || byte === undefined) {
        return at;
      }
    }
  }

  #escapeLength(at: number): number {
    const after = this.#bytes[at + 1];
    if (after === 0x6e || after === quote || after === backslash) {
      return 2;
    }
    writtenEscape.lastIndex = 0;
    return writtenEscape.exec(this.#ascii(at, at + longestEscape))?.[0].length ?? 0;
  }

  /** A number as JavaScript prints it, or `true`, `false`, `null`. */
  #scalar(): boolean {
    const start = this.#at;
    while (isScalar[this.#bytes[this.#at] ?? 0] === 1) {
      this.#at += 1;
    }
    const text = this.#ascii(start, this.#at);
    return text === "true" || text === "false" || text === "null" || text === canonicalText(Number(text), "");
  }

  #startsLine(depth: number): boolean {
    if (this.#bytes[this.#at] !== 0x0a) {
      return false;
    }
    const end = this.#at + 1 + 2 * depth;
    for (let at = this.#at + 1; at < end; at += 1) {
      if (this.#bytes[at] !== 0x20) {
        return false;
      }
    }
    this.#at = end;
    return true;
  }

  #takes(text: string): boolean {
    for (let index = 0; index < text.length; index += 1) {
      if (this.#bytes[this.#at + index] !== text.charCodeAt(index)) {
        return false;
      }
    }
    this.#at += text.length;
    return true;
  }

  /** In code-unit order, which is byte order as long as the keys are plain ASCII. */
  #comesBefore(key: EntryPlace, next: EntryPlace): boolean {
    for (let offset = 1; ; offset += 1) {
      const byte = this.#bytes[key.start + offset] ?? 0;
      const other = this.#bytes[next.start + offset] ?? 0;
      if (byte >= 0x80 || other >= 0x80 || byte === backslash || other === backslash) {
        return this.#parse(key) < this.#parse(next);
      }
      if (byte === quote || other === quote) {
        return byte === quote && other !== quote;
      }
      if (byte !== other) {
        return byte < other;
      }
    }
  }

  #parse({ start, end }: EntryPlace): string {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#bytes.subarray(start, end));
    return String(JSON.parse(text));
  }

  #ascii(start: number, end: number): string {
    return String.fromCharCode(...this.#bytes.subarray(start, end));
  }
}
