import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { ArchivedConversation, Item } from "../../../src/archive/types.ts";
import type { CardStates } from "../../../src/conversation/cards.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { cardOf } from "../../../src/panel/cards.ts";
import { stateOf } from "../../support/panelStates.ts";

const unanswered: CardStates = { resolvedCards: [], approvalCards: {}, skillCards: {}, lintRuleCards: {} };

const approval: Item = {
  ...{ id: "1", type: "toolApproval", name: "batch_design", callID: "call-1" },
  ...{ reason: "askFirst", arguments: '{"operations":[]}' },
};
const questions: Item = {
  ...{ id: "1", type: "questions", text: "First:", callID: "call-1", status: "running" },
  questions: [{ id: "tone", text: "Which tone?", choice: "single", options: [{ label: "Calm" }] }],
};
const directions: Item = {
  ...{ id: "1", type: "directions", text: "Three ways" },
  directions: [
    { title: "Glow", description: "Warm" },
    { title: "Ink", description: "Two colours" },
  ],
};
const skill: Item = { id: "1", type: "skillProposal", name: "contrast", summary: "Checks", text: "# Contrast" };
const lintRule: Item = { id: "1", type: "lintRuleProposal", name: "size", summary: "Too small", rule: { atLeast: 12 } };

/** An answered card's standing, with the state that its kind keeps. */
function standingOf(item: Item, states: Partial<CardStates>, isWaiting = false) {
  return cardOf(item, { ...unanswered, ...states }, isWaiting)?.standing;
}

const resolved = { resolvedCards: ["1"] };

function shown(item: Item, saved: Partial<ArchivedConversation> = {}) {
  return stateOf(new Conversation({ ...emptyConversation, items: [item], ...saved })).items[0];
}

describe("cardOf", () => {
  it("TRN-2: an approval has its tool, its reason and its arguments as they were written", () => {
    expect(cardOf(approval, unanswered, true)).toEqual({
      ...{ kind: "approval", standing: "open", tool: "batch_design" },
      ...{ reason: "askFirst", arguments: '{"operations":[]}' },
    });
  });

  it("TRN-11: what waits inside a turn is open only while it does; nothing that a file says opens it", () => {
    for (const item of [approval, questions]) {
      expect(standingOf(item, {}, true)).toBe("open");
      expect(standingOf(item, {})).toBe("expired");
      expect(standingOf(item, { approvalCards: { 1: "pending" } })).toBe("expired");
      expect(standingOf(item, { approvalCards: { 1: "allowed" } })).toBe("expired");
    }
  });

  it("TRN-11: what stays answerable is open, whether a turn runs or not", () => {
    for (const item of [directions, skill, lintRule]) {
      for (const isWaiting of [true, false]) expect(standingOf(item, {}, isWaiting)).toBe("open");
    }
  });

  it.each([
    [approval, { approvalCards: { 1: "allowed" } }, "allowed"],
    [approval, { approvalCards: { 1: "denied" } }, "denied"],
    [approval, { approvalCards: { 1: { of: "another form" } } }, "denied"],
    [questions, {}, "answered"],
    [{ ...questions, status: "dismissed" }, {}, "dismissed"],
    [directions, {}, "answered"],
    [{ ...directions, status: "dismissed" }, {}, "dismissed"],
    [skill, { skillCards: { 1: "accepted" } }, "accepted"],
    [skill, { skillCards: { 1: "dismissed" } }, "dismissed"],
    [lintRule, { lintRuleCards: { 1: "accepted" } }, "accepted"],
    [lintRule, { lintRuleCards: { 1: ["something"] } }, "dismissed"],
  ] satisfies [Item, Partial<CardStates>, string][])(
    "FMT-6: an answered card stands where the file says: %#",
    (item, states, standing) => {
      expect(standingOf(item, { ...resolved, ...states }, true)).toBe(standing);
    },
  );

  it("answers, the chosen direction and the rule are there to be shown", () => {
    const answers = { tone: ["Calm"] };
    expect(cardOf({ ...questions, answers }, { ...unanswered, ...resolved }, false)).toMatchObject({ answers });
    expect(cardOf({ ...directions, chosen: "Ink" }, { ...unanswered, ...resolved }, false)).toMatchObject({
      chosen: "Ink",
    });
    expect(cardOf(lintRule, unanswered, false)).toMatchObject({ rule: '{\n  "atLeast": 12\n}' });
  });

  it("FMT-5: a card in another form is none, and shows all that it holds", () => {
    const strange: Item[] = [
      { id: "1", type: "toolApproval", name: "x", reason: 7, arguments: {} },
      { id: "1", type: "questions", questions: "Which?" },
      { id: "1", type: "questions", questions: [{ id: "a", text: "b", choice: "many", options: [] }] },
      { id: "1", type: "directions", directions: { title: "Glow" } },
      { id: "1", type: "directions", directions: [{ title: "Glow" }] },
      { id: "1", type: "lintRuleProposal" },
    ];
    for (const item of strange) {
      expect(cardOf(item, unanswered, true)).toBeUndefined();
      const { id: _, type: _type, name: _name, ...others } = item;
      expect(JSON.parse(shown(item)?.other ?? "{}")).toEqual(others);
    }
  });

  it("FMT-5: a card shows its own fields in their places, and only others as they are kept", () => {
    const view = shown({ ...approval, somethingElse: 1 });
    expect(JSON.parse(view?.other ?? "{}")).toEqual({ somethingElse: 1 });
    expect(view?.card?.kind).toBe("approval");
  });

  it("TRN-11: a reopened conversation shows an approval as not answered, and nothing waits", () => {
    const view = shown(approval, { approvalCards: { 1: "pending" } });
    expect(view?.card?.standing).toBe("expired");
  });
});

