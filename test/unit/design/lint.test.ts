import { describe, expect, it } from "vitest";
import { type DesignDocument, readDesign } from "../../../src/design/designDocument.ts";
import { lintDesign, lintRulesOf } from "../../../src/design/lint/lintDesign.ts";
import { readLintRule } from "../../../src/design/lint/lintRule.ts";
import { isLike } from "../../../src/design/lint/wildcard.ts";

function designOf(children: readonly object[], page: object = {}): DesignDocument {
  const root = { pages: [{ id: "p1", name: "Front", ...page, children }] };
  const design = readDesign(new TextEncoder().encode(JSON.stringify(root)));
  if (design.kind === "damaged") throw new Error(design.reason);
  return design;
}

const tokens = { colors: { accent: "#E4572E", again: "$colors.accent" }, sizes: { title: 64, small: 10 } };

/** The lines of problems that one rule finds. */
function problems(node: object, rule: object): readonly string[] {
  const whole = { id: "r", message: "Mend it.", ...rule };
  const design = designOf([{ id: "n", type: "text", ...node }]);
  const outcome = lintDesign(design, { ...tokens, lintRules: [whole] });
  if (outcome.kind === "refused") throw new Error(outcome.reason);
  const lines = outcome.text.split("\n").slice(1);
  expect(lines).toHaveLength(outcome.problems);
  return lines;
}

function fits(value: unknown, check: object): boolean {
  return problems({ field: value }, { field: "field", check }).length === 0;
}

describe("a rule", () => {
  it("checks numbers against a least, a most and a multiple, tokens by their values", () => {
    const check = { min: 12, max: 64, multipleOf: 4 };
    for (const value of [12, 64, "$sizes.title", [12, 16, 20, 24]]) expect(fits(value, check)).toBe(true);
    for (const value of [8, 68, 14, "$sizes.small", "$sizes.none", "16", [12, 13, 16, 20], true]) {
      expect(fits(value, check)).toBe(false);
    }
    expect(fits(0.3, { multipleOf: 0.1 })).toBe(true);
  });

  it("checks for allowed values, tokens by their names or values, colours in any spelling", () => {
    expect(fits("left", { oneOf: ["left", "center"] })).toBe(true);
    expect(fits("right", { oneOf: ["left", "center"] })).toBe(false);
    for (const value of ["#e4572e", "$colors.accent", "$colors.again"])
      expect(fits(value, { oneOf: ["#E4572E"] })).toBe(true);
    expect(fits("#e4572e", { oneOf: ["$colors.accent"] })).toBe(true);
    expect(fits("$colors.none", { oneOf: ["$colors.nothing"] })).toBe(false);
  });

  it("checks that each colour of a paint is a token that is there", () => {
    const check = { token: true };
    const stops = [{ offset: 0, color: "$colors.accent" }];
    for (const value of ["$colors.accent", { type: "solid", color: "$colors.again" }, [{ type: "linear", stops }]]) {
      expect(fits(value, check)).toBe(true);
    }
    const mixed = { type: "linear", stops: [...stops, { offset: 1, color: "#FFFFFF" }] };
    for (const value of ["#E4572E", "$colors.none", mixed, 12, ["$colors.accent", "#000000"]]) {
      expect(fits(value, check)).toBe(false);
    }
  });

  it("checks that a field is there; the other checks pass over one that isn't", () => {
    for (const value of [undefined, null, ""]) expect(fits(value, { required: true })).toBe(false);
    expect(fits(0, { required: true })).toBe(true);
    for (const check of [{ min: 1 }, { oneOf: ["a"] }, { token: true }, { like: "a" }])
      expect(fits(undefined, check)).toBe(true);
  });

  it("checks texts with * and ?", () => {
    expect(fits("icon-arrow", { like: "ICON-*" })).toBe(true);
    expect(fits("arrow", { like: "icon-*" })).toBe(false);
    expect(fits("x".repeat(20_000), { like: "*" })).toBe(false);
  });

  it("is about nodes of its types; all nodes without them, pages only by name", () => {
    const field = { field: "name", check: { like: "x" } };
    expect(problems({ name: "a" }, field)).toHaveLength(1);
    expect(problems({ name: "a" }, { ...field, types: ["frame"] })).toEqual([]);
    expect(problems({ name: "a" }, { ...field, types: ["page"] })).toEqual([
      '- p1 ("Front"), rule r: “name” is "Front", not like "x". Mend it.',
    ]);
  });

  it("may not hold what isn't of the language", () => {
    const good = { id: "a", message: "m", field: "x", check: { min: 1 } };
    expect(readLintRule(good)).toEqual(good);
    for (const wrong of [
      null,
      "rule",
      { ...good, id: "A b" },
      { ...good, message: " " },
      { ...good, extra: 1 },
      { ...good, check: {} },
      { ...good, check: { min: 3, max: 1 } },
      { ...good, check: { min: 1, token: true } },
      { ...good, check: { pattern: "(a+)+$" } },
      { ...good, check: { token: false } },
      { ...good, types: [] },
    ]) {
      expect(() => readLintRule(wrong)).toThrow("This isn't a rule");
    }
  });
});

