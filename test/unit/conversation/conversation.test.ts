import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ArchivedConversation } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { message } from "../../support/messages.ts";

const ranOn = { provider: "anthropic", model: "claude-opus-5-5" };
const failure = { code: "network", text: "No network." };
const usage = { input: 100, output: 20, cacheRead: 7, cacheWrite: 3, webSearchRequests: 0 };

function numbered(saved?: ArchivedConversation): Conversation {
  let id = 0;
  return new Conversation(saved, () => `item-${++id}`);
}

describe("a turn", () => {
  it("TRN-1: opens with its mode and what the person wrote, and leaves its record in sentFacts", () => {
    const conversation = numbered();
    conversation.openTurn(message("Make a card", { mode: "Discuss" }));
    expect(conversation.history).toEqual([
      { role: "user", content: [{ type: "text", text: "# This turn\nMode: Discuss\n\nMake a card" }] },
    ]);
    expect(conversation.snapshot().sentFacts).toEqual([{ message: 0 }]);
    expect(conversation.items).toEqual([{ id: "item-1", type: "user", text: "Make a card", hasImage: false }]);
  });

  it("TRN-1: puts the message's images after its text, and their hashes on the item (FMT-4)", () => {
    const conversation = numbered();
    const image = { sha256: "a".repeat(64), mimeType: "image/png" };
    conversation.openTurn(message("Look", { images: [image] }));
    expect(conversation.history[0]?.content[1]).toEqual({ type: "image", ...image });
    expect(conversation.items[0]).toMatchObject({ hasImage: true, images: [image.sha256] });
  });

  it("TRN-4: thinking is an item and never enters the history", () => {
    const conversation = numbered();
    conversation.openTurn(message("Hi"));
    conversation.appendThinking("Let me ");
    conversation.appendThinking("see.");
    conversation.appendText("Hello");
    conversation.endTurn({ kind: "completed" }, ranOn);
    expect(conversation.items.map((item) => [item.type, item.text, item.status])).toEqual([
      ["user", "Hi", undefined],
      ["thinking", "Let me see.", undefined],
      ["assistant", "Hello", undefined],
    ]);
    expect(JSON.stringify(conversation.history)).not.toContain("see.");
  });

  it("FMT-2: provider and model are those of the last turn, and absent before one ended", () => {
    const conversation = numbered();
    conversation.openTurn(message("Hi"));
    expect(conversation.snapshot()).not.toHaveProperty("provider");
    conversation.appendText("Hello");
    conversation.endTurn({ kind: "completed" }, ranOn);
    expect(conversation.snapshot()).toMatchObject(ranOn);
  });

  it("TRN-6: what was written before a stop stays, and its item says that it was interrupted", () => {
    const conversation = numbered();
    conversation.openTurn(message("Write"));
    conversation.appendText("Once upon");
    conversation.endTurn({ kind: "stopped" }, ranOn);
    expect(conversation.history[1]).toEqual({ role: "assistant", content: [{ type: "text", text: "Once upon" }] });
    expect(conversation.items[1]).toMatchObject({ type: "assistant", text: "Once upon", status: "interrupted" });
    expect(conversation.unsent).toEqual([]);
  });

  it("TRN-6: a turn that failed before anything came is handed back; only its failure stays", () => {
    const conversation = numbered();
    const lost = message("Do it");
    conversation.openTurn(lost);
    conversation.appendThinking("Hm");
    conversation.countRequest(usage, { kind: "estimated", dollars: 0.01 });
    conversation.endTurn({ kind: "failed", failure }, ranOn);
    const saved = conversation.snapshot();
    expect(saved.items).toMatchObject([{ id: "item-3", type: "failure", ...failure }]);
    expect(saved).toMatchObject({
      history: [],
      sentFacts: [],
      unsent: [lost],
      usage,
      estimatedCost: { dollars: 0.01 },
    });
  });

  it("TRN-6: blank text counts as nothing", () => {
    const conversation = numbered();
    conversation.openTurn(message("Do it"));
    conversation.appendText(" \n");
    conversation.endTurn({ kind: "stopped" }, ranOn);
    expect(conversation.snapshot()).toMatchObject({ items: [], history: [], unsent: [{ text: "Do it" }] });
  });

  it("TRN-7: lone surrogates are replaced when text enters, also where a pair was streamed in halves", () => {
    const conversation = numbered();
    conversation.openTurn(message("a\ud83d"));
    conversation.appendText("x\ud83d");
    conversation.appendText("\ude00 \udc00");
    conversation.endTurn({ kind: "completed" }, ranOn);
    expect(conversation.history[0]?.content[0]).toMatchObject({ text: "# This turn\nMode: Just do it\n\na\ufffd" });
    expect(conversation.history[1]?.content).toEqual([{ type: "text", text: "x\u{1f600} \ufffd" }]);
    expect(conversation.items.map((item) => item.text)).toEqual(["a\ufffd", "x\u{1f600} \ufffd"]);
  });

  it("TRN-7: results that a crash left out are stored when the next turn starts", () => {
    const history = [
      { role: "user", content: [{ type: "text", text: "Go" }] },
      {
        role: "assistant",
        content: [
          { type: "toolCall", id: "a", name: "get_document", arguments: "{}" },
          { type: "toolCall", id: "b", name: "batch_design", arguments: "{}" },
        ],
      },
      {
        role: "tool",
        content: [{ type: "toolResult", callID: "a", toolName: "get_document", isError: false, content: "{}" }],
      },
    ] as const;
    const conversation = numbered({ ...emptyConversation, history });
    expect(conversation.history).toBe(history);
    conversation.openTurn(message("Next"));
    expect(conversation.history.slice(3, 4)).toEqual([
      {
        role: "tool",
        content: [
          {
            type: "toolResult",
            callID: "b",
            toolName: "batch_design",
            isError: true,
            content: "Tool execution aborted",
          },
        ],
      },
    ]);
    expect(conversation.snapshot().sentFacts).toEqual([{ message: 4 }]);
  });

  it("PKG-6: a save during a turn stores the open turn and what came so far; read again, it goes on from there", () => {
    const conversation = numbered();
    conversation.openTurn(message("Write"));
    conversation.appendText("Once");
    const saved = conversation.snapshot();
    expect(saved.items[1]).toMatchObject({ text: "Once", status: "running" });
    expect(saved.history[1]).toEqual({ role: "assistant", content: [{ type: "text", text: "Once" }] });
    conversation.appendText(" upon");
    expect(saved.items[1]).toMatchObject({ text: "Once" });
    const reopened = numbered(saved);
    expect(reopened.runningFrom).toBeUndefined();
    expect(reopened.snapshot()).toBe(saved);
  });

  it("TRN-9: a second turn can't be opened while one runs", () => {
    const conversation = numbered();
    conversation.openTurn(message("One"));
    expect(() => conversation.openTurn(message("Two"))).toThrow("already running");
  });
});

