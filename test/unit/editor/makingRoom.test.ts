import { describe, expect, it } from "vitest";
import { encodeConversation } from "../../../src/archive/index.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { compact, reclaim, undoRewrite } from "../../../src/editor/makingRoom.ts";
import { makingRoomWords, type NextModel, type RoomSession, roomOffers } from "../../../src/editor/roomOffers.ts";
import type { PackageSession } from "../../../src/editor/session.ts";
import type { RoomQuestion } from "../../../src/protocol/index.ts";
import { conversationOf, plainTurns, usageOf } from "../../support/compactions.ts";
import { message } from "../../support/messages.ts";
import { PackageOnDisk } from "../../support/packageOnDisk.ts";
import { answer, callAnswer, ScriptedModel, type Step } from "../../support/scriptedModel.ts";

const next: NextModel = { provider: "anthropic", model: "claude-opus-5-5", webSearch: true, blocked: undefined };
const results = Array.from({ length: 15 }, (_, index) => `${index} `.repeat(200));
const talk = conversationOf([{ text: "a", results }, ...plainTurns(3)], {
  lastRoundUsage: usageOf({ input: 100_000 }),
});

async function openTalk(conversation: ArchivedConversation = talk, ...scripts: Step[][]) {
  const onDisk = new PackageOnDisk();
  onDisk.write("agent/conversation.json", encodeConversation(conversation));
  const model = new ScriptedModel(...scripts);
  const { session } = await onDisk.open({ model });
  return { onDisk, model, session };
}

/** What making room looks at in a session. */
function roomOf({ conversation, turns, openDesign, openConversation, design, file }: PackageSession): RoomSession {
  const prepareToSend = () => Promise.resolve();
  return { conversation, turns, openDesign, openConversation, design, file, prepareToSend, writable: true };
}

/** What was asked, each question answered as said. */
function person(...answers: boolean[]) {
  const asked: RoomQuestion[] = [];
  const ask = async (question: RoomQuestion) => {
    asked.push(question);
    return answers.shift() ?? false;
  };
  return { asked, ask };
}

describe("compacting an open conversation", () => {
  it("CMP-1, CMP-2: asks first, with what it sends and costs, and does nothing after a no", async () => {
    const { model, session } = await openTalk();
    const { asked, ask } = person(false);
    expect(await compact(session, next, ask)).toEqual({ kind: "cancelled" });
    expect(asked).toMatchObject([
      { kind: "compact", tokens: 100_000, isReported: true, summarizedTurns: 2, keptTurns: 2, limit: 1_000_000 },
    ]);
    expect([model.requests.length, session.hasUnsaved]).toEqual([0, false]);
    expect(session.conversation.snapshot()).toEqual(talk);
  });

  it("CMP-3: compacts after a yes, and marks the document edited", async () => {
    const { model, session } = await openTalk(talk, answer("So it was."));
    expect(await compact(session, next, person(true).ask)).toEqual({ kind: "compacted" });
    expect([model.requests.length, session.hasUnsaved]).toEqual([1, true]);
    expect(session.conversation.items.at(-1)).toMatchObject({ type: "notice", code: "compacted" });
  });

  it("CMP-2: asks again where the figures have changed while they were read", async () => {
    const { session } = await openTalk(talk, answer("So it was."));
    const changing = { ...next };
    const asked: RoomQuestion[] = [];
    const outcome = await compact(session, changing, async (question) => {
      asked.push(question);
      changing.model = "claude-haiku-5-5";
      return true;
    });
    expect(outcome.kind).toBe("compacted");
    expect(asked).toHaveLength(2);
    expect(asked[0]?.nextMessageCost).not.toEqual(asked[1]?.nextMessageCost);
  });

  it("CMP-6: says why it isn't offered, also where that came about while the person read", async () => {
    const few = await openTalk(conversationOf(plainTurns(2)));
    const { asked, ask } = person(true, true);
    expect(await compact(few.session, next, ask)).toEqual({
      kind: "notOffered",
      reason: "There is too little to summarize: the last 2 turns always stay as they are.",
    });
    const blocked = { ...next, blocked: { text: "There is no key." } };
    const { session, model } = await openTalk();
    expect(await compact(session, blocked, ask)).toEqual({ kind: "notOffered", reason: "There is no key." });
    expect((await compact(session, { ...next, provider: "codex" }, ask)).reason).toContain("memory of their own");
    expect(asked).toEqual([]);
    const outcome = await compact(session, next, async () => {
      void session.send(message("Meanwhile"));
      await model.asked();
      return true;
    });
    expect(outcome).toMatchObject({ kind: "notOffered", reason: expect.stringContaining("at work") });
    await session.turns.stop();
    expect(model.requests).toHaveLength(1);
  });

  it("CMP-6: looks again after the person's yes, and after what had to be prepared", async () => {
    const { session, model } = await openTalk();
    const losing: { -readonly [K in keyof NextModel]: NextModel[K] } = { ...next };
    const outcome = await compact(session, losing, async () => {
      losing.blocked = { text: "The key was removed." };
      return true;
    });
    expect(outcome).toEqual({ kind: "notOffered", reason: "The key was removed." });

    const slow = { ...next };
    const prepare = session.prepareToSend.bind(session);
    session.prepareToSend = async () => {
      await prepare();
      Object.assign(slow, { blocked: { text: "The key was removed." } });
    };
    expect(await compact(session, slow)).toEqual({ kind: "notOffered", reason: "The key was removed." });
    const frozen = { ...roomOf(session), writable: false };
    expect((await compact(frozen, next)).reason).toBe("The conversation is read-only in this view.");
    expect(model.requests).toEqual([]);
  });

  it("CMP-5, PKG-6: while it runs the document isn't edited, and after a cancel only by what may have been billed", async () => {
    const { model, session } = await openTalk(talk, [new Promise(() => undefined)]);
    let edits = 0;
    session.openConversation.onDidEdit(() => {
      edits += 1;
    });
    const compacting = compact(session, next);
    await model.asked();
    expect([session.turns.isCompacting, session.isEdited]).toEqual([true, false]);
    expect(roomOffers(session, next).compaction).toEqual({ kind: "notOffered", reason: "turnRuns" });
    await session.turns.stop();
    expect(await compacting).toEqual({ kind: "cancelled" });
    // What was sent and not answered may have been billed, which is all that counts.
    const { estimatedCost, ...rest } = session.conversation.snapshot();
    const { estimatedCost: _, ...before } = talk;
    expect(rest).toEqual(before);
    expect(estimatedCost).toMatchObject({ kind: "unknown", atLeast: true });
    expect([session.isEdited, edits]).toEqual([true, 1]);
  });

  it("CMP-5: one that was stopped before it was sent leaves the document unedited", async () => {
    const { model, session } = await openTalk();
    const compacting = session.turns.compact();
    await session.turns.stop();
    expect(await compacting).toEqual({ kind: "cancelled" });
    expect([model.requests.length, session.isEdited]).toEqual([0, false]);
    expect(session.conversation.snapshot()).toEqual(talk);
  });

  it("CMP-5: one that failed tells why", async () => {
    const { session } = await openTalk(talk, [
      { type: "text", text: "" },
      { type: "end", reason: "end" },
    ]);
    expect(await compact(session, next)).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("empty summary"),
    });
    expect(session.conversation.items.at(-1)).toMatchObject({ type: "failure", about: "compaction" });
  });
});