describe("ratings", () => {
  const items: Item[] = [
    { id: "u1", type: "user", text: "One" },
    { id: "a1", type: "assistant", text: "First" },
    { id: "n1", type: "notice", text: "A skill was saved." },
    { id: "u2", type: "user", text: "Two" },
    { id: "a2", type: "assistant", text: "Then" },
    { id: "t2", type: "tool", text: "" },
    { id: "a3", type: "assistant", text: "Second" },
  ];
  const ratings = (feedback: ArchivedConversation["feedback"]) =>
    stateOf(new Conversation({ ...emptyConversation, items, feedback })).items.map(({ rating }) => rating);

  it("FMT-6: the answer that ends a turn can be rated, also with a notice behind it", () => {
    const none = { reasons: [] };
    expect(ratings({})).toMatchObject([undefined, none, undefined, undefined, undefined, undefined, none]);
  });

  it("FMT-6: shows a stored rating; one of another form counts as none", () => {
    const rated = ratings({ a1: { rating: "good", reasons: ["Accurate", 7] }, a3: { rating: 5 } });
    expect(rated[1]).toEqual({ value: "good", reasons: ["Accurate"] });
    expect(rated[6]).toEqual({ reasons: [], isNewest: true });
    expect(ratings({ a1: "good", a3: null })[6]).toEqual({ reasons: [], isNewest: true });
  });

  it.each(["directions", "skillProposal", "reportedIssue", "notice"] as const)(
    "FMT-6: an answer can be rated that a card stands behind: %s",
    (type) => {
      const last: Item[] = [...items, { id: "c", type, text: "" }];
      const state = stateOf(new Conversation({ ...emptyConversation, items: last }));
      expect(state.items.map(({ rating }) => rating !== undefined).slice(-2)).toEqual([true, false]);
    },
  );

  it("FMT-6: a turn that ends in a failure or a tool has no rating", () => {
    for (const type of ["failure", "tool"] as const) {
      const last: Item[] = [...items, { id: "c", type, text: "" }];
      const state = stateOf(new Conversation({ ...emptyConversation, items: last }));
      expect(state.items.slice(-2).map(({ rating }) => rating)).toEqual([undefined, undefined]);
    }
  });

  it("FMT-6: a turn that runs can’t be rated yet", () => {
    const conversation = new Conversation();
    conversation.openTurn({ id: "m", text: "Hello", images: [], mode: "Just do it" });
    conversation.appendText("Well");
    expect(stateOf(conversation, { turn: "running" }).items.at(-1)).not.toHaveProperty("rating");
    conversation.endTurn({ kind: "completed" });
    expect(stateOf(conversation).items.at(-1)).toHaveProperty("rating");
  });
});
