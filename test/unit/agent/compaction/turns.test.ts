import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../../src/agent/errors.ts";
import { Turns, type TurnsOptions } from "../../../../src/agent/turns.ts";
import { Conversation } from "../../../../src/conversation/conversation.ts";
import { conversationOf, plainTurns } from "../../../support/compactions.ts";
import { message } from "../../../support/messages.ts";
import { answer, ScriptedModel, type Step } from "../../../support/scriptedModel.ts";

/** Turns of a conversation that can be compacted, against these scripts. */
function setUp(scripts: Step[][], more: Partial<TurnsOptions> = {}) {
  const model = new ScriptedModel(...scripts);
  const conversation = new Conversation(conversationOf(plainTurns(4)));
  const told: string[] = [];
  const turns: Turns = new Turns({
    conversation,
    ports: async () => model.ports(),
    sections: () => ({}),
    onChange: () => told.push("change"),
    onProgress: () => told.push("progress"),
    onEnd: () => undefined,
    ...more,
  });
  return { model, conversation, turns, told };
}

/** A promise, and what resolves it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("a compaction among turns", () => {
  it("CMP-3: is one call, and marks the document edited once it has ended", async () => {
    const { model, conversation, turns, told } = setUp([answer("So it ", "was.")]);
    const compacting = turns.compact();
    expect([turns.state, turns.isCompacting]).toEqual(["running", true]);
    expect((await compacting).kind).toBe("compacted");
    expect([turns.state, turns.isCompacting, model.requests.length]).toEqual(["idle", false, 1]);
    expect(conversation.history).toHaveLength(5);
    expect([told.at(-1), told.filter((each) => each === "change").length]).toEqual(["change", 1]);
  });

  it("CMP-6, TRN-9: isn't made while a turn or another compaction runs", async () => {
    const { opened, open } = gate();
    const { model, turns } = setUp([
      [opened, ...answer("Turn.")],
      [opened, ...answer("So it was.")],
    ]);
    const turn = turns.send(message("Go"));
    expect(await turns.compact()).toEqual({ kind: "notOffered" });
    open();
    await turn;
    const compacting = turns.compact();
    expect(await turns.compact()).toEqual({ kind: "notOffered" });
    expect((await compacting).kind).toBe("compacted");
    expect(model.requests).toHaveLength(2);
  });

  it("TRN-5: a message that is sent meanwhile is queued, and goes out once it has ended well", async () => {
    const { opened, open } = gate();
    const { model, conversation, turns } = setUp([[opened, ...answer("So it was.")], answer("Hello.")]);
    const compacting = turns.compact();
    const sent = turns.send(message("And now?"));
    expect(conversation.queued).toHaveLength(1);
    open();
    await compacting;
    expect(await sent).toEqual({ kind: "completed" });
    expect(model.requests[1]?.history[0]?.content).toEqual([
      { type: "text", text: "# Conversation so far\n\nSo it was." },
    ]);
    expect(model.requests[1]?.history.at(-1)?.content[0]?.text).toContain("And now?");
  });

  it.each([
    ["stopped", "cancelled"],
    ["failed", "failed"],
  ])("CMP-5, TRN-5: %s, it leaves the queue held and the conversation free for the next turn", async (_, kind) => {
    const { opened, open } = gate();
    const { model, conversation, turns } = setUp([[opened, new ProviderError("serverError", "Down.")]]);
    const before = conversation.history;
    const compacting = turns.compact();
    void turns.send(message("Later"));
    await model.asked();
    if (kind === "cancelled") await turns.stop();
    else open();
    expect((await compacting).kind).toBe(kind);
    expect([turns.state, turns.isCompacting, turns.held]).toEqual(["idle", false, true]);
    expect(conversation.history).toBe(before);
    expect(await turns.send(message("On"))).toEqual({ kind: "completed" });
    expect(conversation.queued).toHaveLength(1);
  });

  it.each([
    ["stopped", [new Promise(() => undefined)]],
    ["failed", [new ProviderError("serverError", "Down.")]],
  ] as [string, Step[]][])(
    "CMP-5, TRN-5: one that was %s before holds nothing of the next one's queue",
    async (_, script) => {
      const { opened, open } = gate();
      const { model, conversation, turns } = setUp([script, [opened, ...answer("So it was.")], answer("Hello.")]);
      const first = turns.compact();
      await model.asked();
      await turns.stop();
      await first;
      const second = turns.compact();
      const sent = turns.send(message("And now?"));
      open();
      expect((await second).kind).toBe("compacted");
      expect([turns.held, conversation.queued.length]).toEqual([false, 0]);
      expect(await sent).toEqual({ kind: "completed" });
    },
  );

  it("CMP-5: a cancel before the call marks nothing edited", async () => {
    const { model, turns, told } = setUp([]);
    const compacting = turns.compact();
    await turns.stop();
    expect([await compacting, model.requests, told.includes("change")]).toEqual([{ kind: "cancelled" }, [], false]);
  });

  it("TRN-12: ends with what runs when a new conversation is begun", async () => {
    const { conversation, turns } = setUp([[new Promise(() => undefined)]]);
    const compacting = turns.compact();
    await turns.end();
    conversation.reset();
    expect(await compacting).toEqual({ kind: "cancelled" });
    expect(conversation.isEmpty).toBe(true);
  });

  it("CMP-5: without a model it fails with what to do", async () => {
    const { conversation, turns } = setUp([], {
      ports: () => Promise.reject(new ProviderError("noKey", "Set a key.")),
    });
    expect(await turns.compact()).toMatchObject({ kind: "failed", failure: { code: "noKey" } });
    expect(conversation.items.at(-1)).toMatchObject({
      type: "failure",
      code: "noKey",
      text: expect.stringContaining("Set a key."),
    });
  });
});
