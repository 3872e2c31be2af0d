import { expect, it, vi } from "vitest";
import { encodeConversation } from "../../../src/archive/index.ts";
import { makeConversation } from "../../support/conversations.ts";
import { converse, PackageOnDisk, said } from "../../support/packageOnDisk.ts";

it("PKG-11, PKG-13: what somebody else writes while the journal looks at the file isn't what ours was based on", async () => {
  const onDisk = new PackageOnDisk();
  const before = await onDisk.open();
  await converse(before, "one");
  await before.session.save();
  let reads = 0;
  onDisk.store.fate = ({ operation, path }) => {
    if (operation === "read" && path === "agent/conversation.json" && reads++ === 0) {
      onDisk.write(path, encodeConversation(makeConversation("theirs")));
    }
    return "go";
  };
  const { openConversation, conversation } = before.session;
  openConversation.rate(conversation.items.at(-1)?.id ?? "", "good", []);
  // Only this one look: the next one would see the change.
  await vi.waitUntil(() => [...onDisk.journals.files.values()].some((text) => text.includes("good")));
  expect(onDisk.text("agent/conversation.json")).toContain("theirs");
  onDisk.crash();

  const opened = await onDisk.open();
  expect(said(opened)).toEqual(["one"]);
  await expect(opened.session.save()).rejects.toThrow("changed on disk");
  expect(opened.asked).toEqual(["conversation"]);
});
