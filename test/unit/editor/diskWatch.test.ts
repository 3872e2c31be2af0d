import { describe, expect, it } from "vitest";
import type { DiskAnswer } from "../../../src/editor/diskQuestion.ts";
import { DiskWatch, type WatchedFile } from "../../../src/editor/diskWatch.ts";

function setUp(state: { seen: "same" | "changed" | "gone"; unsaved: boolean; answer?: DiskAnswer }) {
  const done: string[] = [];
  const file: WatchedFile = {
    what: "conversation",
    compare: async () => state.seen,
    hasUnsaved: () => state.unsaved,
    load: async () => void done.push("load"),
    keepTheirs: async () => void done.push("keepTheirs"),
    acceptTheirs: async () => void done.push("accept"),
  };
  const ask = async () => {
    done.push("ask");
    return state.answer;
  };
  const watch = new DiskWatch({ files: [file], ask, onChange: () => void done.push("change") });
  return { watch, done, state };
}

describe("a file that changed on disk", () => {
  it("PKG-11: is loaded quietly when nothing of ours is unsaved", async () => {
    const { watch, done } = setUp({ seen: "changed", unsaved: false });
    expect(await watch.settle()).toBe(true);
    expect(done).toEqual(["load"]);
  });

  const answers: [DiskAnswer, string[]][] = [
    ["keepMine", ["ask", "accept"]],
    ["loadTheirs", ["ask", "load"]],
    ["keepBoth", ["ask", "keepTheirs", "accept"]],
  ];
  it.each(answers)("PKG-11: with unsaved work the person decides: %s", async (answer, acts) => {
    const { watch, done } = setUp({ seen: "changed", unsaved: true, answer });
    expect(await watch.settle()).toBe(true);
    expect(done).toEqual(acts);
  });

  it("PKG-11: put off, nothing happens, a look doesn't ask again, a save does", async () => {
    const { watch, done, state } = setUp({ seen: "changed", unsaved: true });
    await watch.look();
    await watch.look();
    expect(done).toEqual(["ask", "change"]);
    expect(await watch.settle()).toBe(false);
    expect(done).toEqual(["ask", "change", "ask"]);
    state.seen = "same";
    expect(await watch.settle()).toBe(true);
    expect([...watch.undecided]).toEqual([]);
  });

  it("PKG-11: one that didn't change raises no question", async () => {
    const { watch, done } = setUp({ seen: "same", unsaved: true });
    expect(await watch.settle()).toBe(true);
    expect(done).toEqual([]);
  });

  it("PKG-12: a package that is gone can't go on, and can again when it is back", async () => {
    const { watch, state } = setUp({ seen: "gone", unsaved: true });
    expect(await watch.settle()).toBe(false);
    expect(watch.gone).toBe(true);
    state.seen = "same";
    expect(await watch.settle()).toBe(true);
    expect(watch.gone).toBe(false);
  });

  it("PKG-11: two that ask at once get one question", async () => {
    const { watch, done } = setUp({ seen: "changed", unsaved: true, answer: "keepMine" });
    await Promise.all([watch.settle(), watch.settle()]);
    expect(done.filter((act) => act === "ask")).toHaveLength(1);
  });

  it("PKG-12: of a package that is gone nothing is loaded and nothing is asked", async () => {
    for (const unsaved of [false, true]) {
      const done: string[] = [];
      const file = (what: WatchedFile["what"], seen: "gone" | "changed"): WatchedFile => ({
        what,
        compare: async () => seen,
        hasUnsaved: () => unsaved,
        load: async () => void done.push("load"),
        keepTheirs: async () => undefined,
        acceptTheirs: async () => undefined,
      });
      const ask = async () => void done.push("ask");
      const files = [file("design", "gone"), file("conversation", "changed")];
      const watch = new DiskWatch({ files, ask, onChange: () => undefined });
      expect(await watch.settle()).toBe(false);
      expect([done, watch.gone]).toEqual([[], true]);
    }
  });
});
