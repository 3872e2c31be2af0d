import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { Item } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { strangerIndex } from "../../../src/panel/panelState.ts";
import { PanelEnd, type PanelState } from "../../../src/protocol/index.ts";
import { message } from "../../support/messages.ts";
import { stateOf } from "../../support/panelStates.ts";

function shown(...items: Item[]) {
  return stateOf(new Conversation({ ...emptyConversation, items })).items;
}

function statuses(conversation: Conversation, turn: PanelState["turn"] = "idle") {
  return stateOf(conversation, { turn }).items.map((item) => item.status);
}

describe("panelState", () => {
  it("PKG-6: an item that a file says is running shows as interrupted; in a running turn it runs", () => {
    const running: Item = { id: "1", type: "assistant", text: "Once", status: "running" };
    expect(shown(running)).toMatchObject([{ status: "interrupted" }]);
    const conversation = new Conversation({ ...emptyConversation, items: [running] });
    conversation.openTurn(message("Go on"));
    conversation.appendText("upon");
    expect(stateOf(conversation).items.map((item) => item.status)).toEqual(["interrupted", undefined, "running"]);
  });

  it("PKG-6: a message whose turn was cut off before anything came is read again as interrupted", () => {
    const conversation = new Conversation();
    conversation.openTurn(message("First"));
    conversation.appendText("An answer");
    conversation.endTurn({ kind: "completed" });
    conversation.openTurn(message("Second"));
    expect(statuses(conversation, "running")).toEqual([undefined, undefined, undefined]);
    const reopened = new Conversation(conversation.snapshot());
    expect(statuses(reopened)).toEqual([undefined, undefined, "interrupted"]);
    reopened.openTurn(message("Third"));
    expect(statuses(reopened, "running").at(-1)).toBeUndefined();
    reopened.endTurn({ kind: "stopped" });
    expect(reopened.unsent).toHaveLength(1);
    expect(statuses(reopened)).toEqual([undefined, undefined, "interrupted"]);
    expect(reopened.snapshot().items.some((item) => "status" in item)).toBe(false);
  });

  it("PKG-6: a message is interrupted neither while its turn runs, nor with an answer, nor without a history", () => {
    const conversation = new Conversation();
    conversation.openTurn(message("Hello"));
    // Between two steps of a turn the two can be seen apart.
    expect(statuses(conversation, "idle")).toEqual([undefined]);
    expect(statuses(new Conversation(conversation.snapshot()), "stopping")).toEqual([undefined]);
    conversation.appendText("An answer");
    const cut = new Conversation(conversation.snapshot());
    expect(statuses(cut)).toEqual([undefined, "interrupted"]);
    conversation.endTurn({ kind: "completed" });
    expect(statuses(conversation)).toEqual([undefined, undefined]);
    const items: Item[] = [{ id: "1", type: "user", text: "Hello" }];
    expect(shown(...items)[0]).not.toHaveProperty("status");
  });

  it("FMT-5: fields that the panel has no form for are shown as JSON text", () => {
    const [card] = shown({ id: "1", type: "questions", text: "Which?", somethingOfItsOwn: { deep: [1] } });
    expect(JSON.parse(card?.other ?? "")).toEqual({ somethingOfItsOwn: { deep: [1] } });
  });

  it("FMT-4: citations without an address aren't links; one without a title goes by its address", () => {
    const citations = [{ title: "A", url: "https://a.example" }, { url: "https://b.example" }, { title: "C" }, 7];
    expect(shown({ id: "1", type: "assistant", text: "", citations })[0]?.citations).toEqual([
      { title: "A", url: "https://a.example" },
      { title: "https://b.example", url: "https://b.example" },
    ]);
  });

  it("FMT-12: two items of one id are both shown, in their places", () => {
    const twin: Item = { id: "same", type: "user", text: "a" };
    expect(shown(twin, { ...twin, text: "b" }).map((item) => item.text)).toEqual(["a", "b"]);
  });

  it("FMT-5: a queued entry that isn't ours is shown and not sendable", () => {
    const conversation = new Conversation({ ...emptyConversation, queued: [{ voice: 1 }, message("mine")] });
    expect(stateOf(conversation).queue.messages).toMatchObject([
      { text: '{"voice":1}', sendable: false },
      { text: "mine", sendable: true },
    ]);
  });

  it("a failed turn without a key offers to set one", () => {
    expect(shown({ id: "1", type: "failure", text: "No key.", code: "noKey" })[0]?.action?.command).toBe("setApiKey");
  });

  it("the context meter follows the model, and is absent for one that isn't in the table", () => {
    const used = { input: 100, cacheRead: 20, cacheWrite: 3, output: 9, webSearchRequests: 0 };
    const conversation = new Conversation({ ...emptyConversation, lastRoundUsage: used });
    expect(stateOf(conversation).context).toEqual({ used: 123, limit: 1_000_000 });
    expect(stateOf(conversation, { model: "unheard-of" })).not.toHaveProperty("context");
  });

  it("COM-2: a file's odd numbers never make a state that the panel refuses", () => {
    const usage = { input: 1e308, cacheRead: 1e308, cacheWrite: -1e308, output: 1e308, webSearchRequests: 0 };
    const cost = { kind: "estimated", dollars: 1e308, atLeast: "yes" } as const;
    const conversation = new Conversation({ ...emptyConversation, usage, lastRoundUsage: usage, estimatedCost: cost });
    const state = structuredClone(stateOf(conversation));
    const seen: unknown[] = [];
    const panel = new PanelEnd({
      post: () => undefined,
      onState: (shown) => seen.push(shown),
      onFocusComposer: () => undefined,
      onFind: () => undefined,
      questions: {
        scaleImage: async ({ image }) => image,
        draw: () => Promise.reject(new Error("nothing to draw")),
        confirmRoom: async () => ({ confirmed: false }),
      },
    });
    panel.start();
    panel.receive({ kind: "state", sequence: 1, state });
    expect(seen).toEqual([state]);
  });

  it("FMT-5: an entry that isn't ours can be taken out by its place", () => {
    const conversation = new Conversation({ ...emptyConversation, unsent: [{ voice: 1 }, { voice: 2 }] });
    const index = strangerIndex(stateOf(conversation).unsent[1]?.id ?? "");
    conversation.removeEntry("unsent", index ?? -1);
    expect(conversation.unsent).toEqual([{ voice: 1 }]);
  });
});
