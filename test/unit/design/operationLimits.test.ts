import { describe, expect, it } from "vitest";
import { deepestNesting, largestDocument, mostOperations, mostWork } from "../../../src/design/limits.ts";
import { applyOperations } from "../../../src/design/operations.ts";
import { applied, readText, reasonFor, run, textAfter } from "./designs.ts";
import { standings } from "./plainModel.ts";

const page = '{"pages":[{"id":"p","children":[{"id":"a","type":"group"},{"id":"b","type":"group"}]}]}';

/** So many nodes, each in the one before; the outermost one is `n1`. */
function chain(levels: number): string {
  const open = Array.from({ length: levels }, (_, index) => `{"id":"n${index + 1}","type":"group","children":[`);
  return open.join("") + "]}".repeat(levels);
}

function deepDocument(levels: number): string {
  return `{"pages":[{"id":"p","children":[${chain(levels)},{"id":"a","type":"group"}]}]}`;
}

describe("many operations", () => {
  const inserts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      op: "insert",
      parent: "p",
      index: index % 3,
      node: { type: "text" },
    }));

  it("DOC-2: ten thousand of them are applied", () => {
    const { created, design } = applied(run(page, ...inserts(mostOperations)));
    expect(created.length).toBe(10_000);
    expect(standings(design.root).length).toBe(10_003);
    expect(JSON.parse(design.text)).toEqual(design.root);
  });

  it("DOC-2: more are refused before any is looked at", () => {
    expect(reasonFor(page, ...inserts(mostOperations), {})).toBe(
      "There are 10001 operations; one list may hold 10000. Send them in several calls.",
    );
  });
});

describe("deep nesting", () => {
  const nested = (levels: number): object => JSON.parse(chain(levels).replaceAll(/"id":"n\d+",/g, ""));
  const tooDeep = `The nodes would be nested more than ${deepestNesting} levels deep. Put them higher up.`;

  it("DOC-2: as many levels as are drawn can be put in", () => {
    expect(run(page, { op: "insert", parent: "p", node: nested(deepestNesting) }).kind).toBe("applied");
    expect(run(page, { op: "insert", parent: "a", node: nested(deepestNesting - 1) }).kind).toBe("applied");
    expect(reasonFor(page, { op: "insert", parent: "p", node: nested(deepestNesting + 1) })).toContain(tooDeep);
    expect(reasonFor(page, { op: "insert", parent: "a", node: nested(deepestNesting) })).toContain(tooDeep);
    const endless = `[{"op":"insert","parent":"a","node":${chain(20_000)}}]`;
    expect(applyOperations(readText(page), endless, () => "")).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining(tooDeep),
    });
  });

  it("DOC-2: neither a move nor a copy makes more of them", () => {
    const text = deepDocument(deepestNesting);
    for (const op of ["move", "copy"]) {
      expect(reasonFor(text, { op, id: "n1", parent: "a" })).toContain(tooDeep);
      expect(reasonFor(text, { op, id: "a", parent: `n${deepestNesting}` })).toContain(tooDeep);
      expect(run(text, { op, id: "n2", parent: "a" }).kind).toBe("applied");
    }
  });

  it("DOC-2: a value that is nested more deeply is refused", () => {
    const value = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect(run(page, { op: "update", id: "a", set: { note: value(deepestNesting) } }).kind).toBe("applied");
    expect(reasonFor(page, { op: "update", id: "a", set: { note: value(deepestNesting + 1) } })).toContain(
      '"note" of group "a" (a) is nested more than 200 levels deep.',
    );
  });

  it("DOC-2, DOC-4: a file that is nested much deeper is changed where it isn't", () => {
    const text = deepDocument(20_000);
    expect(textAfter(text, { op: "update", id: "n200", set: { x: 1 } })).toBe(
      text.replace('"n200","type":"group",', '"n200","type":"group","x":1,'),
    );
    expect(textAfter(text, { op: "delete", id: "n1" })).toBe(
      '{"pages":[{"id":"p","children":[{"id":"a","type":"group"}]}]}',
    );
    expect(reasonFor(text, { op: "update", id: "n201", set: { x: 1 } })).toContain("Name what it is in.");
    const [odd, close] = ["[".repeat(50_000), "]".repeat(50_000)];
    const value = `{"pages":[{"id":"p","odd":${odd}${close}}]}`;
    expect(textAfter(value, { op: "update", id: "p", set: { odd: 1 } })).toBe('{"pages":[{"id":"p","odd":1}]}');
  });
});

describe("large documents", () => {
  const filler = (length: number) => ({ op: "update", id: "a", set: { note: "x".repeat(length) } });
  const rest = '{"pages":[{"id":"p","children":[{"id":"a","type":"group","note":""}]}]}';
  const small = '{"pages":[{"id":"p","children":[{"id":"a","type":"group"}]}]}';

  it("DOC-2: may become as large as the limit, and no larger", () => {
    const { design } = applied(run(small, filler(largestDocument - rest.length)));
    expect(design.text.length).toBe(largestDocument);
    expect(reasonFor(small, filler(largestDocument - rest.length + 1))).toMatch(/30 MB/);
  });

  it("DOC-2: are measured in bytes", () => {
    const note = "ü".repeat((largestDocument - rest.length) / 2 + 1);
    expect(reasonFor(small, { op: "update", id: "a", set: { note } })).toBe(
      "The document would be larger than 30 MB, the most that it may be.",
    );
  });

  it("DOC-2: that are larger can only be made smaller, and are left as they are", () => {
    const text = small.replace('"group"', `"group","note":"${"x".repeat(largestDocument)}"`);
    const design = readText(text);
    expect(applyOperations(design, '[{"op":"update","id":"a","set":{"x":1}}]', () => "")).toEqual({
      kind: "refused",
      reason: "Operation 1 (update): The document would be larger than 30 MB, the most that it may be.",
    });
    expect(design.text).toBe(text);
    expect(textAfter(text, { op: "update", id: "a", unset: ["note"] })).toBe(small);
  });

  it("DOC-2: copies of copies end at the limit", () => {
    const doubling = Array.from({ length: 100 }, () => ({ op: "copy", id: "a", parent: "a" }));
    const reason = reasonFor(small.replace('"group"', `"group","note":"${"x".repeat(100_000)}"`), ...doubling);
    expect(reason).toMatch(/^Operation 9 \(copy\): The document would be larger than 30 MB/);
  });

  it("DOC-2: so does moving the same nodes about", () => {
    const text = page.replace('"group"', `"group","note":"${"x".repeat(1_000_000)}"`);
    const moves = Array.from({ length: 200 }, (_, index) => ({
      op: "move",
      id: "a",
      parent: index % 2 === 0 ? "b" : "p",
    }));
    expect(mostWork).toBe(150_000_000);
    expect(reasonFor(text, ...moves)).toBe(
      "Operation 150 (move): The operations copy and move more than 150 MB in all. Send them in several calls.",
    );
  });
});
