import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DocumentRequest, describeDocument } from "../../../src/design/getDocument.ts";
import { readText } from "./designs.ts";
import { chooser, spellOddly } from "./oddSpelling.ts";
import { randomDocument } from "./randomWork.ts";

const poster = `{
  "name": "Poster", "designSystem": { "colors": { "accent": "#FF0000" } },
  "pages": [
    { "id": "front", "name": "Front", "width": 800, "height": 600.50, "children": [
      { "id": "head", "type": "frame", "name": "Head\\nline", "x": 1e1, "y": -2.5, "children": [
        { "id": "t1", "type": "text", "text": "Hi" },
        { "id": "t2", "type": "text", "text": "There" }
      ] },
      "stranger",
      { "type": "widget", "width": "wide" }
    ] },
    { "id": "two words", "children": [] }
  ]
}
`;

/** The poster with more in its head. */
const longer = poster.replace(
  /\{ "id": "t1".*\},/,
  (node) => node + Array.from({ length: 9 }, (_, index) => node.replace("t1", `more${index}`)).join(""),
);

function textOf(request: DocumentRequest, limit = 10_000, text = poster): string {
  const described = describeDocument(readText(text), request, limit);
  return described.kind === "text" ? described.text : `refused: ${described.reason}`;
}

/** What stands below the line that says what was left out. */
function jsonOf(text: string): unknown {
  return JSON.parse(text.replace(/^Left out.*\n/, ""));
}

describe("the outline", () => {
  it("DOC-2: has a line for each page and node, indented, with id, type, name and place", () => {
    expect(textOf({ what: "outline" })).toBe(
      [
        'id type "name" x y width height; "-" where there is none; (+n) for n nodes inside that are not listed',
        'front page "Front" - - 800 600.5',
        '  head frame "Head\\nline" 10 -2.5 - -',
        '    t1 text "Hi" - - - -',
        '    t2 text "There" - - - -',
        '  - widget "" - - - -',
        '"two words" page "" - - - -',
      ].join("\n"),
    );
  });

  it("DOC-2: leaves out the deepest levels first, and says how many nodes that are and how to get them", () => {
    expect(textOf({ what: "outline" }, 300, longer)).toBe(
      [
        'id type "name" x y width height; "-" where there is none; (+n) for n nodes inside that are not listed',
        'front page "Front" - - 800 600.5',
        '  head frame "Head\\nline" 10 -2.5 - - (+11)',
        '  - widget "" - - - -',
        '"two words" page "" - - - -',
        "... 11 more nodes left out; ask for a node by its id",
      ].join("\n"),
    );
  });

  it("DOC-2: shows as many of a long list as fit", () => {
    const children = Array.from({ length: 500 }, (_, index) => ({ id: `n${index}`, type: "line", children: [{}] }));
    const text = textOf({ what: "outline" }, 1000, JSON.stringify({ pages: [{ id: "p", children }, { id: "q" }] }));
    const lines = text.split("\n");
    const listed = lines.filter((line) => line.startsWith("  n")).length;
    expect(listed).toBeGreaterThan(10);
    expect(text.length).toBeGreaterThan(900);
    expect(lines[1]).toBe(`p page "" - - - - (+${2 * (500 - listed)})`);
    expect(lines.at(-2)).toBe('q page "" - - - -');
    expect(lines.at(-1)).toBe(`... ${1000 - listed} more nodes left out; ask for a node by its id`);
  });

  it("DOC-2: of an empty document is only the heading", () => {
    expect(textOf({ what: "outline" }, 200, "{}")).not.toContain("\n");
  });
});

describe("the whole document", () => {
  it("DOC-2: is the file's own text where that fits", () => {
    expect(textOf({ what: "whole" }, poster.length)).toBe(poster);
    expect(textOf({ what: "whole" }, poster.length - 1)).not.toBe(poster);
  });

  it("DOC-2: is written more tightly before anything is left out", () => {
    const text = textOf({ what: "whole" }, poster.length - 1);
    expect(text).not.toContain("Left out");
    expect(JSON.parse(text)).toEqual(JSON.parse(poster));
    expect(text).toContain(
      '\n  {"id":"head","type":"frame","name":"Head\\nline","x":10,"y":-2.5,"children":[\n   {"id":"t1"',
    );
  });

  it("DOC-2: is cut at a depth, says so first, and marks what isn't there", () => {
    const text = textOf({ what: "whole" }, 480, longer);
    expect(text.split("\n")[0]).toBe(
      'Left out, and marked "<… left out …>" below: 11 nodes. Ask for a page or node by its id to see what is in it.',
    );
    expect(jsonOf(text)).toMatchObject({
      pages: [
        {
          id: "front",
          children: [{ id: "head", children: "<11 left out: ask for this one by its id>" }, "stranger", {}],
        },
        { id: "two words", children: [] },
      ],
    });
  });

  it("DOC-2: has long values shortened before nodes are left out", () => {
    const d = "L0 0".repeat(2000);
    const text = JSON.stringify({
      pages: [{ id: "p", children: [{ id: "n", type: "path", d, odd: [d] }, { id: "m" }] }],
    });
    const shown = textOf({ what: "whole" }, 3000, text);
    expect(shown).toContain("below: parts of 2 long values.");
    expect(jsonOf(shown)).toEqual({
      pages: [
        {
          id: "p",
          children: [
            {
              id: "n",
              type: "path",
              d: `${d.slice(0, 1000)}<7000 more characters left out>`,
              odd: "<a value of 8004 characters left out>",
            },
            { id: "m" },
          ],
        },
      ],
    });
  });
});

