import { describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { PackageFolder } from "../../src/folder/packageFolder.ts";
import { listCases, readCase, readCasePackage } from "../support/caseFolders.ts";
import { MemoryFileStore } from "../support/memoryFileStore.ts";

describe("the packages of fixtures/cases", () => {
  it("COM-2: the table names them all", () => {
    expect(listCases().length).toBe(23);
  });

  it.each(listCases())("COM-1 to COM-4: $name reads as $kind", async ({ name, kind }) => {
    expect((await readArchive(readCase(name))).kind).toBe(kind);
  });

  it.each(listCases())(
    "COM-2: opening $name as a package gives the same, and touches nothing",
    async ({ name, kind }) => {
      const files = readCasePackage(name);
      const store = new MemoryFileStore(files);
      const outcome = await new PackageFolder(store).open();
      expect(outcome).toEqual(await readArchive(readCase(name)));
      expect(outcome.kind).toBe(kind);
      expect(store.changes).toEqual([]);
      expect(store.files).toEqual(files);
    },
  );
});
