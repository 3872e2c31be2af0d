import { beforeAll, describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ReadOutcome } from "../../../src/archive/index.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, makePicture, type Picture } from "../../support/conversations.ts";
import { type Fate, MemoryFileStore } from "../../support/memoryFileStore.ts";

const file = "agent/conversation.json";
const pending = "agent/conversation.json.new";

interface State {
  readonly conversation: ArchivedConversation;
  readonly images: Map<string, Uint8Array>;
}

let states: Record<"empty" | "old" | "new" | "newest", State>;
let pictures: Picture[];
beforeAll(async () => {
  pictures = await Promise.all(["red", "blue", "green"].map(makePicture));
  const state = (text: string, ...shown: number[]): State => {
    const ours = pictures.filter((_, index) => shown.includes(index));
    return { conversation: makeConversation(text, ours), images: bytesByHash(ours) };
  };
  states = {
    empty: { conversation: emptyConversation, images: new Map() },
    old: state("old", 0, 1),
    new: state("new", 1, 2),
    newest: state("newest", 0, 2),
  };
});

const outcomeOf = ({ conversation, images }: State): ReadOutcome =>
  conversation === emptyConversation ? { kind: "empty" } : { kind: "conversation", conversation, images };

async function diskWith(state: State): Promise<MemoryFileStore> {
  const store = new MemoryFileStore(new Map([["document.json", new Uint8Array([1])]]));
  await new PackageFolder(store).save(state.conversation, state.images);
  return store.restart();
}

/** Opens a disk, saves, and dies at one call; answers with the disk and whether the save got that far. */
async function dieWhileSaving(disk: MemoryFileStore, state: State, at: number, fate: Fate) {
  const store = disk.restart();
  const folder = new PackageFolder(store);
  await folder.open();
  const first = store.calls.length;
  store.fate = (call) => (call.number === first + at ? fate : "go");
  await folder.save(state.conversation, state.images).catch(() => undefined);
  return { disk: store.restart(), reached: store.calls.length >= first + at };
}

const open = (disk: MemoryFileStore) => new PackageFolder(disk.restart()).open();
const deaths: readonly Fate[] = ["dieBefore", "dieMidway", "dieAfter"];

describe("a process killed at any call of a save", () => {
  it.each([
    ["old", "new"],
    ["empty", "new"],
    ["old", "empty"],
  ] as const)("PKG-9: from %s to %s leaves one of the two, whole", async (from, to) => {
    const allowed = [outcomeOf(states[from]), outcomeOf(states[to])];
    const seen = new Set<string>();
    for (const fate of deaths) {
      for (let at = 1, reached = true; reached; at += 1) {
        const result = await dieWhileSaving(await diskWith(states[from]), states[to], at, fate);
        const outcome = await open(result.disk);
        expect(allowed).toContainEqual(outcome);
        seen.add(JSON.stringify(outcome));
        reached = result.reached;
      }
    }
    expect(seen.size).toBe(2);
  });

  it("PKG-9: killed again while the next save repairs, still leaves a whole one of the last two", async () => {
    for (const fate of deaths) {
      for (let at = 1, reached = true; reached; at += 1) {
        const first = await dieWhileSaving(await diskWith(states.old), states.new, at, fate);
        reached = first.reached;
        const between = await open(first.disk);
        for (const next of [states.newest, states.empty]) {
          for (const again of deaths) {
            for (let then = 1, reachedAgain = true; reachedAgain; then += 1) {
              const second = await dieWhileSaving(first.disk, next, then, again);
              reachedAgain = second.reached;
              expect([between, outcomeOf(next)]).toContainEqual(await open(second.disk));
            }
          }
        }
      }
    }
  });

  it("PKG-9: the next save that runs through leaves exactly its own files", async () => {
    const clean = await diskWith(states.newest);
    for (const fate of deaths) {
      for (let at = 1, reached = true; reached; at += 1) {
        const first = await dieWhileSaving(await diskWith(states.old), states.new, at, fate);
        reached = first.reached;
        const { disk } = await dieWhileSaving(first.disk, states.newest, 0, "go");
        const torn = [...disk.files].filter(([path]) => path.startsWith("agent/images/") && !clean.files.has(path));
        for (const [path] of torn) expect(fate === "dieMidway" && path.includes("images/")).toBe(true);
        expect([...disk.files.keys()].filter((path) => !torn.some(([name]) => name === path)).sort()).toEqual(
          [...clean.files.keys()].sort(),
        );
      }
    }
  });
});

describe("a call of a save that fails", () => {
  it.each([
    ["old", "new"],
    ["empty", "new"],
    ["old", "empty"],
  ] as const)(
    "PKG-15: from %s to %s, leaves no temporary file, one whole conversation, and is repaired",
    async (from, to) => {
      for (let at = 1, reached = true; reached; at += 1) {
        const store = await diskWith(states[from]);
        const folder = new PackageFolder(store);
        await folder.open();
        const first = store.calls.length;
        store.fate = (call) => (call.number === first + at ? "fail" : "go");
        const failed = await folder.save(states[to].conversation, states[to].images).then(
          () => false,
          () => true,
        );
        reached = store.calls.length >= first + at;
        const outcome = await open(store);
        expect([outcomeOf(states[from]), outcomeOf(states[to])]).toContainEqual(outcome);
        if (!failed) expect(outcome).toEqual(outcomeOf(states[to]));
        if (store.files.has(file)) expect(store.files.has(pending)).toBe(false);

        store.fate = () => "go";
        await folder.save(states[to].conversation, states[to].images);
        expect(await open(store)).toEqual(outcomeOf(states[to]));
        expect(store.files.has(pending)).toBe(false);
      }
    },
  );

  it("PKG-15: a first save that always fails leaves nothing of its own but whole images", async () => {
    for (const operation of ["write", "replace"] as const) {
      const store = new MemoryFileStore();
      store.fate = (call) => (call.operation === operation && call.path.startsWith(file) ? "fail" : "go");
      const folder = new PackageFolder(store);
      await expect(folder.save(states.new.conversation, states.new.images)).rejects.toThrow("fail");
      expect([...store.files.keys()].filter((path) => !path.startsWith("agent/images/"))).toEqual([]);
    }
  });

  it("PKG-15: an image whose write fails leaves no part of it", async () => {
    const store = new MemoryFileStore();
    store.fate = (call) => (call.operation === "write" ? "fail" : "go");
    await expect(new PackageFolder(store).save(states.new.conversation, states.new.images)).rejects.toThrow("fail");
    expect(store.files.size).toBe(0);
  });

  it("PKG-15: a failed save doesn't stop the ones behind it", async () => {
    const store = new MemoryFileStore();
    const writes = () => store.calls.filter(({ operation }) => operation === "write");
    store.fate = ({ operation }) => (operation === "write" && writes().length === 1 ? "fail" : "go");
    const folder = new PackageFolder(store);
    const [first, second] = await Promise.allSettled([
      folder.save(states.old.conversation, states.old.images),
      folder.save(states.new.conversation, states.new.images),
    ]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
    expect(await open(store)).toEqual(outcomeOf(states.new));
  });
});