describe("a node", () => {
  it("DOC-2: comes with all that is in it, or as many levels as were asked for", () => {
    expect(JSON.parse(textOf({ what: "node", id: "head" }))).toEqual(JSON.parse(poster).pages[0].children[0]);
    expect(jsonOf(textOf({ what: "node", id: "front", depth: 0 }))).toMatchObject({
      id: "front",
      children: "<3 left out: ask for this one by its id>",
    });
    expect(jsonOf(textOf({ what: "node", id: "front", depth: 1 }))).toMatchObject({
      children: [{ id: "head", children: "<2 left out: ask for this one by its id>" }, "stranger", {}],
    });
    expect(jsonOf(textOf({ what: "node", id: "document", depth: 0 }))).toMatchObject({
      name: "Poster",
      pages: expect.stringContaining("<2 left out"),
    });
  });

  it("DOC-2: a list that is too long can be read on from where it was cut", () => {
    const children = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, type: "line" }));
    const text = JSON.stringify({ pages: [{ id: "p", children }] });
    const seen: unknown[] = [];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const part: string = textOf({ what: "node", id: "p", from }, 1000, text);
      expect(part.length).toBeLessThanOrEqual(1000);
      const entries = (jsonOf(part) as { children: unknown[] }).children;
      seen.push(...entries.filter((entry) => typeof entry === "object"));
      const next = /"from\\": (\d+)>/.exec(part)?.[1];
      from = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(children);
    expect(jsonOf(textOf({ what: "node", id: "p", from: 299 }, 1000, text))).toEqual({
      id: "p",
      children: ["<299 before these left out>", { id: "n299", type: "line" }],
    });
    expect(jsonOf(textOf({ what: "node", id: "p", from: 500 }, 1000, text))).toMatchObject({
      children: [expect.stringContaining("<500 before")],
    });
  });

  it("DOC-2: is cut only on the deepest level that is shown", () => {
    const children = Array.from({ length: 100 }, (_, index) => ({ id: `n${index}`, type: "line" }));
    const beside = Array.from({ length: 12 }, (_, index) => ({ id: `g${index}` }));
    const text = JSON.stringify({ pages: [{ id: "p", children: [{ id: "f", children }, ...beside] }] });
    const shown = jsonOf(textOf({ what: "node", id: "p" }, 600, text));
    expect(shown).toMatchObject({ children: [{ id: "f" }, ...beside] });
    const inside = (shown as { children: [{ children: unknown[] }] }).children[0].children;
    expect(inside.slice(0, 2)).toEqual(children.slice(0, 2));
    expect(inside.at(-1)).toBe(`<${101 - inside.length} more left out: ask for this one by its id>`);
  });

  it("DOC-2: that isn't there is refused, with the one that was likely meant", () => {
    expect(textOf({ what: "node", id: "haed1" })).toBe(
      'refused: There is no page or node "haed1". The outline lists the ids.',
    );
    expect(textOf({ what: "node", id: "heads" })).toContain('Did you mean "head"?');
  });
});

describe("every answer", () => {
  const requests: DocumentRequest[] = [
    { what: "whole" },
    { what: "outline" },
    { what: "node", id: "a1" },
    { what: "node", id: "a2", depth: 1 },
    { what: "node", id: "document", from: 1 },
  ];

  it("DOC-2: keeps to its limit, is the same again, and counts what it left out", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 3000 }), fc.constantFrom(...requests), (seed, limit, request) => {
        const text = spellOddly(randomDocument(seed), chooser(seed));
        const described = describeDocument(readText(text), request, limit);
        expect(describeDocument(readText(text), request, limit)).toEqual(described);
        if (described.kind === "refused") return;
        expect(described.text.length).toBeLessThanOrEqual(limit);
        if (request.what === "outline") expectCounts(described.text, text);
        else expect(jsonOf(described.text)).toBeTypeOf("object");
      }),
      { numRuns: 300 },
    );
  });

  it("DOC-2: is given for what is nested without end, too", () => {
    const levels = 20_000;
    const nested = `{"pages":[{"id":"p","odd":${"[".repeat(levels)}${"]".repeat(levels)},"children":[${'{"children":['.repeat(levels)}${"]}".repeat(levels)}]}]}`;
    for (const request of [{ what: "whole" }, { what: "outline" }, { what: "node", id: "p" }] as const) {
      expect(textOf(request, 50_000, nested)).toMatch(/left out/i);
    }
    expect(textOf({ what: "whole" }, nested.length, nested)).toBe(nested);
  });

  it("DOC-2: is refused where nothing of it fits", () => {
    expect(textOf({ what: "whole" }, 20)).toBe("refused: Not even a part of it can be shown in 20 characters.");
    expect(textOf({ what: "outline" }, 20)).toBe("refused: Not even a part of it can be shown in 20 characters.");
  });
});

/** Lines and what isn't listed make all pages and nodes. */
function expectCounts(outline: string, text: string): void {
  const lines = outline.split("\n").slice(1);
  const leftOut = Number(/^\.\.\. (\d+) more/.exec(lines.at(-1) ?? "")?.[1] ?? 0);
  const listed = leftOut > 0 ? lines.length - 1 : lines.length;
  const everything = textOf({ what: "outline" }, 1_000_000, text);
  expect(listed + leftOut).toBe(everything.split("\n").length - 1);
}
