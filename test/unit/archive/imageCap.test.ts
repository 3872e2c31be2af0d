import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import { writeArchive } from "../../../src/archive/index.ts";
import type { ArchivedConversation, Block, Message } from "../../../src/archive/types.ts";

const cap = 20_971_520;
const name = (number: number) => number.toString(16).padStart(64, "0");
/** Images are taken at their word, so all can be views of the same zero bytes. */
const zeros = new Uint8Array(cap + 1);
const sized = (sizes: Readonly<Record<number, number>>) =>
  new Map(Object.entries(sizes).map(([number, size]) => [name(Number(number)), zeros.subarray(0, size)]));

const shown = (...numbers: number[]): Message => ({
  role: "user",
  content: numbers.map((number): Block => ({ type: "image", sha256: name(number), mimeType: "image/png" })),
});
const waiting = (...numbers: number[]) => ({
  id: "w",
  text: "later",
  images: numbers.map((number) => ({ sha256: name(number), mimeType: "image/png" })),
  mode: "Just do it",
});
const conversationOf = (parts: Partial<ArchivedConversation>): ArchivedConversation => ({
  ...emptyConversation,
  items: [{ id: "1", type: "user", text: "x", images: [name(1)] }],
  ...parts,
});

interface Saved {
  readonly history: readonly { readonly content: readonly Record<string, unknown>[] }[];
  readonly queued: readonly unknown[];
  readonly unsent: readonly unknown[];
}

async function save(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>) {
  const files = await writeArchive(conversation, images);
  const saved: Saved = JSON.parse(new TextDecoder().decode(files.get("conversation.json")));
  const kept = [...files.keys()].flatMap((path) => /^images\/(.*)\.png$/.exec(path)?.[1] ?? []).sort();
  return { saved, kept };
}

/** The numbers of the `image` blocks that stay, by message. */
const blocksThatStay = (saved: Saved) =>
  saved.history.map(({ content }) =>
    content.flatMap((block) => (block.type === "image" ? Number(`0x${block.sha256}`) : [])),
  );

describe("the cap of 20 MiB", () => {
  it("IMG-2: exactly 20,971,520 bytes fit, one more doesn't", async () => {
    const conversation = conversationOf({ history: [shown(1), shown(2)] });
    const fits = await save(conversation, sized({ 1: 520, 2: 20_971_000 }));
    expect(blocksThatStay(fits.saved)).toEqual([[1], [2]]);
    const over = await save(conversation, sized({ 1: 521, 2: 20_971_000 }));
    expect(blocksThatStay(over.saved)).toEqual([[], [2]]);
    expect(over.kept).toEqual([name(2)]);
  });

  it("IMG-2: an image that alone is too much isn't kept, nor anything older", async () => {
    const conversation = conversationOf({ history: [shown(1), shown(2), shown(3)] });
    const { saved, kept } = await save(conversation, sized({ 1: 1, 2: cap + 1, 3: 1 }));
    expect(blocksThatStay(saved)).toEqual([[], [], [3]]);
    expect(kept).toEqual([name(3)]);
  });

  it("IMG-2: the first that doesn't fit and every older one are omitted, also a small one", async () => {
    const conversation = conversationOf({ history: [shown(1), shown(2, 3), shown(4)] });
    const { saved, kept } = await save(conversation, sized({ 1: 1, 2: 10, 3: cap - 9, 4: 10 }));
    expect(blocksThatStay(saved)).toEqual([[], [], [4]]);
    expect(kept).toEqual([name(4)]);
  });

  it("IMG-2: later blocks of a message are newer; unsent is newer than queued, queued than the history", async () => {
    const sizes = sized({ 1: cap - 6, 2: 3, 3: 1, 4: 1, 5: 1, 6: 1 });
    const all = conversationOf({
      history: [shown(1, 2)],
      queued: [waiting(3), waiting(4)],
      unsent: [waiting(5), waiting(6)],
    });
    expect((await save(all, sizes)).kept).toEqual([2, 3, 4, 5, 6].map(name));
    const only = async (sizeOf: Readonly<Record<number, number>>) => (await save(all, sized(sizeOf))).kept;
    expect(await only({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: cap })).toEqual([name(6)]);
    expect(await only({ 1: 1, 2: 1, 3: 1, 4: 1, 5: cap - 1, 6: 1 })).toEqual([5, 6].map(name));
    expect(await only({ 1: 1, 2: 1, 3: 1, 4: cap - 2, 5: 1, 6: 1 })).toEqual([4, 5, 6].map(name));
    expect(await only({ 1: 1, 2: 1, 3: cap - 3, 4: 1, 5: 1, 6: 1 })).toEqual([3, 4, 5, 6].map(name));
  });

  it("IMG-2: a hash counts once, at its newest place, and all its blocks stay", async () => {
    const conversation = conversationOf({ history: [shown(1), shown(2), shown(3), shown(1)] });
    const { saved, kept } = await save(conversation, sized({ 1: cap - 1, 2: 1, 3: 1 }));
    expect(blocksThatStay(saved)).toEqual([[1], [], [3], [1]]);
    expect(kept).toEqual([1, 3].map(name));
  });

  it("IMG-2, COM-3: what is over loses its hash and keeps its other keys; what has no bytes keeps its hash and takes no room", async () => {
    const old = { type: "image", sha256: name(1), mimeType: "image/webp", caption: "c" } as const;
    const missing = { type: "image", sha256: name(9), mimeType: "image/png" } as const;
    const earlier = { type: "imageOmitted", sha256: name(8), mimeType: "image/gif" } as const;
    const conversation = conversationOf({ history: [{ role: "user", content: [old, missing, earlier] }, shown(2)] });
    const { saved } = await save(conversation, sized({ 1: 1, 2: cap }));
    expect(saved.history[0]?.content).toEqual([
      { type: "imageOmitted", mimeType: "image/webp", caption: "c" },
      { ...missing, type: "imageOmitted" },
      earlier,
    ]);
    expect(saved.history[1]?.content).toEqual(shown(2).content);
  });

  it("IMG-2: a waiting message that loses images says which types, and stays a message of ours", async () => {
    const conversation = conversationOf({
      queued: [{ ...waiting(1, 2), extra: 1 }, "not ours", { images: "x" }],
      unsent: [waiting(3), { ...waiting(1), imagesOmitted: [{ mimeType: "image/gif" }] }],
    });
    const { saved, kept } = await save(conversation, sized({ 1: 1, 2: cap, 3: 1 }));
    expect(kept).toEqual([1, 3].map(name));
    expect(saved.queued).toEqual([
      { ...waiting(1), extra: 1, imagesOmitted: [{ mimeType: "image/png" }] },
      "not ours",
      { images: "x" },
    ]);
    expect(saved.unsent).toEqual([waiting(3), { ...waiting(1), imagesOmitted: [{ mimeType: "image/gif" }] }]);
  });

  it("IMG-2: the live conversation isn't changed by it", async () => {
    const conversation = conversationOf({ history: [shown(1), shown(2)], queued: [waiting(1)] });
    const before = structuredClone(conversation);
    await save(conversation, sized({ 1: cap, 2: cap }));
    expect(conversation).toEqual(before);
  });
});