describe("counting", () => {
  it("FMT-9: usage is the total, lastRoundUsage the last request's", () => {
    const conversation = numbered();
    for (let turn = 0; turn < 2; turn++) {
      conversation.openTurn(message("Go"));
      conversation.appendText("ok");
      conversation.countRequest(usage, { kind: "estimated", dollars: 0.1 });
      conversation.endTurn({ kind: "completed" }, ranOn);
    }
    expect(conversation.usage).toMatchObject({ input: 200, output: 40, cacheRead: 14, cacheWrite: 6 });
    expect(conversation.lastRoundUsage).toEqual(usage);
    expect(conversation.estimatedCost).toEqual({ kind: "estimated", dollars: 0.2 });
  });

  it("FMT-10: a conversation that was saved before any response starts its sum at nothing, not at unknown", () => {
    const conversation = numbered({ ...emptyConversation, unsent: [message("later")] });
    conversation.countRequest(usage, { kind: "estimated", dollars: 0.1 });
    expect(conversation.estimatedCost).toEqual({ kind: "estimated", dollars: 0.1 });
  });

  it("FMT-10: a request of unknown cost makes the sum “at least”, also when it came first and over a reopen", () => {
    const conversation = numbered();
    conversation.countUnknownRequest();
    const reopened = numbered(conversation.snapshot());
    reopened.countRequest(usage, { kind: "estimated", dollars: 0.1 });
    expect(reopened.estimatedCost).toEqual({ kind: "estimated", dollars: 0.1, atLeast: true });
  });
});

describe("what waits", () => {
  it("FMT-12: of messages with the same id the first one is meant", () => {
    const twin = message("first", { id: "same" });
    const conversation = numbered({ ...emptyConversation, queued: [twin, { ...twin, text: "second" }] });
    conversation.openTurn(twin);
    expect(conversation.queued).toEqual([{ ...twin, text: "second" }]);
  });

  it("FMT-5: an entry that isn't a message of ours stays where it is", () => {
    const stranger = { kind: "voice", length: 3 };
    const conversation = numbered({ ...emptyConversation, queued: [stranger, message("mine", { id: "m" })] });
    conversation.changeWaiting("m", () => undefined);
    expect(conversation.queued).toEqual([stranger]);
  });

  it("FMT-5: unknown keys of the conversation stay through a turn", () => {
    const conversation = numbered({ ...emptyConversation, futureTop: { a: [1] } });
    conversation.openTurn(message("Hi"));
    conversation.appendText("Hello");
    conversation.endTurn({ kind: "completed" }, ranOn);
    expect(conversation.snapshot()).toMatchObject({ futureTop: { a: [1] } });
  });

  it("FMT-6: a rating stands under its item's id and can be taken back", () => {
    const conversation = numbered();
    conversation.openTurn(message("Hi"));
    conversation.appendText("Hello");
    conversation.endTurn({ kind: "completed" }, ranOn);
    conversation.rate("item-2", "good", ["Clear"]);
    expect(conversation.snapshot().feedback).toEqual({ "item-2": { rating: "good", reasons: ["Clear"] } });
    conversation.rate("item-2", undefined, []);
    expect(conversation.snapshot().feedback).toEqual({});
    expect(() => conversation.rate("nothing", "good", [])).toThrow("no item");
  });

  it("TRN-12: New Conversation clears everything", () => {
    const conversation = numbered({ ...emptyConversation, queued: [message("q")], unsent: [message("u")] });
    conversation.openTurn(message("Hi"));
    conversation.reset();
    expect(conversation.snapshot()).toEqual(emptyConversation);
    expect(conversation.runningFrom).toBeUndefined();
  });
});
