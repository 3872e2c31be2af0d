import { expect, it } from "vitest";
import { MemoryFileStore } from "../../support/memoryFileStore.ts";
import { converse, PackageOnDisk } from "../../support/packageOnDisk.ts";

it("PKG-13, PKG-5: Save As takes along the files in agent/ that aren't ours", async () => {
  const onDisk = new PackageOnDisk();
  const opened = await onDisk.open();
  await converse(opened, "one");
  await opened.session.save();
  const foreign = ["agent/notes.txt", "agent/conversation.theirs-2026.json", "agent/images/notes.txt"];
  for (const path of foreign) onDisk.write(path, "{}");
  await converse(opened, "two");
  const copy = new MemoryFileStore();
  await opened.session.saveTo(copy);
  expect([...copy.files.keys()].toSorted()).toEqual(
    ["agent/conversation.json", "document.json", ...foreign].toSorted(),
  );
  expect(new TextDecoder().decode(copy.files.get("agent/conversation.json"))).toContain("two");
});
