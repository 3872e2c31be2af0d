import { describe, expect, it } from "vitest";
import { hashBytes } from "../../../src/archive/images.ts";
import { writeArchive } from "../../../src/archive/index.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, type Picture } from "../../support/conversations.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";

const mebibyte = 1024 * 1024;
const path = (picture: Picture) => `agent/images/${picture.sha256}.png`;

async function pictureOf(size: number, filling: number): Promise<Picture> {
  const bytes = new Uint8Array(size).fill(filling);
  return { bytes, sha256: await hashBytes(bytes) };
}

describe("a package at the cap", () => {
  it("IMG-2: an image over the cap goes from disk, stays live, and comes back when there is room", async () => {
    const [old, middle, late] = [
      await pictureOf(8 * mebibyte, 1),
      await pictureOf(8 * mebibyte, 2),
      await pictureOf(8 * mebibyte, 3),
    ];
    const live = bytesByHash([old, middle, late]);
    const store = new MemoryFileStore();
    const folder = new PackageFolder(store);
    await folder.save(makeConversation("1", [old, middle]), live);
    const grown = makeConversation("2", [old, middle, late]);
    await folder.save(grown, live);
    expect([old, middle, late].map((picture) => store.files.has(path(picture)))).toEqual([false, true, true]);
    const before = store.changes.length;
    await folder.save(grown, live);
    expect(store.changes.length).toBe(before);
    expect(await folder.changedOnDisk()).toBe(false);
    await folder.save(makeConversation("3", [old, late]), live);
    expect([old, middle, late].map((picture) => store.files.has(path(picture)))).toEqual([true, false, true]);
  });

  it("IMG-2, PKG-10: a file from elsewhere that holds more isn't trimmed until it changes", async () => {
    const pictures = [await pictureOf(15 * mebibyte, 1), await pictureOf(15 * mebibyte, 2)];
    const small = makeConversation("x", [await pictureOf(1, 1), await pictureOf(1, 2)]);
    const files = await writeArchive(small, bytesByHash([await pictureOf(1, 1), await pictureOf(1, 2)]));
    // What another program wrote: the same conversation with larger pictures.
    const text = new TextDecoder().decode(files.get("conversation.json"));
    const hashes = [await pictureOf(1, 1), await pictureOf(1, 2)].map((picture) => picture.sha256);
    const larger = hashes.reduce((all, hash, index) => all.replaceAll(hash, pictures[index]?.sha256 ?? ""), text);
    const store = new MemoryFileStore(
      new Map([
        ["agent/conversation.json", new TextEncoder().encode(larger)],
        ...pictures.map((picture): [string, Uint8Array] => [path(picture), picture.bytes]),
      ]),
    );
    const folder = new PackageFolder(store);
    const outcome = await folder.open();
    if (outcome.kind !== "conversation") throw new Error(outcome.kind);
    expect(outcome.omitted).toEqual([]);
    await folder.save(outcome.conversation, outcome.images);
    expect(store.changes).toEqual([]);
    await folder.save({ ...outcome.conversation, model: "x" }, outcome.images);
    expect(pictures.map((picture) => store.files.has(path(picture)))).toEqual([false, true]);
  });
});
