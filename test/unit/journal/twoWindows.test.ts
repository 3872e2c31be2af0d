import { describe, expect, it } from "vitest";
import { Journals } from "../../../src/journal/journals.ts";
import { makeConversation } from "../../support/conversations.ts";
import { MemoryJournals } from "../../support/memoryJournals.ts";

const uri = "file:///home/ada/Poster.silverpoint";

/** A package opened in a window after every earlier process has died, or while all still live. */
async function openIn(store: MemoryJournals, window: string, others: "dead" | "living") {
  const journals = new Journals({
    store,
    writer: store.files.size,
    window,
    isAlive: () => others === "living",
    onFailure: (error) => {
      throw error;
    },
  });
  const { work, start } = await journals.open(uri);
  const items = work?.conversation?.value.items;
  const write = async (text: string) => {
    const conversation = { value: makeConversation(text), base: "" };
    await start(() => ({ conversation, design: undefined, images: new Map() })).flush();
  };
  const closeSaved = () => start(() => ({ conversation: undefined, design: undefined, images: new Map() })).close();
  return { found: Array.isArray(items) ? items[0]?.text : undefined, write, closeSaved };
}

async function bothDied(): Promise<MemoryJournals> {
  const store = new MemoryJournals();
  await (await openIn(store, "first", "living")).write("of the first");
  await (await openIn(store, "second", "living")).write("of the second");
  return store;
}

describe("two windows that died with unsaved work of one package", () => {
  it.each([
    ["first", "second"],
    ["second", "first"],
  ])("PKG-13: the %s finds its own, and leaves the other's for the %s", async (earlier, later) => {
    const store = await bothDied();
    const opened = await openIn(store, earlier, "dead");
    expect(opened.found).toBe(`of the ${earlier}`);
    await opened.closeSaved();
    expect((await openIn(store, later, "dead")).found).toBe(`of the ${later}`);
  });

  it("PKG-13: a third window finds the newest, and the other one's after that", async () => {
    const store = await bothDied();
    const opened = await openIn(store, "third", "dead");
    expect(opened.found).toBe("of the second");
    await opened.closeSaved();
    const again = await openIn(store, "third", "dead");
    expect(again.found).toBe("of the first");
    await again.closeSaved();
    expect(store.files.size).toBe(0);
  });
});