/** The rule once more, as slowly as it can be said: a list of places, and the longest run from the newest that fits. */
function keptByTheRule(conversation: ArchivedConversation, images: ReadonlyMap<string, Uint8Array>): Set<string> {
  const inMessage = (entry: unknown): string[] => {
    const pictures: unknown = Object(entry).images;
    return Array.isArray(pictures) ? pictures.map((picture) => String(Object(picture).sha256)) : [];
  };
  const oldestFirst = [
    ...conversation.history.flatMap(({ content }) =>
      content.map((block) => (block.type === "image" ? block.sha256 : "")),
    ),
    ...conversation.queued.flatMap(inMessage),
    ...conversation.unsent.flatMap(inMessage),
  ].filter((sha256) => images.has(sha256));
  const newestFirst = [...new Set(oldestFirst.reverse())];
  const sizeOf = (hashes: readonly string[]) =>
    hashes.reduce((sum, sha256) => sum + (images.get(sha256)?.length ?? 0), 0);
  const fitting = newestFirst.map((_, index) => newestFirst.slice(0, index + 1)).filter((run) => sizeOf(run) <= cap);
  return new Set(fitting.reduce((longest, run) => (run.length > longest.length ? run : longest), []));
}

describe("the cap of 20 MiB, against the rule said slowly", () => {
  const number = fc.integer({ min: 1, max: 9 });
  const size = fc.oneof(fc.nat(cap / 2), fc.constantFrom(0, 1, cap / 4, cap / 2, cap - 1, cap, cap + 1));
  const messages = fc.array(fc.array(number, { maxLength: 3 }), { maxLength: 5 });

  it("IMG-2: keeps the same images, whatever is shown where and however large", async () => {
    await fc.assert(
      fc.asyncProperty(
        messages,
        messages,
        messages,
        fc.dictionary(number.map(String), size, { maxKeys: 9 }),
        async (history, queued, unsent, sizes) => {
          const conversation = conversationOf({
            history: history.map((numbers) => shown(...numbers)),
            queued: queued.map((numbers) => waiting(...numbers)),
            unsent: unsent.map((numbers) => waiting(...numbers)),
          });
          const images = sized(sizes);
          const keep = keptByTheRule(conversation, images);
          const { saved, kept } = await save(conversation, images);
          expect(kept).toEqual([...keep].sort());
          const expected = history.map((numbers) =>
            numbers.map((each) => {
              if (keep.has(name(each))) return { type: "image", sha256: name(each), mimeType: "image/png" };
              const omitted = { type: "imageOmitted", mimeType: "image/png" };
              return images.has(name(each)) ? omitted : { ...omitted, sha256: name(each) };
            }),
          );
          expect(saved.history.map(({ content }) => content)).toEqual(expected);
          const stillNamed = JSON.stringify([saved.queued, saved.unsent]);
          for (const sha256 of images.keys()) if (!keep.has(sha256)) expect(stillNamed).not.toContain(sha256);
        },
      ),
      { numRuns: 500 },
    );
  });
});
