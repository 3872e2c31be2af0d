import { describe, expect, it } from "vitest";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { makeConversation } from "../../support/conversations.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const none: ReadonlyMap<string, Uint8Array> = new Map();

describe("what bears our names and isn't ours", () => {
  it.each(["agent/conversation.json", "agent/conversation.json.new"])(
    "PKG-5: a folder %s is never removed with what is in it; the save says why it can't go on",
    async (path) => {
      const store = new MemoryFileStore(new Map([[`${path}/mine.txt`, bytes("mine")]]));
      const folder = new PackageFolder(store);
      await folder.open();
      await expect(folder.save(makeConversation("Hello"), none)).rejects.toThrow("is a folder");
      expect(store.files.has(`${path}/mine.txt`)).toBe(true);
    },
  );

  it.each([
    ["a newer version", '{"formatVersion": 2}'],
    ["an unknown item type", '{"formatVersion": 1, "items": [{"id": "1", "type": "hologram"}]}'],
  ])("COM-2: a whole .new of %s alone is unreadable and stays", async (_name, text) => {
    const store = new MemoryFileStore(new Map([["agent/conversation.json.new", bytes(text)]]));
    expect(await new PackageFolder(store).open()).toMatchObject({ kind: "unreadable" });
    expect(store.files.size).toBe(1);
  });

  it("COM-2: a link can't be written over, and the outcome says so", async () => {
    const store = new MemoryFileStore(new Map([["agent/notes.txt", bytes("mine")]]));
    store.addLink("agent/conversation.json", bytes("outside"));
    expect(await new PackageFolder(store).open()).toMatchObject({ kind: "unreadable", isReplaceable: false });
  });
});
