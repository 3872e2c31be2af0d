import { describe, expect, it } from "vitest";
import { encodeConversation } from "../../../src/archive/index.ts";
import { findReclaimed } from "../../../src/archive/reclaimed.ts";
import { withResultsReclaimed } from "../../../src/conversation/compaction/reclaim.ts";
import { undoableNotice, withUndone } from "../../../src/conversation/compaction/rewrites.ts";
import { conversationOf, plainTurns } from "../../support/compactions.ts";
import { converse, type OpenPackage, PackageOnDisk } from "../../support/packageOnDisk.ts";
import { answer, ScriptedModel, type Step } from "../../support/scriptedModel.ts";

const results = Array.from({ length: 15 }, (_, index) => `${index} `.repeat(200));
const talk = conversationOf([{ text: "a", results }, ...plainTurns(3)]);

/** A package whose saved conversation has old results and turns, open. */
async function openTalk(...scripts: Step[][]) {
  const onDisk = new PackageOnDisk();
  onDisk.write("agent/conversation.json", encodeConversation(talk));
  const model = new ScriptedModel(...scripts);
  return { onDisk, model, opened: await onDisk.open({ model }) };
}

/** What reclaiming does in a session: the change, and the document marked edited. */
async function reclaim({ session }: OpenPackage): Promise<void> {
  session.conversation.rewrite((saved, newId) => withResultsReclaimed(saved, { characters: 0 }, newId()));
  session.openConversation.announceEdit();
  await session.backup();
}

const found = ({ session }: OpenPackage, id: string) => findReclaimed(session.conversation.snapshot(), id);

describe("results that were put aside", () => {
  it("CMP-8, PKG-13: outlive a crash before the save, and are saved after it", async () => {
    const { onDisk, opened } = await openTalk();
    await reclaim(opened);
    onDisk.crash();
    const again = await onDisk.open();
    expect(again.session.hasUnsaved).toBe(true);
    expect(found(again, "call_0_1")).toBe(results[1]);
    expect(onDisk.text("agent/reclaimed.json")).toBeUndefined();
    await again.session.save();
    expect(onDisk.text("agent/conversation.json")).not.toContain('"reclaimed" :');
    await again.session.leave();
    const last = await onDisk.open();
    expect([last.session.hasUnsaved, found(last, "call_0_2"), last.asked]).toEqual([false, results[2], []]);
  });

  it("CMP-9, PKG-13: come back with an undo, and leave no file at the next save", async () => {
    const { onDisk, opened } = await openTalk();
    await reclaim(opened);
    await opened.session.save();
    expect(onDisk.text("agent/reclaimed.json")).toContain("call_0_1");
    const { conversation, openConversation } = opened.session;
    conversation.rewrite((saved) => withUndone(saved, undoableNotice(saved) ?? ""));
    openConversation.announceEdit();
    await opened.session.save();
    expect(onDisk.text("agent/reclaimed.json")).toBeUndefined();
    expect(conversation.history).toEqual(talk.history);
  });

  it("CMP-8: go with the conversation that they belong to", async () => {
    const { onDisk, opened } = await openTalk();
    await reclaim(opened);
    await opened.session.save();
    await opened.session.openConversation.startNew();
    await opened.session.save();
    expect([...onDisk.store.files.keys()]).toEqual(["document.json"]);
  });
});

describe("a compaction in an open package", () => {
  it("CMP-3, PKG-13, BYT-2: outlives a crash, and goes on as if nothing had been closed", async () => {
    const { onDisk, opened } = await openTalk(answer("So it was."));
    expect((await opened.session.turns.compact()).kind).toBe("compacted");
    expect(opened.session.hasUnsaved).toBe(true);
    await opened.session.backup();
    onDisk.crash();
    const model = new ScriptedModel(answer("Next."));
    const again = await onDisk.open({ model });
    await converse(again, "On");
    expect(model.requests[0]?.history[0]?.content).toEqual([
      { type: "text", text: "# Conversation so far\n\nSo it was." },
    ]);
    expect(model.requests[0]?.history.slice(1, -1)).toEqual(talk.history.slice(-4));
    expect(undoableNotice(again.session.conversation.snapshot())).toBeUndefined();
  });

  it("CMP-5, PKG-6: that a reload cuts short leaves no trace", async () => {
    const { onDisk, model, opened } = await openTalk([{ type: "text", text: "So " }, new Promise(() => undefined)]);
    void opened.session.turns.compact();
    await model.asked();
    await opened.session.backup();
    onDisk.crash();
    const again = await onDisk.open();
    expect(again.session.conversation.snapshot()).toEqual(talk);
    expect(again.session.turns.state).toBe("idle");
  });
});
