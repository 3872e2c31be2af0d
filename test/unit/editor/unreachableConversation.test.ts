import { describe, expect, it } from "vitest";
import type { Call, Fate } from "../../support/memoryFileStore.ts";
import { converse, PackageOnDisk, said } from "../../support/packageOnDisk.ts";

/** Refuses so many reads of conversation.json, a disk that is away for a while. */
function refuseReads(times: number): (call: Call) => Fate {
  let left = times;
  return ({ operation, path }) =>
    operation === "read" && path === "agent/conversation.json" && left-- > 0 ? "refuse" : "go";
}

/** One message is saved, another one only journaled; opened again while so many reads of the file are refused. */
async function openAfterCrash(refused: number) {
  const onDisk = new PackageOnDisk();
  const before = await onDisk.open();
  await converse(before, "saved");
  await before.session.save();
  await converse(before, "journaled");
  onDisk.crash();
  onDisk.store.fate = refuseReads(refused);
  const opened = await onDisk.open({ answer: "keepMine" });
  return { onDisk, opened };
}

describe("a conversation that is out of reach at open", () => {
  it.each([1, Number.POSITIVE_INFINITY])(
    "PKG-13: what the journal holds is shown, %d reads refused, and the next save stores it",
    async (refused) => {
      const { onDisk, opened } = await openAfterCrash(refused);
      expect(opened.session.file.unreachable).toBeDefined();
      expect(said(opened)).toEqual(["saved", "journaled"]);
      onDisk.store.fate = () => "go";
      await opened.session.save();
      expect(onDisk.text("agent/conversation.json")).toContain("journaled");
      expect(opened.asked).toEqual([]);
      await opened.session.leave();
      expect(said(await onDisk.open())).toEqual(["saved", "journaled"]);
    },
  );

  it("PKG-15: a save that can't reach it either says so, and the journal keeps what it didn't store", async () => {
    const { onDisk, opened } = await openAfterCrash(Number.POSITIVE_INFINITY);
    await expect(opened.session.save()).rejects.toThrow("refuse");
    expect(opened.session.hasUnsaved).toBe(true);
    await opened.session.leave();
    onDisk.crash();
    expect(said(await onDisk.open())).toEqual(["saved", "journaled"]);
  });

  it("PKG-11: another file than the journal was based on is asked about once it is in reach", async () => {
    const { onDisk, opened } = await openAfterCrash(Number.POSITIVE_INFINITY);
    onDisk.write("agent/conversation.json", onDisk.text("agent/conversation.json")?.replace("saved", "theirs") ?? "");
    onDisk.store.fate = () => "go";
    await opened.session.save();
    expect(opened.asked).toEqual(["conversation"]);
  });
});
