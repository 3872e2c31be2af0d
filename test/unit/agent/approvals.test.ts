import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { message } from "../../support/messages.ts";
import { answer, callAnswer } from "../../support/scriptedModel.ts";
import { echo, looseTool, succeed, toolTurns } from "../../support/toolTurns.ts";

function changing() {
  const ran: unknown[] = [];
  const tool = looseTool(
    "change",
    async (input) => {
      ran.push(input);
      return succeed("changed");
    },
    { changes: true },
  );
  return { tool, ran };
}

describe("a call that waits for the person", () => {
  it("TRN-2: in Ask first a change waits for a card and runs once it is allowed", async () => {
    const { tool, ran } = changing();
    const { conversation, turns, cards, openCard } = toolTurns(
      [callAnswer(["a", "Change", '{"x":1}']), answer("Done.")],
      [tool],
    );
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    const card = await openCard();
    expect(card).toMatchObject({ name: "change", callID: "a", reason: "askFirst", arguments: '{"x":1}' });
    expect(conversation.cards.approvalCards).toEqual({ [card.id]: "pending" });
    expect(ran).toEqual([]);
    expect(cards.answer(card.id, { choice: "allow" })).toBe(true);
    expect(cards.answer(card.id, { choice: "deny" })).toBe(false);
    expect(await turn).toEqual({ kind: "completed" });
    expect(ran).toEqual([{ x: 1 }]);
    expect(conversation.cards).toMatchObject({ approvalCards: { [card.id]: "allowed" }, resolvedCards: [card.id] });
  });

  it("TRN-2: one that was declined didn't run, and the model is told", async () => {
    const { tool, ran } = changing();
    const { conversation, turns, cards, openCard } = toolTurns(
      [callAnswer(["a", "change", "{}"], ["b", "echo", "{}"]), answer("What then?")],
      [tool, echo],
    );
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    const card = await openCard();
    cards.answer(card.id, { choice: "deny" });
    await turn;
    expect(ran).toEqual([]);
    expect(conversation.history[2]?.content).toMatchObject([
      { callID: "a", isError: true, content: expect.stringContaining("declined") },
      { callID: "b", isError: false },
    ]);
    expect(conversation.cards.approvalCards).toEqual({ [card.id]: "denied" });
  });

  it("TRN-10: a tool that was allowed until the document is closed asks no more, another one does", async () => {
    const first = changing();
    const other = looseTool("other", async () => succeed("other"), { changes: true });
    const { conversation, turns, cards, openCard } = toolTurns(
      [
        callAnswer(["a", "change", '{"n":1}']),
        callAnswer(["b", "change", '{"n":2}']),
        callAnswer(["c", "other", "{}"]),
        answer("Done."),
      ],
      [first.tool, other],
    );
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    cards.answer((await openCard()).id, { choice: "allow", forDocument: true });
    const second = await openCard();
    expect(second.name).toBe("other");
    expect(first.ran).toEqual([{ n: 1 }, { n: 2 }]);
    cards.answer(second.id, { choice: "allow" });
    await turn;
    expect(conversation.items.filter(({ type }) => type === "toolApproval")).toHaveLength(2);
  });

  it("TRN-10: a message that is sent while a card waits is queued and answers nothing", async () => {
    const { tool, ran } = changing();
    const { conversation, turns, cards, openCard } = toolTurns([callAnswer(["a", "change", "{}"])], [tool]);
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    const card = await openCard();
    const next = turns.send(message("yes, allow"));
    expect(conversation.queued).toHaveLength(1);
    expect([cards.has(card.id), ran]).toEqual([true, []]);
    await turns.stop();
    await turn;
    await turns.end();
    expect(await next).toEqual({ kind: "removed" });
  });

  it("TRN-6, TRN-11: Stop ends the wait; what is stored says pending, and nothing waits any more", async () => {
    const { tool, ran } = changing();
    const { conversation, turns, cards, openCard } = toolTurns([callAnswer(["a", "change", "{}"])], [tool]);
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    const card = await openCard();
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
    expect([cards.has(card.id), ran]).toEqual([false, []]);
    expect(conversation.cards).toMatchObject({ approvalCards: { [card.id]: "pending" }, resolvedCards: [] });
    expect(conversation.history[2]?.content).toMatchObject([{ isError: true, content: "Tool execution aborted" }]);
  });

  it("TRN-11: read again, a card that waited answers to nobody", async () => {
    const { tool } = changing();
    const { conversation, turns, openCard } = toolTurns([callAnswer(["a", "change", "{}"])], [tool]);
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    const card = await openCard();
    const reopened = new Conversation(conversation.snapshot());
    expect(reopened.cards.approvalCards).toEqual({ [card.id]: "pending" });
    reopened.openTurn(message("On"));
    expect(reopened.history.at(-2)?.content).toMatchObject([{ callID: "a", content: "Tool execution aborted" }]);
    await turns.stop();
    await turn;
  });
});