describe("wildcards", () => {
  it("stand for any text and for one character, in no more time than both lengths' product", () => {
    expect(isLike("poster", "*")).toBe(true);
    expect(isLike("", "*")).toBe(true);
    expect(isLike("poster", "p*t?r")).toBe(true);
    expect(isLike("poster", "p*tr")).toBe(false);
    expect(isLike("a💡b", "a?b")).toBe(true);
    expect(isLike("a".repeat(10_000), `${"*a".repeat(99)}*b`)).toBe(false);
  });
});

describe("lint_document's report", () => {
  const lintRules = [
    { id: "small", message: "Make it larger.", types: ["text"], field: "fontSize", check: { min: 12 } },
  ];
  const small = (id: string) => ({ id, type: "text", name: "Date", fontSize: 9 });

  it("names each problem by node, rule, and what is wrong, in the document's order", () => {
    const group = { id: "g", type: "group", children: [small("b")] };
    expect(lintDesign(designOf([small("a"), group, { id: "e", type: "ellipse" }]), { lintRules })).toEqual({
      kind: "text",
      problems: 2,
      text: [
        "2 problems in 5 pages and nodes, checked with 1 rule.",
        '- a ("Date"), rule small: “fontSize” is 9, less than 12. Make it larger.',
        '- b ("Date"), rule small: “fontSize” is 9, less than 12. Make it larger.',
      ].join("\n"),
    });
    expect(lintDesign(designOf([small("a"), group]), { lintRules }, "g")).toMatchObject({ problems: 1 });
    expect(lintDesign(designOf([small("a"), group]), { lintRules }, "p1")).toMatchObject({ problems: 2 });
    expect(lintDesign(designOf([small("abc")]), { lintRules }, "abd")).toEqual({
      kind: "refused",
      reason: 'There is no page or node "abd". Did you mean "abc"? The outline lists the ids.',
    });
  });

  it("is limited in length, and counts what it leaves out", () => {
    const many = Array.from({ length: 5000 }, (_, index) => small(`n${index}`));
    const outcome = lintDesign(designOf(many), { lintRules });
    expect(outcome).toMatchObject({ problems: 5000 });
    const text = outcome.kind === "text" ? outcome.text : "";
    expect(text.length).toBeLessThan(25_000);
    expect(text).toContain("… and 4900 more; check a page or node by its id");
  });

  it("DOC-4: a call ends at a fixed amount of work, and says how many nodes it left unchecked", () => {
    const list = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index));
    const rules = (length: number, check: object) =>
      list(length, (index) => ({ id: `r${index}`, message: "m", field: "name", check }));
    const colors = Object.fromEntries(list(100, (index) => [`t${index}`, index < 10 ? "x" : `$colors.t${index - 10}`]));
    const long = designOf(list(60, (index) => ({ id: `n${index}`, type: "text", name: "a".repeat(9999) })));
    const many = designOf(list(2000, (index) => ({ id: `n${index}`, type: "text", name: "other" })));
    const costly: [DesignDocument, Readonly<Record<string, unknown>>][] = [
      [long, { lintRules: rules(5, { like: `*${"a".repeat(198)}b` }) }],
      [many, { colors, lintRules: rules(200, { oneOf: list(100, (index) => `$colors.t${index}`) }) }],
    ];
    for (const [design, all] of costly) {
      const outcome = lintDesign(design, all);
      const text = outcome.kind === "text" ? outcome.text : "";
      const checked = Number(/ in (\d+) pages and nodes, /.exec(text)?.[1]);
      const unchecked = Number(/\n(\d+) pages and nodes weren't checked: /.exec(text)?.[1]);
      expect(checked + unchecked).toBe(design === long ? 61 : 2001);
      expect(lintDesign(design, all)).toEqual(outcome);
    }
    expect(lintDesign(many, { colors, lintRules: rules(5, { oneOf: ["$colors.t99", "other"] }) })).toMatchObject({
      text: "0 problems in 2001 pages and nodes, checked with 5 rules.",
    });
  });

  it("tells of rules that can't be used and goes on with the others", () => {
    const outcome = lintDesign(designOf([small("a")]), { lintRules: [{ id: "?" }, ...lintRules, 7] });
    expect(outcome).toMatchObject({ problems: 1 });
    expect(outcome.kind === "text" ? outcome.text : "").toMatch(/^Rule 1 can't be used\. .*\nRule 3 can't be used\. /);
    expect(lintDesign(designOf([]), { lintRules: "none" })).toMatchObject({
      text: expect.stringContaining("isn't a list"),
    });
    expect(lintRulesOf({ lintRules: Array.from({ length: 1000 }, () => 1) }).faults.length).toBeLessThan(15);
    expect(lintDesign(designOf([]))).toMatchObject({ text: expect.stringContaining("no rules") });
  });
});
