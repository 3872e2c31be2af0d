import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import {
  encodeConversation,
  haveSameEncoding,
  isEncodingOf,
  keepFileEncoding,
} from "../../../src/archive/encodedConversation.ts";
import { decodeConversation } from "../../../src/archive/read.ts";
import type { ArchivedConversation, Item } from "../../../src/archive/types.ts";
import { anyConversation, makeConversation, makePicture, type Picture } from "../../support/conversations.ts";

let red: Picture;
beforeAll(async () => {
  red = await makePicture("red");
});

const lists = ["items", "history", "queued", "unsent", "sentFacts", "resolvedCards"] as const;

/** The conversation with lists that are cut, repeated or joined with another's: its entries stay the same objects. */
function edited(conversation: ArchivedConversation, other: ArchivedConversation, cut: number): ArchivedConversation {
  const changes = lists.map((key) => [key, [...conversation[key].slice(cut % 3), ...other[key], ...other[key]]]);
  return { ...conversation, ...Object.fromEntries(changes), model: "another" };
}

function decode(bytes: Uint8Array) {
  const decoded = decodeConversation(bytes);
  if (decoded.kind !== "conversation") throw new Error(decoded.reason);
  return decoded;
}

/** Long arrays of numbers are slow to compare. */
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

describe("encodeConversation", () => {
  it("FMT-3: is encodeCanonicalJson, whatever was encoded before", () => {
    fc.assert(
      fc.property(anyConversation([red]), anyConversation([red]), fc.nat(), (one, other, cut) => {
        for (const each of [one, other, edited(one, other, cut), edited(other, one, cut), one]) {
          expect(textOf(encodeConversation(each))).toBe(textOf(encodeCanonicalJson(each)));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("FMT-3: is encodeCanonicalJson also where a file's own bytes are taken, canonical or not", () => {
    fc.assert(
      fc.property(anyConversation([red]), fc.nat(), fc.boolean(), (conversation, cut, isCanonical) => {
        const file = isCanonical
          ? encodeCanonicalJson(conversation)
          : new TextEncoder().encode(JSON.stringify(conversation, null, 2));
        const { stored, conversation: read } = decode(file);
        keepFileEncoding(stored, file);
        for (const each of [read, edited(read, read, cut)]) {
          expect(textOf(encodeConversation(each))).toBe(textOf(encodeCanonicalJson(each)));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("FMT-2: an entry that reads as more than it says isn't taken from the file", () => {
    const file = encodeCanonicalJson({ formatVersion: 1, sentFacts: [{}, { message: 2 }] });
    const { stored, conversation } = decode(file);
    keepFileEncoding(stored, file);
    expect(textOf(encodeConversation(conversation))).toBe(textOf(encodeCanonicalJson(conversation)));
    expect(conversation.sentFacts).toEqual([{ message: 0 }, { message: 2 }]);
  });

  it("FMT-3: entries that don't follow each other in one file aren't taken as if they did", () => {
    const [one, other] = ["a", "b"].map((text) => {
      const items = [0, 1, 2].map((index): Item => ({ id: `${index}`, type: "user", text }));
      const file = encodeCanonicalJson({ ...makeConversation("x"), items });
      const { stored, conversation } = decode(file);
      keepFileEncoding(stored, file);
      return conversation;
    });
    if (one === undefined || other === undefined) throw new Error("empty");
    const [first, , third] = one.items;
    const second = other.items[1];
    if (first === undefined || second === undefined || third === undefined) throw new Error("empty");
    // The two files are alike to the byte offset, so that only the file itself tells the second item of one from the other's.
    for (const items of [
      [first, third],
      [first, second, third],
      [third, first],
      [first, first],
    ]) {
      const each = { ...one, items };
      expect(textOf(encodeConversation(each))).toBe(textOf(encodeCanonicalJson(each)));
    }
  });

  it("PKG-10: only entries that are new are encoded", () => {
    let looks = 0;
    const ownKeys = (target: Item) => {
      looks += 1;
      return Reflect.ownKeys(target);
    };
    const watched = (item: Item): Item => new Proxy(item, { ownKeys });
    const items = Array.from({ length: 50 }, (_, index) => watched({ id: `${index}`, type: "user", text: "x" }));
    const conversation = { ...makeConversation("x"), items };
    encodeConversation(conversation);
    expect(looks).toBe(50);
    encodeConversation({ ...conversation, items: [...items, watched({ id: "new", type: "user" })], model: "other" });
    expect(looks).toBe(51);
  });

  it("PKG-10: nothing of a canonical file is encoded again", () => {
    const file = encodeCanonicalJson(makeConversation("x", [red]));
    const { stored, conversation } = decode(file);
    keepFileEncoding(stored, file);
    const [item, message] = [conversation.items[0], conversation.history[0]];
    if (item === undefined || message === undefined) throw new Error("empty");
    // Entries that can't be encoded any more: their bytes can only come from the file.
    Object.assign(item, { toJSON: () => "gone", text: "gone" });
    Object.assign(message, { content: [] });
    expect(textOf(encodeConversation(conversation))).toBe(textOf(file));
  });
});

describe("haveSameEncoding and isEncodingOf", () => {
  it("PKG-10: say whether the encodings are the same bytes", () => {
    fc.assert(
      fc.property(anyConversation([red]), anyConversation([red]), fc.nat(), (one, other, cut) => {
        const longer = { ...one, items: [...one.items, ...other.items] };
        const all = [one, structuredClone(one), { ...one, zz: "x" }, longer, edited(one, one, cut), other];
        for (const a of all) {
          for (const b of all) {
            const bytes = encodeCanonicalJson(b);
            const isSame = textOf(encodeCanonicalJson(a)) === textOf(bytes);
            expect(haveSameEncoding(a, b)).toBe(isSame);
            expect(isEncodingOf(a, bytes)).toBe(isSame);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("PKG-11: bytes that end too early or go on are another encoding", () => {
    const conversation = makeConversation("x");
    const bytes = encodeCanonicalJson(conversation);
    expect(isEncodingOf(conversation, bytes)).toBe(true);
    expect(isEncodingOf(conversation, bytes.slice(0, -1))).toBe(false);
    expect(isEncodingOf(conversation, new Uint8Array([...bytes, 0x20]))).toBe(false);
  });
});
