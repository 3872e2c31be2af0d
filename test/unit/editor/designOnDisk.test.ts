import { describe, expect, it } from "vitest";
import { nameOf, PackageOnDisk, rename, undo } from "../../support/packageOnDisk.ts";

const theirs = '{ "name": "Theirs", "pages": [] }';

describe("document.json that somebody else writes", () => {
  it("PKG-11: keep mine holds though an undo leads back to what the file held before", async () => {
    const onDisk = new PackageOnDisk();
    const opened = await onDisk.open({ answer: "keepMine" });
    await rename(opened, "Banner");
    onDisk.write("document.json", theirs);
    await opened.session.prepareToSend();
    expect(opened.asked).toEqual(["design"]);
    await undo(opened);
    await opened.session.save();
    expect(onDisk.text("document.json")).toContain("Poster");
  });

  it("PKG-11: a write right after ours, before its time was asked for, is seen", async () => {
    const onDisk = new PackageOnDisk();
    const opened = await onDisk.open();
    await rename(opened, "Banner");
    const { store } = onDisk;
    let isTheirTurn = true;
    store.fate = ({ operation, path }) => {
      const isOursWritten = onDisk.text("document.json")?.includes("Banner");
      if (isTheirTurn && isOursWritten && operation === "stat" && path === "document.json") {
        isTheirTurn = false;
        onDisk.write("document.json", theirs);
      }
      return "go";
    };
    await opened.session.save();
    await opened.session.look();
    expect(isTheirTurn).toBe(false);
    expect(nameOf(opened)).toBe("Theirs");
  });

  it("PKG-11: an edit made while the file is compared isn't dropped unasked", async () => {
    const onDisk = new PackageOnDisk();
    const opened = await onDisk.open();
    onDisk.write("document.json", theirs);
    onDisk.store.fate = ({ operation, path }) => {
      if (operation === "read" && path === "document.json") opened.session.openDesign.edits.rename("Banner");
      return "go";
    };
    await opened.session.look();
    expect(opened.asked).toEqual(["design"]);
    expect(nameOf(opened)).toBe("Banner");
  });

  it("PKG-11: an edit made while theirs is loaded isn't dropped unasked", async () => {
    const onDisk = new PackageOnDisk();
    const opened = await onDisk.open();
    onDisk.write("document.json", theirs);
    let reads = 0;
    onDisk.store.fate = ({ operation, path }) => {
      if (operation === "read" && path === "document.json") reads += 1;
      if (reads === 2) opened.session.openDesign.edits.rename("Banner");
      return "go";
    };
    await opened.session.look();
    expect(opened.asked).toEqual(["design"]);
    expect(nameOf(opened)).toBe("Banner");
    expect(onDisk.text("document.json")).toBe(theirs);
  });

  it("PKG-11: two copies of theirs within a second are both kept", async () => {
    const onDisk = new PackageOnDisk();
    const opened = await onDisk.open({ answer: "keepBoth" });
    for (const name of ["One", "Two"]) {
      await rename(opened, `Ours ${name}`);
      onDisk.write("document.json", `{ "name": "${name}", "pages": [] }`);
      await opened.session.prepareToSend();
    }
    const copies = (await onDisk.store.list("")).filter(({ name }) => name.startsWith("document.theirs-"));
    const texts = copies.map(({ name }) => onDisk.text(name));
    expect(texts.map((text) => JSON.parse(text ?? "").name).toSorted()).toEqual(["One", "Two"]);
  });
});
