import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { Unsaved } from "../../../src/journal/journal.ts";
import { Journals } from "../../../src/journal/journals.ts";
import { makeConversation } from "../../support/conversations.ts";
import { MemoryJournals } from "../../support/memoryJournals.ts";

const uri = "file:///home/ada/Poster.silverpoint";

function journalsOf(store: MemoryJournals, process: { writer: number; window?: string; alive?: readonly number[] }) {
  return new Journals({
    store,
    writer: process.writer,
    window: process.window ?? "window",
    isAlive: (writer) => (process.alive ?? []).includes(writer),
    onFailure: (error) => {
      throw error;
    },
  });
}

function unsaved(text: string): () => Unsaved {
  const value = text === "" ? emptyConversation : makeConversation(text);
  return () => ({ conversation: { value, base: "" }, design: undefined, images: new Map() });
}

async function textLeft(journals: Journals): Promise<unknown> {
  const { work } = await journals.open(uri);
  const items = work?.conversation?.value.items;
  return Array.isArray(items) ? items[0]?.text : undefined;
}

describe("the journals of a package", () => {
  it("PKG-13: the newest that holds anything counts; it outlives reloads until its work is written again", async () => {
    const store = new MemoryJournals();
    await (await journalsOf(store, { writer: 1 }).open(uri)).start(unsaved("first")).flush();
    const second = await journalsOf(store, { writer: 2 }).open(uri);
    expect(store.files.size).toBe(1);
    await second.start(unsaved("second")).flush();
    expect(store.files.size).toBe(1);
    expect(await textLeft(journalsOf(store, { writer: 3 }))).toBe("second");
  });

  it("PKG-13: a session that was closed clean takes away what it was opened with", async () => {
    const store = new MemoryJournals();
    await (await journalsOf(store, { writer: 1 }).open(uri)).start(unsaved("first")).flush();
    const next = (await journalsOf(store, { writer: 2 }).open(uri)).start(() => ({
      conversation: undefined,
      design: undefined,
      images: new Map(),
    }));
    await next.close();
    expect(store.files.size).toBe(0);
  });

  it("PKG-13: another window's journal is left to it while it lives; a reloaded window's own is taken though its old process lives", async () => {
    const store = new MemoryJournals();
    await (await journalsOf(store, { writer: 1, window: "other" }).open(uri)).start(unsaved("theirs")).flush();
    expect(await textLeft(journalsOf(store, { writer: 2, window: "mine", alive: [1] }))).toBeUndefined();
    expect(await textLeft(journalsOf(store, { writer: 2, window: "other", alive: [1] }))).toBe("theirs");
    expect(await textLeft(journalsOf(store, { writer: 2, window: "mine", alive: [] }))).toBe("theirs");
  });

  it("a journal of another package is never taken, whatever its name", async () => {
    const store = new MemoryJournals();
    const journal = (await journalsOf(store, { writer: 1 }).open(uri)).start(unsaved("mine"));
    await journal.flush();
    const text = store.files.get(journal.name ?? "") ?? "";
    store.files.set(journal.name ?? "", text.replace("Poster", "Other"));
    expect(await textLeft(journalsOf(store, { writer: 2 }))).toBeUndefined();
  });

  it("a missing or damaged journal is no error", async () => {
    const store = new MemoryJournals();
    const journal = (await journalsOf(store, { writer: 1 }).open(uri)).start(unsaved("mine"));
    await journal.flush();
    store.files.set(journal.name ?? "", "\u0000\u0000");
    expect(await textLeft(journalsOf(store, { writer: 2 }))).toBeUndefined();
  });

  it("PKG-13: one that can't be read hides none of the others", async () => {
    const store = new MemoryJournals();
    const journal = (await journalsOf(store, { writer: 1 }).open(uri)).start(unsaved("first"));
    await journal.flush();
    const broken = journal.name?.replace(/.{6}jsonl$/, "broken.jsonl") ?? "";
    store.files.set(broken, "");
    const failures: unknown[] = [];
    const read = store.read.bind(store);
    store.read = (name) => (name === broken ? Promise.reject(new Error("It is a folder.")) : read(name));
    const journals = new Journals({
      store,
      writer: 2,
      window: "window",
      isAlive: () => false,
      onFailure: (error) => failures.push(error),
    });
    expect(await textLeft(journals)).toBe("first");
    expect(failures).toHaveLength(1);
  });
});
