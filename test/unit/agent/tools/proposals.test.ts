import { describe, expect, it } from "vitest";
import { lintRule } from "../../../../src/design/lint/lintRule.ts";
import { toolsOver } from "./toolCalls.ts";

const directions = [
  { title: "Quiet", description: "Much white." },
  { title: "Loud", description: "Large type." },
];
const skill = { name: "poster-type", description: "How posters\nare set.", instructions: "# Type\n\nUse two sizes." };
const rule = { id: "small-text", message: "Make it larger.", types: ["text"], field: "fontSize", check: { min: 12 } };

describe("propose_directions", () => {
  it("TRN-11: shows the directions and waits for nothing", async () => {
    const { cardOf, run } = toolsOver();
    expect(cardOf("propose_directions", { intro: "Two ways:", directions })).toEqual({
      type: "directions",
      text: "Two ways:",
      directions,
    });
    const outcome = await run("propose_directions", { directions });
    expect(outcome).toMatchObject({ isError: false, statusText: "2 shown" });
    expect(outcome.content).toContain("end your turn now");
  });

  it("TRN-7: refuses one, five, and two of the same title", () => {
    const { prepare } = toolsOver();
    const many = ["a", "b", "c", "d", "e"].map((title) => ({ title, description: "d" }));
    for (const wrong of [many.slice(0, 1), many, [directions[0], directions[0]]]) {
      expect(prepare("propose_directions", { directions: wrong })).toEqual(expect.any(String));
    }
  });
});

describe("propose_skill", () => {
  it("FMT-6: shows a whole SKILL.md with its front matter, and waits for nothing", async () => {
    const { cardOf, run } = toolsOver();
    expect(cardOf("propose_skill", skill)).toEqual({
      type: "skillProposal",
      name: "poster-type",
      summary: "How posters\nare set.",
      text: '---\nname: poster-type\ndescription: "How posters are set."\n---\n\n# Type\n\nUse two sizes.\n',
    });
    expect(await run("propose_skill", skill)).toMatchObject({ isError: false, statusText: "Proposed" });
  });

  it("front matter that the model wrote itself isn't there twice, and a description can't end it", () => {
    const { cardOf } = toolsOver();
    const card = cardOf("propose_skill", {
      ...skill,
      description: 'Says "no": ---\n---\nname: other',
      instructions: "---\nname: x\n---\nDo it.",
    });
    expect(card?.text).toBe(
      '---\nname: poster-type\ndescription: "Says \\"no\\": --- --- name: other"\n---\n\nDo it.\n',
    );
  });

  it("TRN-7: refuses a name that could be another folder", () => {
    const { prepare } = toolsOver();
    for (const name of ["../up", "Upper", "a b", "-a", "a--b", "", "a/b", "a".repeat(65)]) {
      expect(prepare("propose_skill", { ...skill, name })).toContain("“name”");
    }
  });
});

describe("propose_lint_rule", () => {
  it("FMT-6: shows the rule, and waits for nothing", async () => {
    const { cardOf, run } = toolsOver();
    expect(cardOf("propose_lint_rule", { rule })).toEqual({
      type: "lintRuleProposal",
      name: "small-text",
      summary: "Make it larger.",
      rule,
    });
    expect(await run("propose_lint_rule", { rule })).toMatchObject({ isError: false, statusText: "Proposed" });
  });

  it("TRN-7: what isn't a rule, or can't be added, is no card: the model is told why", () => {
    expect(toolsOver().prepare("propose_lint_rule", { rule: { ...rule, check: { regex: "(a+)+$" } } })).toContain(
      "“rule.check”",
    );
    const lint = { ...lintOver(), faultIn: () => "There is a rule “small-text” already." };
    expect(toolsOver({ lint }).prepare("propose_lint_rule", { rule })).toContain(
      "There is a rule “small-text” already.",
    );
  });
});

describe("lint_document", () => {
  it("gives the report, with the number of problems in a few words", async () => {
    const asked: unknown[] = [];
    const lint = (problems: number) => ({
      ...lintOver(),
      lint: (id: string | undefined) => {
        asked.push(id);
        return { kind: "text" as const, text: "the report", problems };
      },
    });
    expect(await toolsOver({ lint: lint(1) }).run("lint_document", {})).toEqual({
      content: "the report",
      isError: false,
      statusText: "1 problem",
    });
    expect(await toolsOver({ lint: lint(0) }).run("lint_document", { id: "p1" })).toMatchObject({
      statusText: "No problems",
      summary: "p1",
    });
    expect(asked).toEqual([undefined, "p1"]);
    expect(await toolsOver().run("lint_document", {})).toMatchObject({ isError: true, content: "Nothing is there." });
  });
});

describe("report_issue", () => {
  it("FMT-4: shows the problem with the nodes it is about, and waits for nothing", async () => {
    const { cardOf, run } = toolsOver();
    const issue = { title: "Too small", text: "The date can't be read\ud800.", nodes: ["n1"] };
    expect(cardOf("report_issue", issue)).toEqual({
      type: "reportedIssue",
      name: "Too small",
      text: "The date can't be read\ufffd.",
      nodes: ["n1"],
    });
    expect(cardOf("report_issue", { ...issue, nodes: [] })).not.toHaveProperty("nodes");
    expect(await run("report_issue", issue)).toMatchObject({ isError: false });
  });
});

function lintOver() {
  const nothing = { kind: "refused", reason: "Nothing is there." } as const;
  return { rule: lintRule, faultIn: (): string | undefined => undefined, lint: () => nothing };
}
