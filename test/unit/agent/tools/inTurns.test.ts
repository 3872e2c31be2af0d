import { describe, expect, it } from "vitest";
import type { ToolOutcome } from "../../../../src/conversation/toolRound.ts";
import { message } from "../../../support/messages.ts";
import { answer, callAnswer } from "../../../support/scriptedModel.ts";
import { looseTool, succeed, toolTurns } from "../../../support/toolTurns.ts";
import { toolsOver } from "./toolCalls.ts";

const questions = JSON.stringify({ questions: [{ text: "Which size?", choice: "text" }] });

describe("tools in a turn", () => {
  it("TRN-11, FMT-6: questions wait inside the turn, and end as an answered item with the answers", async () => {
    const { conversation, turns, cards, openCard } = toolTurns(
      [callAnswer(["c1", "ask_questions", questions]), answer("Then A2.")],
      toolsOver().tools,
    );
    const turn = turns.send(message("Go"));
    const card = await openCard("questions");
    expect(card).toMatchObject({ callID: "c1", status: "running" });
    expect(conversation.cards.resolvedCards).toEqual([]);
    cards.answer(card.id, { answers: { q1: ["A2"] } });
    expect(await turn).toEqual({ kind: "completed" });
    expect(conversation.cards.resolvedCards).toEqual([card.id]);
    const item = conversation.items.find(({ id }) => id === card.id);
    expect(item).toMatchObject({ type: "questions", answers: { q1: ["A2"] } });
    expect(item).not.toHaveProperty("status");
    expect(conversation.history[2]?.content).toMatchObject([{ content: '{"Which size?":"A2"}', isError: false }]);
  });

  it("TRN-11: proposals and reports never wait: the turn goes on, their cards stay to be answered", async () => {
    const skill = JSON.stringify({ name: "a", description: "d", instructions: "i" });
    const issue = JSON.stringify({ title: "Too small", text: "The date." });
    const { conversation, turns, cards } = toolTurns(
      [callAnswer(["c1", "propose_skill", skill], ["c2", "report_issue", issue]), answer("Done.")],
      toolsOver().tools,
    );
    expect(await turns.send(message("Go"))).toEqual({ kind: "completed" });
    const shown = conversation.items.filter(({ type }) => type === "skillProposal" || type === "reportedIssue");
    expect(shown.map(({ type, name }) => [type, name])).toEqual([
      ["skillProposal", "a"],
      ["reportedIssue", "Too small"],
    ]);
    expect(shown.some(({ id }) => cards.has(id))).toBe(false);
    expect(conversation.cards.skillCards).toEqual({ [shown[0]?.id ?? ""]: "pending" });
  });

  const costs: [string, Partial<ToolOutcome>, object][] = [
    ["an estimate", { cost: { kind: "estimated", dollars: 0.04 } }, { kind: "estimated" }],
    ["an unknown one", { cost: { kind: "unknown" } }, { kind: "estimated", atLeast: true }],
  ];
  for (const [what, outcome, expected] of costs) {
    it(`FMT-10: a tool's cost joins the conversation's: ${what}; the models' tokens stay what they are`, async () => {
      const cost = async (more: Partial<ToolOutcome>) => {
        const tool = looseTool("paid", async () => succeed("made", more));
        const { conversation, turns } = toolTurns([callAnswer(["c1", "paid", "{}"]), answer("Done.")], [tool]);
        await turns.send(message("Go"));
        return { cost: conversation.estimatedCost, usage: conversation.usage };
      };
      const [without, paid] = [await cost({}), await cost(outcome)];
      expect(paid.usage).toEqual(without.usage);
      expect(paid.cost).toMatchObject(expected);
      const added = outcome.cost?.dollars ?? 0;
      expect(paid.cost.dollars).toBeCloseTo((without.cost.dollars ?? 0) + added, 12);
    });
  }
});