describe("reclaiming old tool results in an open conversation", () => {
  it("CMP-8: asks with what it frees, puts them aside without a call, and the agent's tool finds them", async () => {
    const fetching = callAnswer(["fetch", "extract_compacted_tool_result", '{"id":"call_0_1"}']);
    const { model, session } = await openTalk(talk, fetching, answer("There it is."));
    const { asked, ask } = person(false, true);
    expect(await reclaim(session, next, ask)).toEqual({ kind: "cancelled" });
    expect(session.conversation.snapshot()).toEqual(talk);
    expect(await reclaim(session, next, ask)).toEqual({ kind: "reclaimed" });
    const notice = session.conversation.items.at(-1);
    expect(asked[1]).toMatchObject({ kind: "reclaim", results: 3, tokens: 100_000, tokensAfter: notice?.tokensAfter });
    expect([model.requests.length, session.hasUnsaved]).toEqual([0, true]);
    expect(await reclaim(session, next, ask)).toMatchObject({ kind: "notOffered" });

    await session.send(message("Look again"));
    expect(JSON.stringify(model.requests[0]?.history)).toContain("[Compacted, ID: call_0_1.");
    expect(model.requests[1]?.history.at(-1)?.content[0]).toMatchObject({ content: results[1], isError: false });
  });

  it("CMP-9: is undone until a message was sent, and then says that it can't be", async () => {
    const { session } = await openTalk();
    await reclaim(session, next);
    const id = session.conversation.items.at(-1)?.id ?? "";
    await session.save();
    undoRewrite(session, id);
    expect(session.hasUnsaved).toBe(true);
    expect(session.conversation.history).toEqual(talk.history);
    expect(() => undoRewrite(session, id)).toThrow("can't be undone any more");
    await reclaim(session, next);
    const again = session.conversation.items.at(-1)?.id ?? "";
    await session.send(message("On"));
    expect(() => undoRewrite(session, again)).toThrow("can't be undone any more");
  });

  it("CMP-6, CMP-8: the menu has a reason for each that isn't offered, and none for what is", async () => {
    const { session } = await openTalk();
    expect(makingRoomWords(roomOffers(session, next), undefined)).toEqual({});
    const blocked = { text: "There is no key." };
    expect(makingRoomWords(roomOffers(session, { ...next, blocked }), blocked)).toEqual({ compaction: blocked.text });
    const plain = await openTalk(conversationOf(plainTurns(3)));
    expect(makingRoomWords(roomOffers(plain.session, next), undefined)).toEqual({
      reclaiming: "There are no old tool results to put aside: the newest ones always stay.",
    });
  });
});
