import { expect, it } from "vitest";
import { converse, PackageOnDisk, said } from "../../support/packageOnDisk.ts";

it("PKG-13, PKG-11: of two windows that died with unsaved turns the second to come back is asked, and both are kept", async () => {
  const onDisk = new PackageOnDisk();
  const first = await onDisk.open({ window: "first" });
  await converse(first, "one of the first");
  const second = await onDisk.open({ window: "second" });
  await converse(second, "one of the second");
  await converse(first, "two of the first");
  onDisk.crash();

  const firstAgain = await onDisk.open({ window: "first" });
  expect(said(firstAgain)).toEqual(["one of the first", "two of the first"]);
  await firstAgain.session.save();
  await firstAgain.session.leave();
  const secondAgain = await onDisk.open({ window: "second", answer: "keepBoth" });
  expect(said(secondAgain)).toEqual(["one of the second"]);
  await secondAgain.session.save();
  expect(secondAgain.asked).toEqual(["conversation"]);
  const kept = [...onDisk.store.files.keys()].find((path) => path.startsWith("agent/conversation.theirs-")) ?? "";
  expect(onDisk.text(kept)).toContain("two of the first");
  expect(onDisk.text("agent/conversation.json")).toContain("one of the second");
});
