import { describe, expect, it } from "vitest";
import { findNode } from "../../../src/design/nodeIndex.ts";
import { readText, run } from "./designs.ts";

const text = JSON.stringify({
  pages: [
    {
      id: "front",
      name: "Front",
      children: [7, { id: "head", type: "frame", children: [{ id: "t", type: "text", text: "Hi" }] }],
    },
    {
      children: [
        { type: "group", children: [{ id: "lost", type: "group" }] },
        { id: "t", type: "line" },
        { id: 5 },
        { id: "" },
      ],
    },
    { id: "document" },
  ],
});

describe("a node by its id", () => {
  it("DOC-2: is found with its page, what it is in, and their names", () => {
    const design = readText(text);
    expect(findNode(design, "front")).toMatchObject({
      node: { name: "Front" },
      pageId: "front",
      parentId: "document",
      path: ["Front"],
    });
    expect(findNode(design, "t")).toEqual({
      node: { id: "t", type: "text", text: "Hi" },
      pageId: "front",
      parentId: "head",
      path: ["Front", "head", "Hi"],
    });
  });

  it("DOC-2: is found in what has no id itself", () => {
    expect(findNode(readText(text), "lost")).toEqual({
      node: { id: "lost", type: "group" },
      pageId: undefined,
      parentId: undefined,
      path: ["node", "group", "lost"],
    });
  });

  it("DOC-2: isn't found where there is none, where the id isn't text, and under the document's own id", () => {
    for (const id of ["absent", "5", "", "document", "__proto__"]) expect(findNode(readText(text), id)).toBeUndefined();
  });

  it("DOC-2: is the object in the version that was asked, shared where it didn't change", () => {
    const design = readText(text);
    const outcome = run(text, { op: "update", id: "head", set: { x: 1 } });
    if (outcome.kind === "refused") throw new Error(outcome.reason);
    expect(findNode(outcome.design, "head")?.node.x).toBe(1);
    expect(findNode(design, "head")?.node.x).toBeUndefined();
  });

  it("DOC-2: is found however deep it lies", () => {
    const levels = 20_000;
    const deep = `{"pages":[${'{"children":['.repeat(levels)}{"id":"x"}${"]}".repeat(levels)}]}`;
    expect(findNode(readText(deep), "x")?.path.length).toBe(levels + 1);
  });
});
