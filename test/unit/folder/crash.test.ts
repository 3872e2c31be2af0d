import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ReadOutcome } from "../../../src/archive/index.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { PackageFolder } from "../../../src/folder/packageFolder.ts";
import { bytesByHash, makeConversation, makePicture } from "../../support/conversations.ts";
import { type Fate, MemoryFileStore } from "../../support/memoryFileStore.ts";

const file = "agent/conversation.json";
const pending = "agent/conversation.json.new";

interface State {
  readonly outcome: ReadOutcome;
  /** Leads there, from wherever the folder is. */
  readonly reach: (folder: PackageFolder) => Promise<void>;
}

type Name = "empty" | "removed" | "old" | "new" | "newest" | "long" | "compacted";
let states: Record<Name, State>;
beforeAll(async () => {
  const pictures = await Promise.all(["red", "blue", "green"].map(makePicture));
  const state = (conversation: ArchivedConversation, ...shown: number[]): State => {
    const images = bytesByHash(pictures.filter((_, index) => shown.includes(index)));
    return {
      outcome: { kind: "conversation", conversation, images, omitted: [] },
      reach: (folder) => folder.save(conversation, images),
    };
  };
  const talk = (text: string, ...shown: number[]) =>
    makeConversation(
      text,
      pictures.filter((_, index) => shown.includes(index)),
    );
  const long = Array.from({ length: 60 }, (_, turn) => talk(`${turn} ${"word ".repeat(40)}`, turn % 3));
  const whole = { items: long.flatMap(({ items }) => items), history: long.flatMap(({ history }) => history) };
  states = {
    empty: { outcome: { kind: "empty" }, reach: (folder) => folder.save(emptyConversation, new Map()) },
    removed: { outcome: { kind: "empty" }, reach: (folder) => folder.remove() },
    old: state(talk("old", 0, 1), 0, 1),
    new: state(talk("new", 1, 2), 1, 2),
    newest: state(talk("newest", 0, 2), 0, 2),
    long: state({ ...emptyConversation, ...whole }, 0, 1, 2),
    compacted: state(
      {
        ...emptyConversation,
        ...whole,
        history: [...talk("# Conversation so far").history, ...whole.history.slice(-1)],
      },
      2,
    ),
  };
});

async function diskWith(state: State): Promise<MemoryFileStore> {
  const store = new MemoryFileStore(new Map([["document.json", new Uint8Array([1])]]));
  await state.reach(new PackageFolder(store));
  return store.restart();
}

/** Opens a disk, goes on to a state, and dies at one call; answers with the disk and whether it got that far. */
async function dieOnTheWay(disk: MemoryFileStore, { reach }: State, at: number, fate: Fate) {
  const store = disk.restart();
  const folder = new PackageFolder(store);
  await folder.open();
  const first = store.calls.length;
  store.fate = (call) => (call.number === first + at ? fate : "go");
  await reach(folder).catch(() => undefined);
  return { disk: store.restart(), reached: store.calls.length >= first + at };
}

const open = (disk: MemoryFileStore) => new PackageFolder(disk.restart()).open();
const deaths: readonly Fate[] = ["dieBefore", "dieMidway", "dieAfter"];

/** Every disk that a death on the way from one state to another can leave. */
async function* everyDeath(from: MemoryFileStore, to: State) {
  for (const fate of deaths) {
    for (let at = 1, reached = true; reached; at += 1) {
      const result = await dieOnTheWay(from, to, at, fate);
      reached = result.reached;
      yield { disk: result.disk, fate };
    }
  }
}

const ways = [
  ["old", "new"],
  ["empty", "new"],
  ["old", "empty"],
  ["long", "compacted"],
  ["compacted", "long"],
  ["old", "removed"],
] as const;

