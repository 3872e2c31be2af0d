import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, makePicture, type Picture } from "../../support/conversations.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";
import { NodeFileStore } from "../../support/nodeFileStore.ts";

const file = "agent/conversation.json";
const pending = "agent/conversation.json.new";
const path = (picture: Picture) => `agent/images/${picture.sha256}.png`;
const encoded = (text: string, pictures: readonly Picture[] = []) =>
  encodeCanonicalJson(makeConversation(text, pictures));

let red: Picture;
let blue: Picture;
beforeAll(async () => {
  [red, blue] = await Promise.all([makePicture("red"), makePicture("blue")]);
});

let store: MemoryFileStore;
let folder: PackageFolder;
beforeEach(async () => {
  store = new MemoryFileStore(new Map([["document.json", new Uint8Array([1])]]));
  await new PackageFolder(store).save(makeConversation("old", [red]), bytesByHash([red]));
  store = store.restart();
  folder = new PackageFolder(store);
  await folder.open();
});

/** The operations of what is asked, in order. */
async function callsOf(ask: () => Promise<unknown>): Promise<string[]> {
  const before = store.calls.length;
  await ask();
  return store.calls.slice(before).map(({ operation }) => operation);
}

describe("changedOnDisk", () => {
  it("PKG-11: what was read or written here is no change, and size and time are all that is asked", async () => {
    const changed = () => folder.changedOnDisk();
    expect(await changed()).toBe(false);
    await folder.save(makeConversation("new", [red]), bytesByHash([red]));
    expect(await changed()).toBe(false);
    expect(await callsOf(changed)).toEqual(["stat"]);
    await folder.save(makeConversation("new", [red]), bytesByHash([red]));
    expect(await callsOf(changed)).toEqual(["stat"]);
    await folder.save(emptyConversation, new Map());
    expect(await changed()).toBe(false);
    await folder.save(makeConversation("again"), new Map());
    await folder.remove();
    expect(await changed()).toBe(false);
  });

  it("PKG-11: before anything was read or written there is nothing to compare with", async () => {
    expect(await new PackageFolder(store).changedOnDisk()).toBe(false);
  });

  it("PKG-11: other bytes are a change until they are read, or the old ones are back", async () => {
    const old = store.files.get(file) ?? new Uint8Array();
    store.writeFromOutside(file, encoded("other"));
    expect(await folder.changedOnDisk()).toBe(true);
    expect(await folder.changedOnDisk()).toBe(true);
    store.writeFromOutside(file, old);
    expect(await folder.changedOnDisk()).toBe(false);
    store.writeFromOutside(file, encoded("other"));
    expect(await folder.open()).toMatchObject({ conversation: { items: [{ text: "other" }] } });
    expect(await folder.changedOnDisk()).toBe(false);
  });

  it("PKG-11: the same bytes with another time are read once, and are no change", async () => {
    store.writeFromOutside(file, encoded("old", [red]));
    expect(await callsOf(() => folder.changedOnDisk())).toEqual(["stat", "list", "list", "list", "read"]);
    expect(await callsOf(() => folder.changedOnDisk())).toEqual(["stat"]);
    store.writeFromOutside(file, encoded("odd", [red]));
    expect(await folder.changedOnDisk()).toBe(true);
  });

  it("PKG-11: after a save, bytes of the same length are told apart", async () => {
    await folder.save(makeConversation("new"), new Map());
    store.writeFromOutside(file, encoded("new"));
    expect(await folder.changedOnDisk()).toBe(false);
    store.writeFromOutside(file, encoded("odd"));
    expect(await folder.changedOnDisk()).toBe(true);
  });

  it("PKG-11: a store that tells no times has its file read", async () => {
    Object.defineProperty(store, "stat", { value: undefined });
    folder = new PackageFolder(store);
    await folder.open();
    expect(await folder.changedOnDisk()).toBe(false);
    store.files.set(file, encoded("odd", [red]));
    expect(await folder.changedOnDisk()).toBe(true);
  });

  it("PKG-11: a removed file is a change; so is one that came, or that became a link", async () => {
    store.files.delete(file);
    expect(await folder.changedOnDisk()).toBe(true);
    await folder.open();
    expect(await folder.changedOnDisk()).toBe(false);
    store.writeFromOutside(file, encoded("came"));
    expect(await folder.changedOnDisk()).toBe(true);
    await folder.open();
    store.files.delete(file);
    store.links.set(file, encoded("elsewhere"));
    expect(await folder.changedOnDisk()).toBe(true);
    expect((await folder.open()).kind).toBe("unreadable");
    expect(await folder.changedOnDisk()).toBe(false);
  });

  it("PKG-11, COM-4: an unreadable file that was mended is a change", async () => {
    store.writeFromOutside(file, new TextEncoder().encode("<<<<<<< HEAD\n"));
    expect((await folder.open()).kind).toBe("unreadable");
    expect(await folder.changedOnDisk()).toBe(false);
    store.writeFromOutside(file, encoded("mended"));
    expect(await folder.changedOnDisk()).toBe(true);
  });

  it("PKG-11: whatever a failed save left is ours, and what others wrote after it isn't", async () => {
    for (let at = 1, reached = true; reached; at += 1) {
      const disk = store.restart();
      const ours = new PackageFolder(disk);
      await ours.open();
      const first = disk.calls.length;
      disk.fate = ({ number }) => (number === first + at ? "fail" : "go");
      await ours.save(makeConversation("new"), new Map()).catch(() => undefined);
      reached = disk.calls.length >= first + at;
      disk.fate = () => "go";
      expect(await ours.changedOnDisk()).toBe(false);
      disk.writeFromOutside(file, encoded("other"));
      expect(await ours.changedOnDisk()).toBe(true);
    }
  });

  it("PKG-9, PKG-11: a .new that is put in its place is ours too, also where the save fails after that", async () => {
    const disk = new MemoryFileStore(new Map([[pending, encoded("x")]]));
    const ours = new PackageFolder(disk);
    await ours.open();
    disk.fate = ({ operation }) => (operation === "write" ? "fail" : "go");
    await expect(ours.save(makeConversation("new"), new Map())).rejects.toThrow();
    disk.fate = () => "go";
    expect([disk.files.has(file), await ours.changedOnDisk()]).toEqual([true, false]);
  });

  it("PKG-11: waits for a save that runs", async () => {
    const saving = folder.save(makeConversation("new", [red, blue]), bytesByHash([red, blue]));
    expect(await folder.changedOnDisk()).toBe(false);
    await saving;
  });
});

