import { describe, expect, it } from "vitest";
import { PackageOnDisk } from "../../support/packageOnDisk.ts";

const rule = { id: "small-text", message: "Make it larger.", types: ["text"], field: "fontSize", check: { min: 12 } };

async function openWith(document: string) {
  const onDisk = new PackageOnDisk(document);
  const { session, steps } = await onDisk.open();
  const text = () => session.design.readable?.text;
  return { session, steps, text };
}

describe("a lint rule that the person takes", () => {
  it("DOC-4, DOC-2: is one undo step “Add Rule” of the person's, and undone no byte is another", async () => {
    const document = '{ "designSystem": { "n": 1.0 }, "pages": [] }';
    const { session, steps, text } = await openWith(document);
    session.openDesign.addLintRule(rule);
    expect(JSON.parse(text() ?? "")).toEqual({ designSystem: { n: 1, lintRules: [rule] }, pages: [] });
    expect(text()).toContain('"n": 1.0');
    expect(steps.map(({ label }) => label)).toEqual(["Add Rule"]);
    expect(session.openDesign.sections().context).toContain("- Add Rule");
    expect(session.openDesign.sections().designSystem).toContain("small-text: Make it larger.");
    expect(steps[0]?.undo()).toBe(true);
    expect(text()).toBe(document);
  });

  it("is refused, saying why, where it isn't a rule, or the rules are another package's; nothing changes", async () => {
    const own = await openWith('{ "pages": [] }');
    expect(() => own.session.openDesign.addLintRule({ id: "x" })).toThrow("This isn't a rule");
    const other = await openWith('{ "designSystem": "House.silverpoint", "pages": [] }');
    expect(() => other.session.openDesign.addLintRule(rule)).toThrow("House.silverpoint");
    expect([own.text(), other.text(), own.steps, other.steps]).toEqual([
      '{ "pages": [] }',
      '{ "designSystem": "House.silverpoint", "pages": [] }',
      [],
      [],
    ]);
  });

  it("lint_document checks it from then on", async () => {
    const node = { id: "t", type: "text", name: "Date", fontSize: 9 };
    const { session } = await openWith(JSON.stringify({ pages: [{ id: "p", name: "P", children: [node] }] }));
    session.openDesign.addLintRule(rule);
    const tool = session.openDesign.tools.find(({ definition }) => definition.name === "lint_document");
    const prepared = tool?.prepare({});
    if (prepared === undefined || typeof prepared === "string") throw new Error("The tool takes no call.");
    const outcome = await prepared.run({
      callId: "c1",
      signal: new AbortController().signal,
      answer: () => Promise.reject(new Error("Nobody is asked.")),
      settleCard: () => undefined,
    });
    expect(outcome.content).toContain('- t ("Date"), rule small-text: “fontSize” is 9, less than 12. Make it larger.');
  });
});
