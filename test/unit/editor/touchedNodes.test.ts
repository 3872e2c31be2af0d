import { describe, expect, it } from "vitest";
import { nodeName, touchedNodes } from "../../../src/editor/touchedNodes.ts";
import { applied, readText, run } from "../design/designs.ts";

const text = JSON.stringify({
  pages: [
    {
      ...{ id: "front", name: "Front" },
      children: [
        { id: "title", type: "text", name: "Title" },
        { id: "grain", type: "image", name: "Grain" },
      ],
    },
    { id: "back", name: "Back", children: [{ id: "logo", type: "rectangle" }] },
  ],
});

function touched(...operations: readonly object[]) {
  const outcome = applied(run(text, ...operations));
  return touchedNodes(readText(text), outcome.design, outcome);
}

describe("what a batch of operations touched", () => {
  it("DOC-2: is counted and named, also what is gone, with the page where all of it is", () => {
    const node = { type: "group", name: "Moon", children: [{ type: "ellipse" }] };
    const result = touched(
      { op: "insert", parent: "front", node },
      { op: "update", id: "title", set: { name: "Headline" } },
      { op: "delete", id: "grain" },
    );
    expect(result).toMatchObject({ created: 2, changed: 1, deleted: 1, page: "Front" });
    expect(result.nodes.map(({ name }) => name)).toEqual(["Moon", "Headline", "Grain"]);
  });

  it("DOC-2: is on no page where it is on two, or is the document's", () => {
    const move = (id: string) => ({ op: "update", id, set: { x: 5 } });
    expect(touched(move("title"), move("logo"))).not.toHaveProperty("page");
    expect(touched({ op: "update", id: "document", set: { name: "Poster" } })).not.toHaveProperty("page");
  });

  it("DOC-2: names the first nodes and counts all", () => {
    const many = Array.from({ length: 30 }, () => ({ op: "insert", parent: "front", node: { type: "rectangle" } }));
    const result = touched(...many);
    expect(result.created).toBe(30);
    expect(result.nodes).toHaveLength(12);
  });

  it("a node without a name goes by its id", () => {
    const design = readText(text);
    expect([nodeName(design, "title"), nodeName(design, "logo"), nodeName(design, undefined)]).toEqual([
      "Title",
      "logo",
      undefined,
    ]);
  });
});
