import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawingChanges } from "../../../src/panel/drawingChanges.ts";
import { applyDrawingChanges, childrenOf, isJsonObject, type JsonObject } from "../../../src/protocol/index.ts";

/** Pages with nodes of few ids and fields, so that two of them have much in common. */
const { node } = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc
    .record(
      {
        id: fc.constantFrom("a", "b", "c", "d"),
        x: fc.constantFrom(0, 1, { deep: 1 }),
        type: fc.constant("frame"),
        children: fc.oneof(
          { maxDepth: 3, depthSize: "small" },
          fc.constantFrom("none", null),
          fc.array(fc.oneof({ arbitrary: tie("node"), weight: 5 }, fc.constantFrom(1, "text", null)), { maxLength: 4 }),
        ),
      },
      { requiredKeys: [] },
    )
    .map((value) => value as JsonObject),
}));

describe("the changes of a drawing", () => {
  it("DOC-3: lead from any page to any other", () => {
    fc.assert(
      fc.property(node, node, (before, after) => {
        const sent = JSON.parse(JSON.stringify(drawingChanges(before, after))) as ReturnType<typeof drawingChanges>;
        expect(applyDrawingChanges(before, sent)).toEqual(after);
      }),
    );
  });

  it("DOC-3: of an edit are the edited node's fields only, and all other nodes stay the same objects", () => {
    const untouched = { id: "u", type: "group", children: [{ id: "v", type: "text" }] };
    const before = { id: "p", children: [untouched, { id: "f", type: "frame", children: [{ id: "t", x: 1 }] }] };
    const after = { id: "p", children: [untouched, { id: "f", type: "frame", children: [{ id: "t", x: 2 }] }] };
    const changes = drawingChanges(before, after);
    expect(changes).toEqual([{ op: "fields", path: [1, 0], set: { x: 2 }, unset: [] }]);
    expect(childrenOf(applyDrawingChanges(before, changes) ?? {})[0]).toBe(untouched);
  });

  it("DOC-3: of an inserted node among many are that node only", () => {
    const nodes = Array.from({ length: 1000 }, (_, index) => ({ id: `n${index}` }));
    const inserted = { id: "new" };
    const changes = drawingChanges({ children: nodes }, { children: nodes.toSpliced(500, 0, inserted) });
    expect(changes).toEqual([{ op: "children", path: [], at: 500, remove: 0, insert: [inserted] }]);
  });

  it("DOC-3: that don't fit are refused, and the whole page is asked for", () => {
    const page = { children: [{ id: "a" }] };
    expect(applyDrawingChanges(page, [{ op: "fields", path: [3], set: {}, unset: [] }])).toBeUndefined();
    expect(applyDrawingChanges(page, [{ op: "children", path: [], at: 0, remove: 2, insert: [] }])).toBeUndefined();
    expect(isJsonObject(applyDrawingChanges(page, []))).toBe(true);
  });
});
