import { describe, expect, it } from "vitest";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { makeConversation } from "../../support/conversations.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";

const path = "agent/conversation.json";
const none: ReadonlyMap<string, Uint8Array> = new Map();

async function withTheirs() {
  const store = new MemoryFileStore();
  const folder = new PackageFolder(store);
  await folder.open();
  await folder.save(makeConversation("mine"), none);
  const before = await folder.fingerprint();
  const other = new PackageFolder(store);
  await other.open();
  await other.save(makeConversation("theirs"), none);
  return { store, folder, other, before };
}

describe("a conversation that somebody else has changed", () => {
  it("PKG-11: once accepted it counts as known, and the next save replaces it, also an unchanged conversation", async () => {
    const { store, folder } = await withTheirs();
    expect(await folder.changedOnDisk()).toBe(true);
    await folder.acceptDisk();
    expect(await folder.changedOnDisk()).toBe(false);
    await folder.save(makeConversation("mine"), none);
    expect(new TextDecoder().decode(await store.read(path))).toContain("mine");
  });

  it("PKG-11: accepted once, it is seen when it changes again", async () => {
    const { folder, other } = await withTheirs();
    await folder.acceptDisk();
    await other.save(makeConversation("theirs again"), none);
    expect(await folder.changedOnDisk()).toBe(true);
  });

  it("PKG-13: the fingerprint is that of a file which we know, and no file's once it is another one", async () => {
    const { folder, other, before } = await withTheirs();
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(await folder.fingerprint()).toBe("changed");
    expect(await other.fingerprint()).not.toBe(before);
    await folder.open();
    expect(await folder.fingerprint()).toBe(await other.fingerprint());
    expect(await new PackageFolder(new MemoryFileStore()).fingerprint()).toBe("");
  });
});
