import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import {
  decodeReclaimed,
  type ReclaimedResult,
  reclaimedResults,
  withoutReclaimed,
  withReclaimedResults,
} from "../../../src/archive/reclaimed.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { makeConversation } from "../../support/conversations.ts";
import { type Fate, MemoryFileStore } from "../../support/memoryFileStore.ts";

const file = "agent/reclaimed.json";
const pending = "agent/reclaimed.json.new";
const utf8 = (text: string) => new TextEncoder().encode(text);
const result = (callID: string): ReclaimedResult => ({ callID, toolName: "look", content: `of ${callID} `.repeat(9) });
const [one, two, three] = ["one", "two", "three"].map(result) as [ReclaimedResult, ReclaimedResult, ReclaimedResult];

/** A conversation that stands for these results. */
const talk = (text: string, ...results: readonly ReclaimedResult[]) =>
  withReclaimedResults(makeConversation(text), results);

async function diskWith(conversation: ArchivedConversation): Promise<MemoryFileStore> {
  const store = new MemoryFileStore(new Map([["document.json", utf8("{}")]]));
  await new PackageFolder(store).save(conversation, new Map());
  return store.restart();
}

async function open(store: MemoryFileStore) {
  const outcome = await new PackageFolder(store.restart()).open();
  return outcome.kind === "conversation" ? outcome.conversation : undefined;
}

const stored = (store: MemoryFileStore) => {
  const bytes = store.files.get(file);
  return bytes === undefined ? undefined : decodeReclaimed(bytes);
};

