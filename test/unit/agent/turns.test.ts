import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/agent/errors.ts";
import type { TurnEvent } from "../../../src/agent/ports.ts";
import { Turns } from "../../../src/agent/turns.ts";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { message } from "../../support/messages.ts";
import { answer, ScriptedModel, type Step } from "../../support/scriptedModel.ts";

function setUp(
  scripts: Step[][],
  {
    conversation = new Conversation(),
    onProgress = () => undefined,
  }: { conversation?: Conversation; onProgress?: () => void } = {},
) {
  const model = new ScriptedModel(...scripts);
  const changes: string[] = [];
  const turns = new Turns({
    conversation,
    ports: async () => model.ports(),
    sections: () => ({}),
    onChange: () => changes.push(turns.state),
    onProgress,
    onEnd: () => undefined,
  });
  return { model, turns, conversation, changes };
}

/** A point in a script that the test lets pass. */
function gate() {
  let open: (event?: TurnEvent) => void = () => undefined;
  const passed = new Promise<TurnEvent | undefined>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe("sending", () => {
  it("PKG-6: a turn announces its start and its end", async () => {
    const { turns, changes } = setUp([answer("Hello")]);
    expect(await turns.send(message("Hi"))).toEqual({ kind: "completed" });
    expect(changes).toEqual(["running", "idle"]);
  });

  it("TRN-5: messages sent while a turn runs go out after it, one turn each, in order", async () => {
    const hold = gate();
    const { turns, conversation, model } = setUp([[hold.passed, ...answer("one")], answer("two"), answer("three")]);
    const first = turns.send(message("1"));
    const second = turns.send(message("2"));
    const third = turns.send(message("3"));
    expect(conversation.queued).toMatchObject([{ text: "2" }, { text: "3" }]);
    hold.open();
    expect(await Promise.all([first, second, third])).toEqual(Array(3).fill({ kind: "completed" }));
    expect(conversation.items.map((item) => item.text)).toEqual(["1", "one", "2", "two", "3", "three"]);
    expect(conversation.queued).toEqual([]);
    expect(model.requests.map((request) => request.history.length)).toEqual([1, 3, 5]);
  });

  it("TRN-5: a queued message can be edited and removed before its turn", async () => {
    const hold = gate();
    const { turns, conversation } = setUp([[hold.passed, ...answer("one")]]);
    const first = turns.send(message("1"));
    const edited = turns.send(message("2", { id: "edited" }));
    const removed = turns.send(message("3", { id: "removed" }));
    turns.changeWaiting("edited", (waiting) => ({ ...waiting, text: "two" }));
    turns.changeWaiting("removed", () => undefined);
    expect(await removed).toEqual({ kind: "removed" });
    hold.open();
    await Promise.all([first, edited]);
    expect(conversation.items.filter((item) => item.type === "user").map((item) => item.text)).toEqual(["1", "two"]);
  });

  it("TRN-5: after Stop the queue is held until the person says go", async () => {
    const { turns, conversation, model } = setUp([[gate().passed], answer("two")]);
    const first = turns.send(message("1"));
    const second = turns.send(message("2"));
    await model.asked();
    await turns.stop();
    expect(await first).toEqual({ kind: "stopped" });
    expect([turns.state, turns.held, conversation.queued.length, model.requests.length]).toEqual(["idle", true, 1, 1]);
    turns.release();
    expect(await second).toEqual({ kind: "completed" });
  });

  it("TRN-5: after a failure the queue is held", async () => {
    const hold = gate();
    const { turns, model } = setUp([[hold.passed, new ProviderError("permission", "403")]]);
    const first = turns.send(message("1"));
    void turns.send(message("2"));
    hold.open();
    expect(await first).toEqual({ kind: "failed", reason: "403" });
    expect([turns.held, model.requests.length]).toEqual([true, 1]);
  });

  it("TRN-5: opening never calls a model: a saved queue is held, and a new message runs at once", async () => {
    const conversation = new Conversation({ ...emptyConversation, queued: [message("waiting")] });
    const { turns, model } = setUp([answer("now")], { conversation });
    expect([turns.held, model.requests.length]).toEqual([true, 0]);
    await turns.send(message("at once"));
    expect(conversation.queued).toMatchObject([{ text: "waiting" }]);
    expect([turns.held, model.requests.length]).toEqual([true, 1]);
  });

  it("TRN-5: a stop long ago doesn't hold a queue made later", async () => {
    const hold = gate();
    const { turns, model } = setUp([[gate().passed], [hold.passed, ...answer("b")], answer("c")]);
    const stopped = turns.send(message("a"));
    await model.asked();
    await turns.stop();
    await stopped;
    const running = turns.send(message("b"));
    const queued = turns.send(message("c"));
    hold.open();
    expect(await Promise.all([running, queued])).toEqual([{ kind: "completed" }, { kind: "completed" }]);
  });
});

describe("Stop", () => {
  it("TRN-6: stops a silent stream at once; the message is handed back", async () => {
    const { turns, conversation, model } = setUp([[gate().passed]]);
    const turn = turns.send(message("Hi"));
    await model.asked();
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
    expect(conversation.snapshot()).toMatchObject({ items: [], history: [], unsent: [{ text: "Hi" }] });
  });

  it("TRN-6: stops a streaming answer; what came stays", async () => {
    const reached = gate();
    const { turns, conversation } = setUp([[{ type: "text", text: "Once" }, gate().passed]], {
      onProgress: reached.open,
    });
    const turn = turns.send(message("Write"));
    await reached.passed;
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
    expect(conversation.items[1]).toMatchObject({ text: "Once", status: "interrupted" });
  });

  it("TRN-6: a handed-back message that is sent again leaves `unsent`", async () => {
    const { turns, conversation } = setUp([[new ProviderError("network", "down")], answer("ok")]);
    const again = message("Hi");
    await turns.send(again);
    expect(conversation.unsent).toEqual([again]);
    await turns.send(again);
    expect(conversation.unsent).toEqual([]);
    expect(conversation.items.map((item) => item.type)).toEqual(["failure", "user", "assistant"]);
  });

  it("FMT-10: a request that was stopped counts as partly unknown", async () => {
    const { turns, conversation, model } = setUp([[gate().passed]]);
    const turn = turns.send(message("Hi"));
    await model.asked();
    await turns.stop();
    await turn;
    expect(conversation.estimatedCost).toEqual({ kind: "unknown", atLeast: true });
  });

  it("TRN-6, FMT-10: before the request went out sends none, and costs nothing", async () => {
    const { turns, conversation, model } = setUp([answer("never")]);
    const turn = turns.send(message("Hi"));
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
    expect(model.requests).toEqual([]);
    expect(conversation.estimatedCost).toEqual({ kind: "unknown" });
  });
});

describe("endings", () => {
  const endings: [string, Step[], string][] = [
    ["an empty answer", [{ type: "end", reason: "end" }], "emptyAnswer"],
    [
      "the output limit",
      [
        { type: "text", text: "Once" },
        { type: "end", reason: "outputLimit" },
      ],
      "outputLimit",
    ],
    ["the context limit", [{ type: "end", reason: "contextLimit" }], "contextOverflow"],
    ["a refusal", [{ type: "end", reason: "refusal" }], "refusal"],
    ["a tool that wasn't offered", [{ type: "end", reason: "toolCalls" }], "protocol"],
    ["a stream without its end", [{ type: "text", text: "Once" }], "cutOff"],
    ["an error of ours", [new Error("odd")], "unexpected"],
  ];
  it.each(endings)("each has one failure item: %s", async (_name, script, code) => {
    const { turns, conversation } = setUp([script]);
    expect(await turns.send(message("Hi"))).toMatchObject({ kind: "failed" });
    expect(conversation.items.filter((item) => item.type === "failure")).toMatchObject([{ code }]);
  });

  it("without a model nothing is sent, and the message is handed back", async () => {
    const conversation = new Conversation();
    const turns = new Turns({
      conversation,
      sections: () => ({}),
      ports: async () => {
        throw new ProviderError("noKey", "Set a key.");
      },
      onChange: () => undefined,
      onProgress: () => undefined,
      onEnd: () => undefined,
    });
    expect(await turns.send(message("Hi"))).toEqual({ kind: "failed", reason: "Set a key." });
    expect(conversation.snapshot()).toMatchObject({ items: [{ code: "noKey" }], unsent: [{ text: "Hi" }] });
  });

  it("whatever is thrown, the turn ends and the next one can run", async () => {
    const odd = { type: "text", text: 42 } as unknown as TurnEvent;
    const { turns, conversation } = setUp([[odd, { type: "end", reason: "end" }], answer("fine")]);
    expect(await turns.send(message("Hi"))).toMatchObject({ kind: "failed" });
    expect(turns.state).toBe("idle");
    expect(await turns.send(message("Again"))).toEqual({ kind: "completed" });
    expect(conversation.items.at(-1)?.text).toBe("fine");
  });

  it("TRN-9: a message sent by somebody who hears of a turn's end doesn't collide with the queue's next", async () => {
    const hold = gate();
    const conversation = new Conversation();
    const model = new ScriptedModel([hold.passed, ...answer("1")], answer("2"), answer("3"));
    let sent: Promise<unknown> | undefined;
    const turns: Turns = new Turns({
      conversation,
      ports: async () => model.ports(),
      sections: () => ({}),
      onChange: () => {
        if (turns.state === "idle" && sent === undefined) sent = turns.send(message("barged in"));
      },
      onProgress: () => undefined,
      onEnd: () => undefined,
    });
    const first = turns.send(message("first"));
    const queued = turns.send(message("queued"));
    hold.open();
    expect(await Promise.all([first, queued])).toEqual([{ kind: "completed" }, { kind: "completed" }]);
    await sent;
    expect(conversation.items.filter((item) => item.type === "user")).toHaveLength(3);
  });

  it("TRN-12: ending drops the queue and stops what runs", async () => {
    const { turns } = setUp([[gate().passed]]);
    const first = turns.send(message("1"));
    const second = turns.send(message("2"));
    await turns.end();
    expect(await Promise.all([first, second])).toEqual([{ kind: "stopped" }, { kind: "removed" }]);
  });
});