describe("changedOnDisk in a real folder", () => {
  it("PKG-11: size and time stay what they were before the move over conversation.json", async () => {
    const root = await mkdtemp(join(tmpdir(), "silverpoint-disk-"));
    try {
      const reads: string[] = [];
      const disk = new NodeFileStore(root);
      const read = disk.read.bind(disk);
      disk.read = (name) => {
        reads.push(name);
        return read(name);
      };
      const ours = new PackageFolder(disk);
      await ours.save(makeConversation("old"), new Map());
      await ours.save(makeConversation("new"), new Map());
      expect([await ours.changedOnDisk(), reads]).toEqual([false, []]);
      await writeFile(join(root, file), encoded("another"));
      expect([await ours.changedOnDisk(), reads]).toEqual([true, [file]]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe("after a change from outside", () => {
  it("PKG-11: keeping ours writes it again, unchanged or not, with its images", async () => {
    const outcome = await folder.open();
    if (outcome.kind !== "conversation") throw new Error(outcome.kind);
    store.writeFromOutside(file, encoded("other"));
    store.writeFromOutside(path(red), new TextEncoder().encode("version https://git-lfs.github.com/spec/v1\n"));
    expect(await folder.changedOnDisk()).toBe(true);
    await folder.save(outcome.conversation, outcome.images);
    expect(await new PackageFolder(store.restart()).open()).toEqual(outcome);
    const before = store.changes.length;
    await folder.save(outcome.conversation, outcome.images);
    expect(store.changes.length).toBe(before);
    expect(await folder.changedOnDisk()).toBe(false);
  });

  it("PKG-11: keeping both leaves theirs in a file of its own, byte for byte, with the images that it names", async () => {
    const theirs = encodeCanonicalJson({ ...makeConversation("theirs", [blue]), future: true });
    store.writeFromOutside(file, theirs);
    store.writeFromOutside(path(blue), blue.bytes);
    expect(await folder.changedOnDisk()).toBe(true);
    const time = new Date("2026-03-04T05:06:07.089Z");
    expect(await folder.keepTheirs(time)).toBe("conversation.theirs-2026-03-04T05-06-07.json");
    await folder.save(makeConversation("ours", [red]), bytesByHash([red]));
    await folder.save(emptyConversation, new Map());
    expect(store.files.get("agent/conversation.theirs-2026-03-04T05-06-07.json")).toEqual(theirs);
    expect([store.files.has(path(red)), store.files.has(path(blue))]).toEqual([false, true]);
  });

  it("PKG-11: a copy that is there already stays, and where there is nothing to copy nothing is made", async () => {
    const time = new Date(0);
    const names = [await folder.keepTheirs(time), await folder.keepTheirs(time), await folder.keepTheirs(time)];
    expect(names).toEqual(["", "-2", "-3"].map((end) => `conversation.theirs-1970-01-01T00-00-00${end}.json`));
    store.files.delete(file);
    expect(await folder.keepTheirs(new Date(1000))).toBeUndefined();
    expect(store.changes).toHaveLength(3);
  });

  it("PKG-15: a copy that fails leaves no part of it", async () => {
    store.fate = ({ operation }) => (operation === "write" ? "fail" : "go");
    await expect(folder.keepTheirs(new Date(0))).rejects.toThrow("fail");
    expect([...store.files.keys()].filter((name) => name.includes("theirs"))).toEqual([]);
  });
});
