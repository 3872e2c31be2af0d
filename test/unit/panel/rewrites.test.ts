import { describe, expect, it } from "vitest";
import type { Item } from "../../../src/archive/types.ts";
import { withResultsReclaimed } from "../../../src/conversation/compaction/reclaim.ts";
import { undoableNotice } from "../../../src/conversation/compaction/rewrites.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { conversationOf, plainTurns, usageOf } from "../../support/compactions.ts";
import { stateOf } from "../../support/panelStates.ts";

const results = Array.from({ length: 15 }, (_, index) => `${index} `.repeat(200));

function talkWith(...more: Item[]): Conversation {
  const talk = conversationOf([{ text: "a", results }, ...plainTurns(2)], {
    lastRoundUsage: usageOf({ input: 100_000 }),
  });
  return new Conversation({ ...talk, items: [...talk.items, ...more] });
}

const compacted = {
  ...{ id: "n", type: "notice", code: "compacted", text: "The conversation was compacted.", detail: "So it was." },
  ...{ tokensBefore: 900, tokensAfter: 90, usage: usageOf({ input: 900 }), cost: { kind: "estimated", dollars: 1 } },
} satisfies Item;

describe("a rewritten history in the panel", () => {
  it("CMP-3: its notice has the figures and the cost in their places; another form of them is shown as it is kept", () => {
    const view = stateOf(talkWith(compacted)).items.at(-1);
    expect(view).toMatchObject({
      rewrite: { kind: "compacted", before: 900, after: 90 },
      detail: "So it was.",
      spent: { input: 900, cost: { kind: "estimated", dollars: 1 } },
    });
    expect(view).not.toHaveProperty("other");
    const odd = stateOf(talkWith({ ...compacted, tokensAfter: "few" })).items.at(-1);
    expect(odd).not.toHaveProperty("rewrite");
    expect(JSON.parse(odd?.other ?? "")).toEqual({ tokensBefore: 900, tokensAfter: "few" });
  });

  it("CMP-9: Undo stands on the notice that can be undone, and on no other", () => {
    const conversation = talkWith(compacted);
    conversation.rewrite((saved, newId) => withResultsReclaimed(saved, { characters: 0 }, newId()));
    const undoable = undoableNotice(conversation);
    const offers = stateOf(conversation, { undoable }).items.map((item) => item.offers);
    expect(offers.slice(-2)).toEqual([undefined, ["undoRewrite"]]);
    expect(stateOf(conversation).items.at(-1)?.offers).toBeUndefined();
  });

  it("CMP-3: the meter estimates until a request tells", () => {
    const conversation = talkWith();
    expect(stateOf(conversation).context).toEqual({ used: 100_000, limit: 1_000_000 });
    conversation.rewrite((saved, newId) => withResultsReclaimed(saved, { characters: 0 }, newId()));
    const used = conversation.items.at(-1)?.tokensAfter;
    expect(stateOf(conversation).context).toEqual({ used, limit: 1_000_000, isEstimate: true });
    conversation.openTurn({ id: "m", text: "On", images: [], mode: "Just do it" });
    conversation.setResponseUsage(usageOf({ input: 70_000 }));
    expect(stateOf(conversation).context).toEqual({ used: 70_000, limit: 1_000_000 });
  });

  it("CMP-5: a compaction that failed takes neither Retry nor the rating from the answer before it", () => {
    const failed: Item = { id: "f", type: "failure", text: "It was not compacted.", about: "compaction" };
    const state = stateOf(talkWith(failed), { canRetry: true });
    const [answer, failure] = state.items.slice(-2);
    expect(answer).toMatchObject({ type: "assistant", offers: ["retry"], rating: { reasons: [] } });
    expect(failure).not.toHaveProperty("offers");
    expect(failure).not.toHaveProperty("other");
    const own = stateOf(talkWith({ ...failed, about: "the turn" }), { canRetry: true }).items.at(-1);
    expect(own).toMatchObject({ offers: ["retry"] });
  });

  it("CMP-3: says that what runs is a compaction, and why nothing is offered meanwhile", () => {
    const makingRoom = { compaction: "The agent is at work." };
    expect(stateOf(talkWith(), { turn: "running", isCompacting: true, makingRoom })).toMatchObject({
      ...{ turn: "running", isCompacting: true, makingRoom },
    });
    expect(stateOf(talkWith())).not.toHaveProperty("isCompacting");
  });
});
