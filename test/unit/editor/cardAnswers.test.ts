import { describe, expect, it } from "vitest";
import { OpenCards } from "../../../src/agent/openCards.ts";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { Item } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { CardAnswers } from "../../../src/editor/cardAnswers.ts";

const directions = [
  { title: "Calm", description: "Blue." },
  { title: "Loud", description: "Red." },
];
const items: Item[] = [
  { id: "approval", type: "toolApproval", name: "batch_design", arguments: "{}" },
  { id: "questions", type: "questions", questions: [] },
  { id: "directions", type: "directions", directions },
  { id: "skill", type: "skillProposal", name: "spacing", text: "# Spacing" },
  { id: "rule", type: "lintRuleProposal", name: "no-tiny-text", rule: { id: "no-tiny-text" } },
  { id: "said", type: "assistant", text: "Hi" },
];

function setUp({
  writeSkill = async () => ".agents/skills/spacing/SKILL.md",
  prepareToSend = async () => undefined,
  extra = [],
}: {
  writeSkill?: () => Promise<string>;
  prepareToSend?: () => Promise<void>;
  extra?: readonly Item[];
} = {}) {
  const conversation = new Conversation({ ...emptyConversation, items: [...items, ...extra] });
  const cards = new OpenCards();
  const done: unknown[] = [];
  let changes = 0;
  const answers = new CardAnswers({
    conversation,
    cards,
    effects: {
      writeSkill: async (name, text) => {
        done.push(["skill", name, text]);
        return writeSkill();
      },
      addLintRule: (rule) => void done.push(["rule", rule]),
      prepareToSend,
      send: (text) => void done.push(["send", text]),
    },
    onChange: () => {
      changes += 1;
    },
  });
  return { conversation, cards, answers, done, changes: () => changes };
}

describe("an answer to a card", () => {
  it("TRN-11: a call that waited in a turn that is gone can't be answered; nothing runs", async () => {
    const { answers, done, conversation } = setUp();
    await expect(answers.answer("approval", { choice: "allow" })).rejects.toThrow("not answered before");
    await expect(answers.answer("questions", { answers: {} })).rejects.toThrow("not answered before");
    expect([done, conversation.cards.resolvedCards]).toEqual([[], []]);
  });

  it("TRN-10: goes to the call that waits, once", async () => {
    const { answers, cards } = setUp();
    const waiting = cards.wait("approval", new AbortController().signal);
    await answers.answer("approval", { choice: "deny" });
    expect(await waiting).toEqual({ choice: "deny" });
    await expect(answers.answer("approval", { choice: "allow" })).rejects.toThrow();
  });

  it("TRN-10: of another kind is refused, and the card goes on waiting", async () => {
    const { answers, cards, done } = setUp();
    const abort = new AbortController();
    const waiting = cards.wait("approval", abort.signal);
    await expect(answers.answer("approval", { choice: "accept" })).rejects.toThrow("isn't answered like this");
    await expect(answers.answer("approval", { answers: {} })).rejects.toThrow("isn't answered like this");
    await expect(answers.answer("directions", { direction: "Neither" })).rejects.toThrow("isn't answered like this");
    await expect(answers.answer("said", { choice: "allow" })).rejects.toThrow("isn't answered like this");
    await expect(answers.answer("nothing", { choice: "allow" })).rejects.toThrow("No card");
    expect([cards.has("approval"), done]).toEqual([true, []]);
    abort.abort(new Error("over"));
    await expect(waiting).rejects.toThrow("over");
  });

  it("TRN-11: directions stay answerable; the choice is kept and sent as a message", async () => {
    const { answers, conversation, done, changes } = setUp();
    await answers.answer("directions", { direction: "Loud" });
    expect(conversation.items[2]).toMatchObject({ chosen: "Loud" });
    expect(conversation.cards.resolvedCards).toEqual(["directions"]);
    expect([done, changes()]).toEqual([[["send", "Let's take the direction “Loud”."]], 1]);
    await expect(answers.answer("directions", { direction: "Calm" })).rejects.toThrow("No card");
  });

  it("FMT-6: accepting a skill or a rule does it, keeps where the card stands, and says so", async () => {
    const { answers, conversation, done } = setUp();
    await answers.answer("skill", { choice: "accept" });
    await answers.answer("rule", { choice: "accept" });
    expect(done).toEqual([
      ["skill", "spacing", "# Spacing"],
      ["rule", { id: "no-tiny-text" }],
    ]);
    expect(conversation.snapshot()).toMatchObject({
      skillCards: { skill: "accepted" },
      lintRuleCards: { rule: "accepted" },
      resolvedCards: ["skill", "rule"],
    });
    expect(conversation.items.filter(({ type }) => type === "notice").map(({ text }) => text)).toEqual([
      "The skill “spacing” was saved as .agents/skills/spacing/SKILL.md.",
      "The rule “no-tiny-text” was added to the design system.",
    ]);
  });

  it("FMT-6: dismissing does nothing else", async () => {
    const { answers, conversation, done } = setUp();
    for (const id of ["skill", "rule", "directions"]) await answers.answer(id, { choice: "dismiss" });
    expect(done).toEqual([]);
    expect(conversation.snapshot()).toMatchObject({
      skillCards: { skill: "dismissed" },
      lintRuleCards: { rule: "dismissed" },
      resolvedCards: ["skill", "rule", "directions"],
    });
  });

  it("a skill that can't be saved leaves its card open, and says why", async () => {
    const { answers, conversation, changes } = setUp({
      writeSkill: () => Promise.reject(new Error("The disk is full.")),
    });
    await expect(answers.answer("skill", { choice: "accept" })).rejects.toThrow("The disk is full.");
    expect([conversation.cards.resolvedCards, changes()]).toEqual([[], 0]);
  });

  it("TRN-11: a direction that can't be sent now isn't chosen", async () => {
    const prepareToSend = () => Promise.reject(new Error("First decide what to do about the change on disk."));
    const { answers, conversation, done } = setUp({ prepareToSend });
    await expect(answers.answer("directions", { direction: "Loud" })).rejects.toThrow("First decide");
    expect([done, conversation.cards.resolvedCards, conversation.items[2]?.chosen]).toEqual([[], [], undefined]);
  });

  it("TRN-10, FMT-12: a card whose id stands twice in a file is answered by nobody", async () => {
    const extra: Item[] = [{ id: "rule", type: "skillProposal", name: "evil", text: "# Evil" }];
    const { answers, done } = setUp({ extra });
    await expect(answers.answer("rule", { choice: "accept" })).rejects.toThrow("stands twice");
    expect(done).toEqual([]);
  });

  it("TRN-10: a second press while the first takes effect is none", async () => {
    let finish: (path: string) => void = () => undefined;
    const { answers, done } = setUp({ writeSkill: () => new Promise((resolve) => (finish = resolve)) });
    const first = answers.answer("skill", { choice: "accept" });
    await expect(answers.answer("skill", { choice: "accept" })).rejects.toThrow("No card");
    finish("there");
    await first;
    expect(done).toHaveLength(1);
  });
});
