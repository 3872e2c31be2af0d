import { expect, it } from "vitest";
import { converse, PackageOnDisk, said } from "../../support/packageOnDisk.ts";

it("COM-2, PKG-13: an answered message replaces what couldn't be read, also where the window dies before the save", async () => {
  const onDisk = new PackageOnDisk();
  onDisk.write("agent/conversation.json", "<<<<<<< HEAD\n{}");
  const before = await onDisk.open();
  expect(before.session.file.unreadable).toBeDefined();
  await converse(before, "one");
  onDisk.crash();

  const opened = await onDisk.open();
  await opened.session.save();
  expect(opened.session.hasUnsaved).toBe(false);
  expect(onDisk.text("agent/conversation.json")).toContain("one");
  await opened.session.leave();
  expect(said(await onDisk.open())).toEqual(["one"]);
});