describe("calls alike", () => {
  it("TRN-9: the third in a row asks before it runs, in every mode, and counting begins anew", async () => {
    const same = (id: string) => callAnswer([id, "echo", '{"n":1}']);
    const { conversation, turns, cards, openCard } = toolTurns([
      same("a"),
      same("b"),
      same("c"),
      same("d"),
      same("e"),
      answer("Done."),
    ]);
    const turn = turns.send(message("Go"));
    const card = await openCard();
    expect(card).toMatchObject({ callID: "c", reason: "repeated" });
    expect(conversation.history).toHaveLength(6);
    cards.answer(card.id, { choice: "allow" });
    expect(await turn).toEqual({ kind: "completed" });
    expect(conversation.items.filter(({ type }) => type === "toolApproval")).toHaveLength(1);
  });

  it("TRN-9: three alike in one answer count as well; one in between starts the count anew", async () => {
    const { conversation, turns, cards, openCard } = toolTurns([
      callAnswer(["a", "echo", "{}"], ["b", "echo", "{}"], ["c", "echo", '{"n":1}'], ["d", "echo", "{}"]),
      callAnswer(["e", "echo", "{}"], ["f", "Echo", " {} "]),
      answer("Done."),
    ]);
    const turn = turns.send(message("Go"));
    const card = await openCard();
    expect(card.callID).toBe("f");
    cards.answer(card.id, { choice: "deny" });
    await turn;
    expect(conversation.history[4]?.content).toMatchObject([
      { callID: "e", isError: false },
      { callID: "f", isError: true },
    ]);
  });

  it("TRN-9: a repeated call asks even when its tool is allowed until the document is closed", async () => {
    const { tool } = changing();
    const calls = ["a", "b", "c"].map((id) => callAnswer([id, "change", "{}"]));
    const { turns, cards, allowed, openCard } = toolTurns([...calls, answer("Done.")], [tool]);
    allowed.add("change");
    const turn = turns.send(message("Go", { mode: "Ask first" }));
    const card = await openCard();
    expect(card).toMatchObject({ callID: "c", reason: "repeated" });
    cards.answer(card.id, { choice: "allow" });
    expect(await turn).toEqual({ kind: "completed" });
  });
});

describe("a turn that goes on for long", () => {
  const rounds = (count: number) =>
    Array.from({ length: count }, (_, index) => callAnswer([`c${index}`, "echo", `{"n":${index}}`]));

  it("asks after 100 rounds whether it may go on, and goes on", async () => {
    const { conversation, turns, cards, openCard } = toolTurns([...rounds(120), answer("Done.")]);
    const turn = turns.send(message("Go"));
    const card = await openCard();
    expect(card.reason).toBe("rounds");
    expect(conversation.history).toHaveLength(200);
    cards.answer(card.id, { choice: "allow" });
    expect(await turn).toEqual({ kind: "completed" });
  });

  it("ends when the person says no, with every call answered", async () => {
    const { conversation, turns, cards, openCard } = toolTurns(rounds(120));
    const turn = turns.send(message("Go"));
    cards.answer((await openCard()).id, { choice: "deny" });
    expect(await turn).toEqual({ kind: "stopped" });
    expect(conversation.history.at(-1)).toMatchObject({ role: "tool", content: [{ isError: true }] });
  });
});
