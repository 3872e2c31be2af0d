import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { applyTextChange, textChange } from "../../../src/journal/differences.ts";
import { Journal, type Unsaved } from "../../../src/journal/journal.ts";
import { replayJournal } from "../../../src/journal/replay.ts";
import { anyConversation, makeConversation, makePicture } from "../../support/conversations.ts";
import { MemoryJournals } from "../../support/memoryJournals.ts";

const nothing: Unsaved = { conversation: undefined, design: undefined, images: new Map() };

function setUp() {
  const store = new MemoryJournals();
  const state: { unsaved: Unsaved } = { unsaved: nothing };
  const failures: unknown[] = [];
  let names = 0;
  const journal = new Journal({
    store,
    newName: () => `journal-${++names}`,
    header: { packageUri: "file:///Poster.silverpoint", sequence: 1, writer: 7, window: "w" },
    outdated: [],
    unsaved: () => state.unsaved,
    onFailure: (error) => failures.push(error),
  });
  const conversation = (value: ArchivedConversation, base = "b") => {
    state.unsaved = { ...state.unsaved, conversation: { value, base } };
  };
  const newest = () =>
    [...store.files.values()].map(replayJournal).toSorted((a, b) => (b?.sequence ?? 0) - (a?.sequence ?? 0))[0];
  return { store, state, failures, journal, conversation, newest };
}

function turns(count: number): ArchivedConversation {
  const items = Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    type: "user" as const,
    text: `turn ${index}`,
  }));
  return { ...emptyConversation, items };
}

describe("a journal", () => {
  it("PKG-13: gives back the conversation and the design as they were at the last write", async () => {
    const { journal, state, newest } = setUp();
    state.unsaved = {
      conversation: { value: makeConversation("Hello"), base: "base" },
      design: { text: '{"name":"A"}', base: "design" },
      images: new Map([["f".repeat(64), new Uint8Array([1, 2, 255])]]),
    };
    await journal.flush();
    expect(newest()).toEqual({
      packageUri: "file:///Poster.silverpoint",
      sequence: 1,
      writer: 7,
      window: "w",
      work: {
        conversation: { value: makeConversation("Hello"), base: "base", earlier: expect.any(Function) },
        design: { text: '{"name":"A"}', base: "design" },
        images: new Map([["f".repeat(64), "AQL/"]]),
      },
    });
  });

  it("PKG-13: appends what changed and not the whole", async () => {
    const { journal, store, conversation, newest } = setUp();
    let value = turns(2000);
    conversation(value);
    await journal.flush();
    const before = store.files.get("journal-1")?.length ?? 0;
    value = { ...value, items: [...value.items, { id: "new", type: "user", text: "one more" }] };
    conversation(value);
    await journal.flush();
    expect((store.files.get("journal-1")?.length ?? 0) - before).toBeLessThan(300);
    expect(newest()?.work?.conversation?.value).toEqual(value);
  });

  it("PKG-13: what a save took doesn't come back; what changed while it ran does", async () => {
    const { journal, state, conversation, newest } = setUp();
    conversation(turns(1));
    await journal.flush();
    state.unsaved = nothing;
    await journal.saved();
    expect(newest()?.work).toBeUndefined();
    conversation(turns(2), "new base");
    await journal.saved();
    expect(newest()?.work).toMatchObject({ conversation: { value: turns(2), base: "new base" }, design: undefined });
  });

  it("PKG-13: what was undone or given up for what is on disk doesn't come back, and does when it is redone", async () => {
    const { journal, state, newest } = setUp();
    const changed: Unsaved = {
      conversation: { value: turns(1), base: "b" },
      design: { text: '{"name":"A"}', base: "d" },
      images: new Map(),
    };
    for (const part of ["conversation", "design"] as const) {
      state.unsaved = changed;
      await journal.flush();
      state.unsaved = { ...changed, [part]: undefined };
      await journal.flush();
      expect(newest()?.work).toMatchObject({ ...state.unsaved, images: new Map() });
      state.unsaved = changed;
      await journal.flush();
      expect(newest()?.work).toMatchObject({ conversation: changed.conversation, design: changed.design });
    }
    state.unsaved = nothing;
    await journal.flush();
    expect(newest()?.work).toBeUndefined();
  });

  it("PKG-13: what was discarded doesn't come back", async () => {
    const { journal, store, conversation } = setUp();
    conversation(turns(1));
    await journal.flush();
    await journal.discard();
    conversation(turns(2));
    await journal.flush();
    expect(store.files.size).toBe(0);
  });

  it("writes nothing while nothing is unsaved, and leaves no file when all was saved", async () => {
    const { journal, store, state, conversation } = setUp();
    await journal.flush();
    await journal.saved();
    expect(store.files.size).toBe(0);
    conversation(turns(1));
    await journal.flush();
    state.unsaved = nothing;
    await journal.saved();
    await journal.close();
    expect(store.files.size).toBe(0);
  });

  it("keeps its file when it ends with unsaved work in it", async () => {
    const { journal, conversation, newest } = setUp();
    conversation(turns(3));
    await journal.close();
    expect(newest()?.work?.conversation?.value).toEqual(turns(3));
  });

  it("PKG-13: cut at any character it gives back a state that was written, the newest whole one", async () => {
    const { journal, store, conversation } = setUp();
    const states = [turns(1), turns(2), { ...turns(1), feedback: { a: 1 } }];
    for (const state of states) {
      conversation(state);
      await journal.flush();
    }
    const text = store.files.get("journal-1") ?? "";
    const seen = Array.from({ length: text.length + 1 }, (_, length) => {
      const value = replayJournal(text.slice(0, length))?.work?.conversation?.value;
      return value === undefined ? -1 : states.findIndex((state) => sortedText(state) === sortedText(value));
    });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect([...new Set(seen)]).toEqual([-1, 0, 1, 2]);
  });

  it("after a failed write begins a new file with the whole, and drops the old one then", async () => {
    const { journal, store, failures, conversation, newest } = setUp();
    conversation(turns(1));
    await journal.flush();
    conversation(turns(2));
    store.failAfter = 10;
    await journal.flush();
    expect([failures.length, store.files.size]).toEqual([1, 1]);
    conversation(turns(3));
    await journal.flush();
    expect([...store.files.keys()]).toEqual(["journal-2"]);
    expect(newest()).toMatchObject({ sequence: 2, work: { conversation: { value: turns(3) } } });
  });

  it("PKG-13: any conversation comes back as it was, unknown keys and all", async () => {
    const pictures = [await makePicture("one")];
    await fc.assert(
      fc.asyncProperty(anyConversation(pictures), anyConversation(pictures), async (first, second) => {
        const { journal, conversation, newest } = setUp();
        for (const state of [first, second]) {
          conversation(state);
          await journal.flush();
        }
        expect(sortedText(newest()?.work?.conversation?.value)).toBe(sortedText(second));
      }),
      { numRuns: 60 },
    );
  });

  it("a text's change leads to the text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "😀"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyTextChange(before, textChange(before, after))).toBe(after);
      }),
    );
  });
});

describe("gathering", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("PKG-13: changes are written together within a second and a half", async () => {
    const { journal, store, conversation } = setUp();
    conversation(turns(1));
    journal.note();
    journal.note();
    expect(store.files.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1500);
    expect(store.files.get("journal-1")?.split("\n")).toHaveLength(3);
  });
});

function sortedText(value: unknown): string {
  return JSON.stringify(value, sorted);
}

/** Sorts the keys of objects, whose order isn't part of a conversation. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
