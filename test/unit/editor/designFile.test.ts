import { describe, expect, it } from "vitest";
import { DesignFile } from "../../../src/editor/designFile.ts";
import { type Fate, MemoryFileStore } from "../../support/memoryFileStore.ts";

const path = "document.json";
const original = '{ "name" : "Poster", "pages" : [] }\n';

async function openDesign(): Promise<{ store: MemoryFileStore; design: DesignFile; text: () => string }> {
  const store = new MemoryFileStore(new Map([[path, new TextEncoder().encode(original)]]));
  const design = await DesignFile.open(store, "Poster");
  return { store, design, text: () => new TextDecoder().decode(store.files.get(path)) };
}

/** So many writes of document.json meet this. */
function meet(store: MemoryFileStore, fate: Fate, times: number, errorCode: string): void {
  let left = times;
  store.errorCode = errorCode;
  store.fate = ({ operation }) => (operation === "write" && left-- > 0 ? fate : "go");
}

describe("document.json that can't be written", () => {
  it("PKG-15: busy twice and then free is written without a word", async () => {
    const { store, design, text } = await openDesign();
    design.rename("Banner");
    meet(store, "refuse", 2, "EBUSY");
    await design.save();
    expect(text()).toContain("Banner");
    expect(design.unsavedText).toBeUndefined();
  });

  it("PKG-15: what a full disk left of it is no change of somebody else, and the next save repairs it", async () => {
    const { store, design, text } = await openDesign();
    design.rename("Banner");
    // The old text can't be put back either.
    meet(store, "fail", 2, "ENOSPC");
    await expect(design.save()).rejects.toThrow("ENOSPC");
    expect(text()).not.toContain("]");
    expect(await design.watched(() => undefined).compare()).toBe("same");
    expect(design.unsavedText).toContain("Banner");
    await design.save();
    expect(text()).toBe(original.replace("Poster", "Banner"));
  });

  it("PKG-15, PKG-11: what somebody else wrote there meanwhile still counts as changed", async () => {
    const { store, design } = await openDesign();
    design.rename("Banner");
    await store.write(path, new TextEncoder().encode('{ "name" : "Theirs" }'));
    meet(store, "refuse", 1, "EACCES");
    await expect(design.save()).rejects.toThrow("EACCES");
    expect(await design.watched(() => undefined).compare()).toBe("changed");
  });
});
