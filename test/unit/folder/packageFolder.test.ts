import { beforeAll, describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "../../../src/archive/canonicalJson.ts";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { readCasePackage } from "../../support/caseFolders.ts";
import { bytesByHash, makeConversation, makePicture, type Picture } from "../../support/conversations.ts";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";

const file = "agent/conversation.json";
const pending = "agent/conversation.json.new";
const path = (picture: Picture, extension = "png") => `agent/images/${picture.sha256}.${extension}`;
const utf8 = (text: string) => new TextEncoder().encode(text);

let red: Picture;
let blue: Picture;
let green: Picture;
beforeAll(async () => {
  [red, blue, green] = await Promise.all([makePicture("red"), makePicture("blue"), makePicture("green")]);
});

async function storeWith(...pictures: Picture[]) {
  const store = new MemoryFileStore(new Map([["document.json", utf8("{}")]]));
  await new PackageFolder(store).save(makeConversation("old", pictures), bytesByHash(pictures));
  return store.restart();
}

async function reopened(store: MemoryFileStore): Promise<ArchivedConversation> {
  const outcome = await new PackageFolder(store.restart()).open();
  if (outcome.kind !== "conversation") throw new Error(JSON.stringify(outcome));
  return outcome.conversation;
}

describe("open", () => {
  it("COM-1: neither folder nor file is empty, and writes nothing", async () => {
    for (const files of [[], [["document.json", utf8("{}")]], [["agent/notes.txt", utf8("x")]]] as const) {
      const store = new MemoryFileStore(new Map(files.map(([name, bytes]): [string, Uint8Array] => [name, bytes])));
      expect(await new PackageFolder(store).open()).toEqual({ kind: "empty" });
      expect(store.changes).toEqual([]);
    }
  });

  it("PKG-0: what was saved is read, images and all", async () => {
    const store = await storeWith(red, blue);
    const outcome = await new PackageFolder(store).open();
    expect(outcome).toEqual({
      kind: "conversation",
      conversation: makeConversation("old", [red, blue]),
      images: bytesByHash([red, blue]),
      omitted: [],
    });
  });

  it("IMG-4: only images that the conversation shows are read", async () => {
    const store = await storeWith(red);
    store.files.set(path(blue), blue.bytes);
    await new PackageFolder(store).open();
    expect(store.calls.filter(({ operation }) => operation === "read").map((call) => call.path)).toEqual([
      file,
      path(red),
    ]);
  });

  it("IMG-4: a link is never followed: an image reads as omitted, the conversation as unreadable", async () => {
    const store = await storeWith(red);
    store.files.delete(path(red));
    store.links.set(path(red), red.bytes);
    expect((await reopened(store)).history[0]?.content[1]).toMatchObject({ type: "imageOmitted", sha256: red.sha256 });
    store.files.delete(file);
    store.links.set(file, encodeCanonicalJson(makeConversation("outside")));
    expect(await new PackageFolder(store).open()).toMatchObject({
      kind: "unreadable",
      reason: expect.stringContaining("link"),
    });
    const elsewhere = new MemoryFileStore();
    elsewhere.links.set("agent", utf8(""));
    expect((await new PackageFolder(elsewhere).open()).kind).toBe("unreadable");
    await expect(new PackageFolder(elsewhere).save(makeConversation("x"), new Map())).rejects.toThrow("link");
    expect(elsewhere.changes).toEqual([]);
  });

  it("PKG-9: a whole .new counts only where conversation.json is missing", async () => {
    const store = await storeWith();
    store.files.set(pending, encodeCanonicalJson(makeConversation("new")));
    expect((await reopened(store)).items[0]?.text).toBe("old");
    store.files.delete(file);
    expect((await reopened(store)).items[0]?.text).toBe("new");
    store.files.set(pending, encodeCanonicalJson(makeConversation("new")).slice(0, 100));
    expect(await new PackageFolder(store).open()).toEqual({ kind: "empty" });
  });
});

describe("save", () => {
  it("PKG-9: images first, then the whole .new, then the replacement, then orphans", async () => {
    const store = await storeWith(red, blue);
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(makeConversation("new", [blue, green]), bytesByHash([blue, green]));
    expect(store.changes).toEqual([
      `write ${path(green)}`,
      `write ${pending}`,
      `replace ${file}`,
      `remove ${path(red)}`,
    ]);
    expect(await reopened(store)).toEqual(makeConversation("new", [blue, green]));
  });

  it("PKG-9, IMG-4: an image that is there with these bytes isn't written, under whatever extension; other bytes are", async () => {
    const store = new MemoryFileStore(
      new Map([
        [path(red, "jpeg"), red.bytes],
        [path(blue), red.bytes],
      ]),
    );
    await new PackageFolder(store).save(makeConversation("x", [red, blue]), bytesByHash([red, blue]));
    expect(store.changes).toEqual([`write ${path(blue)}`, `write ${pending}`, `replace ${file}`]);
    expect(store.files.get(path(blue))).toEqual(blue.bytes);
  });

  it("PKG-9: known images aren't read again, until their file is gone", async () => {
    const store = await storeWith(red);
    const folder = new PackageFolder(store);
    await folder.open();
    const before = store.calls.length;
    await folder.save(makeConversation("2", [red]), bytesByHash([red]));
    expect(store.calls.slice(before).filter(({ operation }) => operation === "read")).toEqual([]);
    store.files.delete(path(red));
    await folder.save(makeConversation("3", [red]), bytesByHash([red]));
    expect(store.files.get(path(red))).toEqual(red.bytes);
  });

  it("PKG-9: only our own orphans go: not foreign names, wrong bytes, links, or what another conversation*.json names", async () => {
    const store = await storeWith(red, blue);
    const kept = new Map([
      ["agent/images/notes.txt", utf8("x")],
      [`agent/images/${green.sha256}`, green.bytes],
      [path(green, "png.bak"), green.bytes],
      [path(green), utf8("other bytes")],
      ["agent/conversation.theirs-1.json", utf8(`{"torn": "${blue.sha256}`)],
      ["agent/other.json", utf8(red.sha256)],
    ]);
    for (const [name, bytes] of kept) store.files.set(name, bytes);
    store.links.set(path(green, "gif"), green.bytes);
    await new PackageFolder(store).save(makeConversation("new"), new Map());
    expect(store.files.has(path(red))).toBe(false);
    expect(store.files.has(path(blue))).toBe(true);
    expect(store.links.has(path(green, "gif"))).toBe(true);
    for (const [name, bytes] of kept) expect(store.files.get(name)).toEqual(bytes);
  });

  it("PKG-9: another conversation*.json in UTF-16 keeps its images; one behind a link keeps all", async () => {
    const store = await storeWith(red, blue);
    const wide = Uint8Array.from([...red.sha256].flatMap((character) => [0, character.charCodeAt(0)]));
    store.files.set("agent/conversation.theirs.json", wide);
    await new PackageFolder(store).save(makeConversation("new"), new Map());
    expect([store.files.has(path(red)), store.files.has(path(blue))]).toEqual([true, false]);
    store.files.delete("agent/conversation.theirs.json");
    store.links.set("agent/conversation.theirs.json", utf8(""));
    await new PackageFolder(store).save(makeConversation("newer"), new Map());
    expect(store.files.has(path(red))).toBe(true);
  });

  it("COM-3: an omitted image that kept its hash isn't lost for good", async () => {
    const store = await storeWith(red);
    store.files.set(path(red), utf8("version https://git-lfs.github.com/spec/v1"));
    const folder = new PackageFolder(store);
    const outcome = await folder.open();
    if (outcome.kind !== "conversation") throw new Error(outcome.kind);
    store.files.set(path(red), red.bytes);
    await folder.save({ ...outcome.conversation, items: [{ id: "2", type: "user" }] }, outcome.images);
    expect(store.files.get(path(red))).toEqual(red.bytes);
  });

  it.each(["example-word-for-word", "example-compact", "example-crlf", "example-bom", "unknown-keys-everywhere"])(
    "PKG-10: saving %s unchanged changes nothing; a change is written",
    async (name) => {
      const files = readCasePackage(name);
      const store = new MemoryFileStore(files);
      const folder = new PackageFolder(store);
      const outcome = await folder.open();
      if (outcome.kind !== "conversation") throw new Error(outcome.kind);
      await folder.save(structuredClone(outcome.conversation), outcome.images);
      expect(store.changes).toEqual([]);
      await folder.save({ ...outcome.conversation, model: "another" }, outcome.images);
      expect(store.changes).toEqual([`write ${pending}`, `replace ${file}`]);
      await folder.save({ ...outcome.conversation, model: "another" }, outcome.images);
      expect(store.changes).toHaveLength(2);
    },
  );

  it("PKG-10: a waiting message's image that comes later is written, although no other byte changes", async () => {
    const store = new MemoryFileStore();
    const folder = new PackageFolder(store);
    const conversation = {
      ...emptyConversation,
      queued: [{ images: [{ sha256: red.sha256, mimeType: "image/png" }] }],
    };
    await folder.save(conversation, new Map());
    expect(store.files.has(path(red))).toBe(false);
    await folder.save(conversation, bytesByHash([red]));
    expect(store.files.has(path(red))).toBe(true);
  });

  it("PKG-9: a leftover .new goes at the next save, even of an unchanged conversation", async () => {
    const store = await storeWith();
    store.files.set(pending, utf8("torn"));
    const folder = new PackageFolder(store);
    const outcome = await folder.open();
    if (outcome.kind !== "conversation") throw new Error(outcome.kind);
    await folder.save(outcome.conversation, outcome.images);
    expect(store.changes).toEqual([`remove ${pending}`]);
    await folder.save(outcome.conversation, outcome.images);
    expect(store.changes).toHaveLength(1);
  });

  it("PKG-9: a conversation taken from the .new is put in its place by the next save, unchanged or not", async () => {
    const store = new MemoryFileStore(new Map([[pending, encodeCanonicalJson(makeConversation("x"))]]));
    const folder = new PackageFolder(store);
    const outcome = await folder.open();
    if (outcome.kind !== "conversation") throw new Error(outcome.kind);
    await folder.save(outcome.conversation, outcome.images);
    expect([...store.files.keys()]).toEqual([file]);
  });

  it("PKG-9: saves run one after the other, the last one wins", async () => {
    const store = new MemoryFileStore();
    const folder = new PackageFolder(store);
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(
      numbers.map((number) => folder.save(makeConversation(String(number), [red]), bytesByHash([red]))),
    );
    const steps = numbers.flatMap(() => [`write ${pending}`, `replace ${file}`]);
    expect(store.changes).toEqual([`write ${path(red)}`, ...steps]);
    expect((await reopened(store)).items[0]?.text).toBe("19");
  });

  it("IMG-4: a link in the place of the .new or of an image is removed, not written through", async () => {
    const store = await storeWith();
    const outside = utf8("not ours");
    store.links.set(pending, outside).set(path(red), outside);
    store.folders.add("agent/images");
    await new PackageFolder(store).save(makeConversation("new", [red]), bytesByHash([red]));
    expect(store.links.size).toBe(0);
    expect(store.changes.indexOf(`remove ${path(red)}`)).toBeLessThan(store.changes.indexOf(`write ${path(red)}`));
    expect(store.changes.indexOf(`remove ${pending}`)).toBeLessThan(store.changes.indexOf(`write ${pending}`));
  });
});

describe("an empty conversation", () => {
  it("PKG-5: writes no folder", async () => {
    const store = new MemoryFileStore(new Map([["document.json", utf8("{}")]]));
    await new PackageFolder(store).save(emptyConversation, new Map());
    expect(store.changes).toEqual([]);
  });

  it("PKG-5: removes our files and the folder, .new before conversation.json", async () => {
    const store = await storeWith(red);
    store.files.set(pending, encodeCanonicalJson(makeConversation("x")));
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(emptyConversation, new Map());
    expect(store.changes).toEqual([
      `remove ${pending}`,
      `remove ${file}`,
      `remove ${path(red)}`,
      "remove agent/images",
      "remove agent",
    ]);
    expect([...store.files.keys(), ...store.folders]).toEqual(["document.json"]);
  });

  it("PKG-5: leaves files that aren't ours", async () => {
    const store = await storeWith(red, blue);
    store.files.set("agent/notes.txt", utf8("x"));
    store.files.set("agent/conversation.theirs.json", utf8(blue.sha256));
    await new PackageFolder(store).save(emptyConversation, new Map());
    expect([...store.files.keys()].sort()).toEqual(
      ["agent/conversation.theirs.json", path(blue), "agent/notes.txt", "document.json"].sort(),
    );
  });

  it("PKG-5: leaves images of a conversation that was never seen", async () => {
    const store = new MemoryFileStore(new Map([[path(red), red.bytes]]));
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(emptyConversation, new Map());
    expect(store.changes).toEqual([]);
  });
});

describe("an empty conversation over what can't be removed or read", () => {
  it("PKG-5: images that could not be removed go at the next save", async () => {
    const store = await storeWith(red);
    const folder = new PackageFolder(store);
    store.fate = ({ operation, path: target }) => (operation === "remove" && target === path(red) ? "fail" : "go");
    await expect(folder.save(emptyConversation, new Map())).rejects.toThrow("fail");
    store.fate = () => "go";
    await folder.save(emptyConversation, new Map());
    expect([...store.files.keys()]).toEqual(["document.json"]);
  });

  it("PKG-9: images stay where a linked conversation*.json may name them", async () => {
    const store = await storeWith(red);
    store.links.set("agent/conversation.theirs.json", utf8(""));
    await new PackageFolder(store).save(emptyConversation, new Map());
    expect([...store.files.keys()]).toEqual(["document.json", path(red)]);
  });
});

describe("after an unreadable conversation", () => {
  it("COM-2: a save replaces it and its images; foreign files stay", async () => {
    const store = await storeWith(red);
    store.files.set(file, utf8(`{"formatVersion":2,"x":"${red.sha256}"}`));
    store.files.set("agent/notes.txt", utf8("x"));
    const folder = new PackageFolder(store);
    expect((await folder.open()).kind).toBe("unreadable");
    expect(store.changes).toEqual([]);
    await folder.save(makeConversation("new"), new Map());
    expect([...store.files.keys()].sort()).toEqual([file, "agent/notes.txt", "document.json"].sort());
  });

  it("COM-2: an empty conversation removes it", async () => {
    const store = await storeWith(red);
    store.files.set(file, utf8("torn"));
    const folder = new PackageFolder(store);
    await folder.open();
    await folder.save(emptyConversation, new Map());
    expect([...store.files.keys()]).toEqual(["document.json"]);
  });
});
