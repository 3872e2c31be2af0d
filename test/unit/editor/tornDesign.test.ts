import { describe, expect, it } from "vitest";
import { nameOf, type OpenPackage, PackageOnDisk, rename, undo } from "../../support/packageOnDisk.ts";

/** So many writes of document.json leave half of it. */
function tearWrites(onDisk: PackageOnDisk, times: number): void {
  let left = times;
  onDisk.store.fate = ({ operation, path }) =>
    operation === "write" && path === "document.json" && left-- > 0 ? "fail" : "go";
}

/** The design was renamed, and a save has torn document.json; so many writes failed. */
async function openTorn(writes: number): Promise<{ onDisk: PackageOnDisk; opened: OpenPackage }> {
  const onDisk = new PackageOnDisk();
  const opened = await onDisk.open();
  await rename(opened, "Banner");
  tearWrites(onDisk, writes);
  await expect(opened.session.save()).rejects.toThrow("fail");
  return { onDisk, opened };
}

describe("document.json that a save of ours has torn", () => {
  it.each([1, 2])("PKG-15: after an undo the next save leaves it whole; %d writes failed", async (writes) => {
    const { onDisk, opened } = await openTorn(writes);
    await undo(opened);
    await opened.session.save();
    await opened.session.leave();
    expect(nameOf(await onDisk.open())).toBe("Poster");
  });

  it("PKG-15, PKG-13: after Don't Save it is as it was before", async () => {
    const { onDisk, opened } = await openTorn(1);
    await opened.session.revert();
    await opened.session.end();
    expect(nameOf(await onDisk.open())).toBe("Poster");
  });

  it("PKG-9: is repaired from the journal unasked when the process died in the middle", async () => {
    const onDisk = new PackageOnDisk();
    const before = await onDisk.open();
    await rename(before, "Banner");
    onDisk.store.fate = ({ operation, path }) =>
      operation === "write" && path === "document.json" ? "dieMidway" : "go";
    await expect(before.session.save()).rejects.toThrow("dieMidway");
    onDisk.crash();
    const opened = await onDisk.open();
    expect(nameOf(opened)).toBe("Banner");
    await opened.session.save();
    expect(opened.asked).toEqual([]);
    expect(onDisk.text("document.json")).toContain("Banner");
  });

  it("PKG-11, PKG-13: conflict markers are no tear of ours: a save asks before it overwrites them", async () => {
    const onDisk = new PackageOnDisk();
    await rename(await onDisk.open(), "Banner");
    onDisk.crash();
    const theirs = '{\n<<<<<<< HEAD\n "name": "Poster",\n=======\n "name": "Theirs",\n>>>>>>> theirs\n "pages": [] }';
    onDisk.write("document.json", theirs);
    const opened = await onDisk.open();
    await expect(opened.session.save()).rejects.toThrow("changed on disk");
    expect(opened.asked).toEqual(["design"]);
    expect(onDisk.text("document.json")).toBe(theirs);
  });
});
