import { describe, expect, it } from "vitest";
import { type DesignDocument, designBytes, readDesign } from "../../../src/design/designDocument.ts";
import { withLintRule } from "../../../src/design/lint/addLintRule.ts";
import type { LintRule } from "../../../src/design/lint/lintRule.ts";

const rule: LintRule = { id: "a", message: "m", field: "x", check: { min: 1 } };

function read(text: string): DesignDocument {
  const design = readDesign(new TextEncoder().encode(text));
  if (design.kind === "damaged") throw new Error(design.reason);
  return design;
}

function added(text: string, given = rule): string {
  const after = withLintRule(read(text), given);
  const written = new TextDecoder("utf-8", { ignoreBOM: true }).decode(designBytes(after));
  expect(JSON.parse(written.replace("\uFEFF", ""))).toEqual(after.root);
  return written;
}

describe("a rule that is added to the design system", () => {
  it("DOC-4: is put where there are rules, written like them; no other byte moves", () => {
    expect(added('{"designSystem":{"a":1.0,"lintRules":[{"id":"b"}],"c":"\\u0041"},"pages":[{"x":1e2}]}')).toBe(
      '{"designSystem":{"a":1.0,"lintRules":[{"id":"b"},{"id":"a","message":"m","field":"x","check":{"min":1}}],"c":"\\u0041"},"pages":[{"x":1e2}]}',
    );
    const lines =
      '{\r\n\t"designSystem": {\r\n\t\t"lintRules": [\r\n\t\t\t{ "id": "b" }\r\n\t\t],\r\n\t\t"n": 1.50\r\n\t}\r\n}\r\n';
    expect(added(lines)).toBe(
      lines.replace(
        '{ "id": "b" }',
        '{ "id": "b" },\r\n\t\t\t{ "id": "a", "message": "m", "field": "x", "check": { "min": 1 } }',
      ),
    );
  });

  it("DOC-4: is put on lines of its own where the rule before it is", () => {
    const before = '{\n  "designSystem": {\n    "lintRules": [\n      {\n        "id": "b"\n      }\n    ]\n  }\n}';
    const own =
      '{\n        "id": "a",\n        "message": "m",\n        "field": "x",\n        "check": {\n          "min": 1\n        }\n      }';
    expect(added(before)).toBe(before.replace('"id": "b"\n      }', `"id": "b"\n      },\n      ${own}`));
  });

  it("DOC-4: makes the list, and the object around it, where they aren't there", () => {
    expect(added('\uFEFF{ "designSystem": { "a": 1.0 }, "pages": [ ] }')).toBe(
      '\uFEFF{ "designSystem": { "a": 1.0, "lintRules": [{ "id": "a", "message": "m", "field": "x", "check": { "min": 1 } }] }, "pages": [ ] }',
    );
    expect(added('{"pages":[{"id":"p","children":[]}]}')).toBe(
      '{"designSystem":{"lintRules":[{"id":"a","message":"m","field":"x","check":{"min":1}}]},"pages":[{"id":"p","children":[]}]}',
    );
    for (const odd of [
      '{"designSystem":{}}',
      '{"designSystem":{"lintRules":[]}}',
      '{\n  "designSystem": {},\n  "n": 1.0\n}',
    ]) {
      expect(JSON.parse(added(odd))).toMatchObject({ designSystem: { lintRules: [rule] } });
    }
  });

  it("DOC-4: of repeated keys the last one counts, and an escaped key is the same key", () => {
    expect(added('{"designSystem":{"lintRules":[]},"design\\u0053ystem":{"lintRules":[1]}}')).toBe(
      '{"designSystem":{"lintRules":[]},"design\\u0053ystem":{"lintRules":[1,{"id":"a","message":"m","field":"x","check":{"min":1}}]}}',
    );
  });

  it("is refused where the rules are another package's, aren't a list, or have one of its id", () => {
    const refused = (text: string) => () => withLintRule(read(text), rule);
    expect(refused('{"designSystem":"House.silverpoint"}')).toThrow("belong to the design system");
    expect(refused('{"designSystem":[]}')).toThrow("isn't an object");
    expect(refused('{"designSystem":{"lintRules":{}}}')).toThrow("isn't a list");
    expect(refused('{"designSystem":{"lintRules":[{"id":"a"}]}}')).toThrow("There is a rule “a” already.");
  });
});