describe("a process killed at any call of a save", () => {
  it.each(ways)("PKG-9: from %s to %s leaves one of the two, whole", async (from, to) => {
    const allowed = [states[from].outcome, states[to].outcome];
    const seen = new Set<ReadOutcome | undefined>();
    for await (const { disk } of everyDeath(await diskWith(states[from]), states[to])) {
      const outcome = await open(disk);
      const found = allowed.find((each) => isDeepStrictEqual(each, outcome));
      expect(found, JSON.stringify(outcome)).toBeDefined();
      seen.add(found);
    }
    expect(seen.size).toBe(2);
  });

  it.each(["new", "empty", "removed"] as const)(
    "PKG-9, COM-2: from an unreadable one to %s leaves one of the two, the unreadable one to the byte",
    async (to) => {
      const torn = new TextEncoder().encode("<<<<<<< HEAD\n");
      const disk = await diskWith(states.old);
      disk.writeFromOutside(file, torn);
      const unreadable = await open(disk);
      for await (const { disk: left } of everyDeath(disk, states[to])) {
        const outcome = await open(left);
        if (outcome.kind === "unreadable") expect(left.files.get(file)).toEqual(torn);
        expect([unreadable, states[to].outcome]).toContainEqual(outcome);
      }
    },
  );

  it.each([
    ["old", "new"],
    ["long", "compacted"],
    ["old", "empty"],
    ["old", "removed"],
  ] as const)(
    "PKG-9: killed from %s to %s, and again while the next save repairs, still leaves a whole one of the last two",
    async (from, to) => {
      for await (const { disk } of everyDeath(await diskWith(states[from]), states[to])) {
        const between = await open(disk);
        for (const next of [states.newest, states.empty, states.removed]) {
          for await (const again of everyDeath(disk, next)) {
            const outcome = await open(again.disk);
            const isOneOfTheTwo = [between, next.outcome].some((each) => isDeepStrictEqual(each, outcome));
            expect(isOneOfTheTwo, JSON.stringify(outcome)).toBe(true);
          }
        }
      }
    },
  );

  it.each(ways)(
    "PKG-9: killed from %s to %s, the next save that runs through leaves exactly its own files",
    async (from, to) => {
      for (const next of [states.newest, states.removed]) {
        const clean = await diskWith(next);
        for await (const { disk: torn, fate } of everyDeath(await diskWith(states[from]), states[to])) {
          const { disk } = await dieOnTheWay(torn, next, 0, "go");
          const left = [...disk.files.keys()].filter((path) => !clean.files.has(path));
          // Half an image is nobody's: its bytes don't match its name.
          if (fate === "dieMidway" && next === states.newest) {
            expect(left.filter((path) => !path.startsWith("agent/images/"))).toEqual([]);
          } else {
            expect(left).toEqual([]);
          }
          expect([...clean.files.keys()].filter((path) => !disk.files.has(path))).toEqual([]);
        }
      }
    },
  );
});

describe("a call of a save that fails", () => {
  it.each(ways)(
    "PKG-15: from %s to %s, leaves no temporary file, one whole conversation, and is repaired",
    async (from, to) => {
      for (let at = 1, reached = true; reached; at += 1) {
        const store = await diskWith(states[from]);
        const folder = new PackageFolder(store);
        await folder.open();
        const first = store.calls.length;
        store.fate = (call) => (call.number === first + at ? "fail" : "go");
        const failed = await states[to].reach(folder).then(
          () => false,
          () => true,
        );
        reached = store.calls.length >= first + at;
        const outcome = await open(store);
        expect([states[from].outcome, states[to].outcome]).toContainEqual(outcome);
        if (!failed) expect(outcome).toEqual(states[to].outcome);
        if (store.files.has(file)) expect(store.files.has(pending)).toBe(false);

        store.fate = () => "go";
        await states[to].reach(folder);
        expect(await open(store)).toEqual(states[to].outcome);
        expect(store.files.has(pending)).toBe(false);
      }
    },
  );

  it("PKG-15: a first save that always fails leaves nothing of its own but whole images", async () => {
    for (const operation of ["write", "replace"] as const) {
      const store = new MemoryFileStore();
      store.fate = (call) => (call.operation === operation && call.path.startsWith(file) ? "fail" : "go");
      const folder = new PackageFolder(store);
      await expect(states.new.reach(folder)).rejects.toThrow("fail");
      expect([...store.files.keys()].filter((path) => !path.startsWith("agent/images/"))).toEqual([]);
    }
  });

  it("PKG-15: an image whose write fails leaves no part of it", async () => {
    const store = new MemoryFileStore();
    store.fate = (call) => (call.operation === "write" ? "fail" : "go");
    await expect(states.new.reach(new PackageFolder(store))).rejects.toThrow("fail");
    expect(store.files.size).toBe(0);
  });

  it("PKG-15: a failed save doesn't stop the ones behind it", async () => {
    const store = new MemoryFileStore();
    const writes = () => store.calls.filter(({ operation }) => operation === "write");
    store.fate = ({ operation }) => (operation === "write" && writes().length === 1 ? "fail" : "go");
    const folder = new PackageFolder(store);
    const [first, second] = await Promise.allSettled([states.old.reach(folder), states.new.reach(folder)]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
    expect(await open(store)).toEqual(states.new.outcome);
  });
});