describe("a package's reclaimed.json", () => {
  it("CMP-8, PKG-0: is saved and read with the conversation, and removed when there is nothing in it", async () => {
    const store = await diskWith(talk("old", one));
    const folder = new PackageFolder(store);
    const opened = await folder.open();
    expect(opened).toMatchObject({ kind: "conversation", conversation: talk("old", one) });
    await folder.save(talk("new", one, two), new Map());
    expect(stored(store)).toEqual([one, two]);
    await folder.save(talk("newer", two), new Map());
    expect(stored(store)).toEqual([two]);
    await folder.save(makeConversation("undone"), new Map());
    expect([...store.files.keys()].toSorted()).toEqual(["agent/conversation.json", "document.json"]);
    await folder.save(talk("again", one), new Map());
    await folder.save(emptyConversation, new Map());
    expect([...store.files.keys()]).toEqual(["document.json"]);
  });

  it("PKG-9: killed between a deleted file and its new version, and killed again, it still has what the conversation needs", async () => {
    for (const fate of ["dieBefore", "dieMidway", "dieAfter"] satisfies Fate[]) {
      for (let at = 1, isReached = true; isReached; at += 1) {
        const store = await diskWith(talk("old", one, two));
        store.files.set(pending, store.files.get(file) ?? new Uint8Array());
        store.files.delete(file);
        expect(await open(store)).toEqual(talk("old", one, two));
        const folder = new PackageFolder(store);
        await folder.open();
        const first = store.calls.length;
        store.fate = (call) => (call.number === first + at ? fate : "go");
        await folder.save(talk("new", one, two, three), new Map()).catch(() => undefined);
        isReached = store.calls.length >= first + at;
        const left = await open(store.restart());
        expect(reclaimedResults(left ?? emptyConversation)).toEqual(expect.arrayContaining([one, two]));
      }
    }
  });

  it("PKG-9: what is added is written before conversation.json, what is taken away goes after it", async () => {
    const store = await diskWith(talk("old", one));
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(talk("new", one, two), new Map());
    await folder.save(makeConversation("undone"), new Map());
    expect(store.changes).toEqual([
      `write ${pending}`,
      `replace ${file}`,
      "write agent/conversation.json.new",
      "replace agent/conversation.json",
      "write agent/conversation.json.new",
      "replace agent/conversation.json",
      `remove ${file}`,
    ]);
  });

  it("PKG-10: an unchanged conversation writes nothing, and one with another turn writes only itself", async () => {
    const store = await diskWith(talk("old", one, two));
    const folder = new PackageFolder(store);
    const opened = await folder.open();
    const conversation = opened.kind === "conversation" ? opened.conversation : emptyConversation;
    await folder.save(conversation, new Map());
    expect(store.changes).toEqual([]);
    await folder.save({ ...conversation, ...makeConversation("next") }, new Map());
    await folder.save({ ...conversation, ...makeConversation("after") }, new Map());
    expect(store.changes.filter((change) => change.includes("reclaimed"))).toEqual([]);
    expect(store.calls.filter(({ operation, path }) => operation === "read" && path === file)).toHaveLength(1);
    expect(stored(store)).toEqual([one, two]);
  });

  it.each([
    ["more put aside", talk("old", one), talk("new", one, two)],
    ["the first put aside", makeConversation("old"), talk("new", one, two)],
    ["an undo", talk("old", one, two), talk("new", one)],
    ["an undo of all", talk("old", one), makeConversation("new")],
    ["others in their place", talk("old", one), talk("new", two, three)],
    ["a new conversation", talk("old", one), emptyConversation],
  ])(
    "PKG-9: a process killed at any call of a save with %s leaves one whole conversation with all its results",
    async (_, from, to) => {
      const seen = new Set<unknown>();
      for (const fate of ["dieBefore", "dieMidway", "dieAfter"] satisfies Fate[]) {
        for (let at = 1, isReached = true; isReached; at += 1) {
          const store = await diskWith(from);
          const folder = new PackageFolder(store);
          await folder.open();
          const first = store.calls.length;
          store.fate = (call) => (call.number === first + at ? fate : "go");
          await folder.save(to, new Map()).catch(() => undefined);
          isReached = store.calls.length >= first + at;
          const disk = store.restart();
          const left = await open(disk);
          const wanted = [from, to].find(
            (state) =>
              state.history[0]?.content[0]?.text === left?.history[0]?.content[0]?.text ||
              (left === undefined && state === emptyConversation),
          );
          expect(wanted).toBeDefined();
          seen.add(wanted);
          if (left !== undefined) {
            expect(withoutReclaimed(left)).toEqual(withoutReclaimed(wanted ?? emptyConversation));
            expect(reclaimedResults(left)).toEqual(expect.arrayContaining([...reclaimedResults(wanted ?? left)]));
          }
          // The next save that runs through leaves exactly what it should.
          const repaired = new PackageFolder(disk);
          await repaired.open();
          await repaired.save(talk("repaired", three), new Map());
          expect([...disk.files.keys()].toSorted()).toEqual(["agent/conversation.json", file, "document.json"]);
          expect(stored(disk)).toEqual([three]);
        }
      }
      expect(seen.size).toBe(2);
    },
  );

  it("PKG-15: a write that fails saves nothing, leaves no temporary file, and is repaired by the next save", async () => {
    const store = await diskWith(talk("old", one));
    const folder = new PackageFolder(store);
    await folder.open();
    for (const operation of ["write", "replace"]) {
      store.fate = (call) => (call.operation === operation && call.path.startsWith(file) ? "fail" : "go");
      await expect(folder.save(talk("new", one, two), new Map())).rejects.toThrow("fail");
      expect(await open(store)).toMatchObject(makeConversation("old"));
    }
    store.fate = () => "go";
    await folder.save(talk("new", one, two), new Map());
    expect(await open(store)).toEqual(talk("new", one, two));
    expect(store.files.has(pending)).toBe(false);
  });

  it("CMP-8, COM-2: one that can't be read keeps nothing from opening, and stays until there is something to put aside", async () => {
    for (const bytes of [utf8("torn {"), utf8('{"formatVersion":2,"results":[]}')]) {
      const store = await diskWith(makeConversation("old"));
      store.writeFromOutside(file, bytes);
      const folder = new PackageFolder(store);
      expect(await folder.open()).toMatchObject({ kind: "conversation", conversation: makeConversation("old") });
      await folder.save(makeConversation("new"), new Map());
      expect(store.files.get(file)).toEqual(bytes);
      await folder.save(talk("newer", one), new Map());
      expect(stored(store)).toEqual([one]);
    }
  });

  it("PKG-15: one that couldn't be read for a moment loses nothing to the saves after it", async () => {
    const store = await diskWith(talk("old", one));
    store.fate = (call) => (call.operation === "read" && call.path === file ? "refuse" : "go");
    const folder = new PackageFolder(store, async () => undefined);
    await folder.open();
    store.fate = () => "go";
    await folder.save(makeConversation("next"), new Map());
    expect(stored(store)).toEqual([one]);
    await folder.save(talk("more", two), new Map());
    await folder.save(talk("and more", two), new Map());
    expect(stored(store)).toEqual([one, two]);
    const later = new PackageFolder(store, async () => undefined);
    await later.open();
    store.fate = (call) => (call.operation === "read" && call.path === file ? "refuse" : "go");
    await expect(later.save(talk("and more", three), new Map())).rejects.toThrow("refuse");
    expect(stored(store)).toEqual([one, two]);
  });

  it("IMG-4: a link in its place is never followed, and is replaced, not written through; a folder is said", async () => {
    const store = await diskWith(makeConversation("old"));
    store.addLink(file, utf8("outside"));
    const folder = new PackageFolder(store);
    expect(await folder.open()).toMatchObject({ kind: "conversation", conversation: makeConversation("old") });
    expect(store.calls.filter(({ operation, path }) => operation === "read" && path === file)).toEqual([]);
    await folder.save(talk("new", one), new Map());
    expect([store.links.size, stored(store)]).toEqual([0, [one]]);
    const blocked = await diskWith(makeConversation("old"));
    blocked.folders.add(file);
    await expect(new PackageFolder(blocked).save(talk("new", one), new Map())).rejects.toThrow("is a folder");
    expect(await open(blocked)).toEqual(makeConversation("old"));
  });

  it("PKG-11: theirs that are kept beside ours keep their results too; ours replaces what is on disk", async () => {
    const store = await diskWith(talk("old", one));
    const folder = new PackageFolder(store);
    await folder.open();
    const theirs = await diskWith(talk("theirs", one, two));
    for (const [path, bytes] of theirs.files) store.writeFromOutside(path, bytes);
    expect(await folder.changedOnDisk()).toBe(true);
    await folder.keepTheirs(new Date("2026-11-30T10:00:00Z"));
    await folder.acceptDisk();
    await folder.save(talk("ours", one, three), new Map());
    expect(stored(store)).toEqual([one, three]);
    const kept = store.files.get("agent/reclaimed.theirs-2026-11-30T10-00-00.json");
    expect(kept && decodeReclaimed(kept)).toEqual([one, two]);
  });
});
