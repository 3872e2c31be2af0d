import { beforeEach, describe, expect, it } from "vitest";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, makePicture } from "../../support/conversations.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";

const file = "agent/conversation.json";
const pending = "agent/conversation.json.new";
const utf8 = (text: string) => new TextEncoder().encode(text);

let store: MemoryFileStore;
beforeEach(async () => {
  const red = await makePicture("red");
  store = new MemoryFileStore(new Map([["document.json", utf8("{}")]]));
  await new PackageFolder(store).save(makeConversation("old", [red]), bytesByHash([red]));
  store = store.restart();
});

describe("remove", () => {
  it("SET-2: takes the whole folder, what isn't ours in it too, the conversation first", async () => {
    for (const name of [pending, "agent/notes.txt", "agent/deep/in/it.txt", "agent/conversation.theirs-1.json"]) {
      store.writeFromOutside(name, utf8("x"));
    }
    await new PackageFolder(store).remove();
    expect(store.changes).toEqual([`remove ${pending}`, `remove ${file}`, "remove agent"]);
    expect([...store.files.keys(), ...store.folders]).toEqual(["document.json"]);
  });

  it("SET-2: takes an unreadable one, and one without a conversation", async () => {
    store.writeFromOutside(file, utf8('{"formatVersion":2}'));
    const folder = new PackageFolder(store);
    expect((await folder.open()).kind).toBe("unreadable");
    await folder.remove();
    expect([...store.files.keys()]).toEqual(["document.json"]);
    store.writeFromOutside("agent/images/notes.txt", utf8("x"));
    await folder.remove();
    expect([...store.files.keys()]).toEqual(["document.json"]);
  });

  it("SET-2: does nothing where there is none", async () => {
    const bare = new MemoryFileStore(new Map([["document.json", utf8("{}")]]));
    await new PackageFolder(bare).remove();
    expect(bare.changes).toEqual([]);
  });

  it("SET-2, IMG-4: takes a link of that name away, and nothing behind it", async () => {
    const linked = new MemoryFileStore(new Map([["document.json", utf8("{}")]]));
    linked.links.set("agent", utf8("outside"));
    await new PackageFolder(linked).remove();
    expect([linked.links.size, linked.changes]).toEqual([0, ["remove agent"]]);
  });

  it("SET-2: switched on again, the next save writes the whole conversation", async () => {
    const red = await makePicture("red");
    const folder = new PackageFolder(store);
    const outcome = await folder.open();
    await folder.remove();
    await folder.save(makeConversation("old", [red]), bytesByHash([red]));
    expect(await new PackageFolder(store.restart()).open()).toEqual(outcome);
  });
});
