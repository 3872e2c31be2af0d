import { describe, expect, it } from "vitest";
import { hashBytes } from "../../../src/archive/images.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { ConversationFile } from "../../../src/editor/conversationFile.ts";
import { KeptDrafts } from "../../../src/editor/keptDrafts.ts";
import { MessageImages } from "../../../src/editor/messageImages.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";
import { message } from "../../support/messages.ts";
import { makePng } from "../../support/pictures.ts";

const none = () => Promise.reject(new Error("not to be scaled"));

async function setUp(kept = new MemoryFileStore()) {
  const values = new Map<string, unknown>();
  const state = {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const drafts = new KeptDrafts({ state, mayKeep: () => true, warn: () => undefined, images: kept });
  const owner = {
    packageUri: "file:///Poster.silverpoint",
    conversation: new Conversation(),
    file: new ConversationFile(new MemoryFileStore()),
  };
  const png = makePng(8, 4);
  return { owner, drafts, kept, png, sha256: await hashBytes(png), images: new MessageImages(owner, drafts) };
}

describe("the images of the message that is being written", () => {
  it("IMG-5: one that entered is shown, kept beside the draft, and named with the type that its bytes say", async () => {
    const { images, png, sha256, kept } = await setUp();
    expect(await images.enter(png, none)).toBe(sha256);
    expect(await images.read(sha256)).toEqual({ mimeType: "image/png", bytes: png });
    expect(await images.references([sha256])).toEqual([{ sha256, mimeType: "image/png" }]);
    expect([...kept.files.keys()]).toEqual([sha256]);
  });

  it("IMG-5: what is no image is refused in words, and nothing is kept of it", async () => {
    const { images, kept } = await setUp();
    await expect(images.enter(new Uint8Array([1, 2, 3]), none)).rejects.toThrow("no PNG, JPEG, GIF or WebP");
    await expect(images.enter(makePng(2000, 1), none)).rejects.toThrow("it is damaged, or too large to be drawn");
    expect(kept.files.size).toBe(0);
  });

  it("PKG-7: a draft's image is found again after the host was started anew", async () => {
    const before = await setUp();
    await before.images.enter(before.png, none);
    const { images, drafts, owner, png, sha256 } = await setUp(before.kept);
    expect(await images.read(sha256)).toBeUndefined();
    drafts.keep(owner, { text: "", images: [{ sha256, name: "a.png" }], from: [], lineage: "a", revision: 1 });
    expect(await images.references([sha256])).toEqual([{ sha256, mimeType: "image/png" }]);
    expect(owner.file.image(sha256)).toEqual(png);
  });

  it("IMG-1: of what the session holds only what the conversation names can be read", async () => {
    const { images, owner, png, sha256 } = await setUp();
    owner.file.addImage(sha256, png);
    expect(await images.read(sha256)).toBeUndefined();
    owner.conversation.addQueued(message("Look", { images: [{ sha256, mimeType: "image/png" }] }));
    expect(await images.read(sha256)).toEqual({ mimeType: "image/png", bytes: png });
  });

  it("FMT-8: a waiting message keeps what it names, there or not; another one that is gone is refused", async () => {
    const { images } = await setUp();
    const own = [{ sha256: "a".repeat(64), mimeType: "image/webp" }];
    expect(await images.references(["a".repeat(64)], own)).toEqual(own);
    await expect(images.references(["b".repeat(64)], own)).rejects.toThrow("no longer there");
    await expect(images.references(Array(21).fill("a".repeat(64)), own)).rejects.toThrow("20 images at most");
  });
});
