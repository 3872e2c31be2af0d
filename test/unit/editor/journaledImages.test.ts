import { describe, expect, it } from "vitest";
import { encodeConversation } from "../../../src/archive/index.ts";
import { makeConversation, makePicture } from "../../support/conversations.ts";
import { converse, PackageOnDisk, rename, said } from "../../support/packageOnDisk.ts";

/** A message with a picture is saved; after a reload another message is only journaled, and the picture lies on disk. */
async function journalOverSavedPicture() {
  const onDisk = new PackageOnDisk();
  const picture = await makePicture("a sunset");
  const first = await onDisk.open();
  await converse(first, "one", picture);
  await first.session.save();
  await first.session.leave();
  const last = await onDisk.open({ answer: "keepMine" });
  await converse(last, "two");
  return { onDisk, picture, last };
}

describe("an image that the journal's conversation shows", () => {
  it("PKG-13, IMG-1: comes back though it was added before a save whose conversation didn't show it yet", async () => {
    const onDisk = new PackageOnDisk();
    const picture = await makePicture("a sunset");
    const before = await onDisk.open();
    await converse(before, "one");
    before.session.file.addImage(picture.sha256, picture.bytes);
    await rename(before, "Banner");
    await before.session.save();
    await converse(before, "two", picture);
    onDisk.crash();
    const opened = await onDisk.open();
    expect(said(opened)).toEqual(["one", "two"]);
    expect(opened.session.file.image(picture.sha256)).toEqual(picture.bytes);
  });

  it("PKG-13, PKG-11: is found in the package though somebody else's conversation.json doesn't show it, and kept with ours", async () => {
    const { onDisk, picture } = await journalOverSavedPicture();
    onDisk.crash();
    onDisk.write("agent/conversation.json", encodeConversation(makeConversation("theirs")));
    const opened = await onDisk.open({ answer: "keepMine" });
    expect(opened.session.file.image(picture.sha256)).toEqual(picture.bytes);
    await opened.session.save();
    expect(opened.asked).toEqual(["conversation"]);
    expect(onDisk.text("agent/conversation.json")).not.toContain("imageOmitted");
    expect(onDisk.text(`agent/images/${picture.sha256}.png`)).toBe("a sunset");
  });

  it("PKG-13, PKG-11: is journaled once ours is kept, where somebody else's save has taken its file away", async () => {
    const { onDisk, picture, last } = await journalOverSavedPicture();
    onDisk.write("agent/conversation.json", encodeConversation(makeConversation("theirs")));
    onDisk.store.files.delete(`agent/images/${picture.sha256}.png`);
    await last.session.look();
    await last.session.backup();
    expect(last.asked).toEqual(["conversation"]);
    onDisk.crash();
    const opened = await onDisk.open();
    expect(said(opened)).toEqual(["one", "two"]);
    expect(opened.session.file.image(picture.sha256)).toEqual(picture.bytes);
  });

  it("PKG-13, COM-4: is found in the package though conversation.json has got conflict markers", async () => {
    const { onDisk, picture } = await journalOverSavedPicture();
    onDisk.crash();
    const now = onDisk.text("agent/conversation.json") ?? "";
    onDisk.write("agent/conversation.json", `<<<<<<< HEAD\n${now}=======\n${now}>>>>>>> theirs\n`);
    const opened = await onDisk.open();
    expect(said(opened)).toEqual(["one", "two"]);
    expect(opened.session.file.image(picture.sha256)).toEqual(picture.bytes);
  });
});
