import { describe, expect, it } from "vitest";
import { applyOperations } from "../../../src/design/operations.ts";
import { readText, reasonFor, run } from "./designs.ts";

const text = JSON.stringify({
  name: "Poster",
  pages: [
    {
      id: "front",
      name: "Front",
      children: [
        { id: "box", type: "rectangle", name: "Box" },
        { id: "head", type: "frame", name: "Head", children: [{ id: "inner", type: "group", children: [] }] },
        { id: "twin", type: "text", text: "One" },
        { id: 7, type: "text" },
      ],
    },
    { id: "back", name: "Back", children: [{ id: "shell", type: "group", name: "Shell", children: [{ id: "twin" }] }] },
  ],
});

const node = { type: "text" };

function reasonForText(operations: string): string {
  const outcome = applyOperations(readText(text), operations, () => "new");
  return outcome.kind === "refused" ? outcome.reason : "applied";
}

describe("a list of operations that can't be read", () => {
  const unreadable: [string, string, string][] = [
    ["nothing", "", "aren't valid JSON: Value expected at line 1, column 1."],
    ["cut off", '[\n {"op":"delete","id":"box"', "aren't valid JSON: Close brace expected at line 2"],
    ["a comma too many", '[{"op":"delete","id":"box"},]', "aren't valid JSON: Value expected at line 1, column 29."],
    ["a comment", '[/*x*/{"op":"delete","id":"box"}]', "aren't valid JSON: Invalid comment token at line 1, column 2."],
    ["JavaScript", "[{op:'delete'}]", "aren't valid JSON"],
    ["nested without end", "[".repeat(200_000), "aren't valid JSON: they are nested too deeply."],
    ["an object", '{"op":"delete","id":"box"}', "are an object where a list is expected."],
    ["text", '"delete box"', 'are "delete box" where a list is expected.'],
    ["empty", "[]", "The list of operations is empty."],
    ["no object", '["delete"]', 'Operation 1 is "delete" where an object with an "op" is expected.'],
    ["no op", '[{"id":"box"}]', 'Operation 1 has no "op".'],
    ["a misspelled op", '[{"op":"updat","id":"box"}]', '"updat", which doesn\'t exist. Did you mean "update"?'],
    [
      "an unknown op",
      '[{"op":"__proto__"}]',
      'The operations are "insert", "update", "delete", "move", "copy", "replace".',
    ],
  ];
  it.each(unreadable)("DOC-2: is refused, and says what a list looks like: %s", (_name, operations, reason) => {
    expect(reasonForText(operations)).toContain(reason);
  });

  it("DOC-2: says how a list looks where it isn't one", () => {
    expect(reasonForText("{")).toContain('Give a JSON list such as [{"op":"update","id":"…","set":{"x":10}}].');
  });
});

describe("an operation that is refused", () => {
  const refused: [string, object, string][] = [
    [
      "a misspelled key",
      { op: "move", id: "box", parnt: "head" },
      'Operation 1 (move): "parnt" isn\'t a key of it. Did you mean "parent"? The operation move takes "op", "id", "parent", and may take "index".',
    ],
    [
      "a key of no operation",
      { op: "delete", id: "box", soon: true },
      '"soon" isn\'t a key of it. The operation delete takes',
    ],
    ["a missing key", { op: "move", id: "box" }, '"parent" is missing.'],
    [
      "an index that is text",
      { op: "move", id: "box", parent: "head", index: "0" },
      '"index" is "0". It must be a whole number',
    ],
    ["an index below 0", { op: "insert", parent: "head", index: -1, node }, '"index" is -1. It must be a whole number'],
    ["half an index", { op: "insert", parent: "head", index: 0.5, node }, '"index" is 0.5. It must be a whole number'],
    ["an id that is a number", { op: "delete", id: 7 }, '"id" is 7. It must be the id of a page or node, as text.'],
    ["a node that is text", { op: "insert", parent: "head", node: "text" }, '"node" is "text". It must be an object'],
    ["set that is a list", { op: "update", id: "box", set: [] }, '"set" is a list. It must be an object'],
    [
      "unset that holds a number",
      { op: "update", id: "box", unset: [1] },
      '"unset" holds 1. It must be a list of the names',
    ],
    [
      "an index behind the end",
      { op: "insert", parent: "head", index: 2, node },
      '"index" is 2, but frame "Head" (head) holds 1 there: the index can be 0 to 1.',
    ],
    [
      "an unknown id that is like another one",
      { op: "delete", id: "Boxx" },
      'There is no page or node "Boxx". Did you mean "box"? get_document lists the ids.',
    ],
    [
      "an unknown id",
      { op: "delete", id: "0b1c2d3e" },
      'There is no page or node "0b1c2d3e". get_document lists the ids.',
    ],
    ["an id that isn't text in the file", { op: "delete", id: "7" }, 'There is no page or node "7".'],
    [
      "an id that two have",
      { op: "update", id: "twin", set: { x: 1 } },
      'The id "twin" isn\'t unique: it stands for text "One" (twin) in "Front" and for node "twin" (twin) in "Back / Shell".',
    ],
    ["nothing to update", { op: "update", id: "box", set: {}, unset: [] }, "It changes nothing: name fields"],
    [
      "a key in set and unset",
      { op: "update", id: "box", set: { x: 1 }, unset: ["x"] },
      '"x" stands in "set" and in "unset".',
    ],
    ["a new id", { op: "update", id: "box", set: { id: "b" } }, '"id" of rectangle "Box" (box) can\'t be set or unset'],
    [
      "a new type",
      { op: "update", id: "box", set: { type: "text" } },
      'use the operation "replace" to put a node of another',
    ],
    [
      "new children",
      { op: "update", id: "head", set: { children: [] } },
      'use "insert", "delete" and "move" for what is in it',
    ],
    [
      "no children",
      { op: "update", id: "head", unset: ["children"] },
      'use "insert", "delete" and "move" for what is in it',
    ],
    ["new pages", { op: "update", id: "document", set: { pages: [] } }, 'use "insert" with the parent "document"'],
    [
      "another field of the document",
      { op: "update", id: "document", set: { kind: "template" } },
      '"kind" of the document can\'t be set or unset; only "name" and "designSystem" can.',
    ],
    [
      "a path as the design system",
      { op: "update", id: "document", set: { designSystem: "../Other.silverpoint" } },
      '"designSystem" of the document can\'t be "../Other.silverpoint": it must be an object of tokens.',
    ],
    [
      "a value of another kind",
      { op: "update", id: "box", set: { x: "10" } },
      '"x" of rectangle "Box" (box) can\'t be "10": it must be a number.',
    ],
    [
      "null for a known field",
      { op: "copy", id: "box", set: { fill: null } },
      'To remove it, name it in "unset" of an update.',
    ],
    ["the document deleted", { op: "delete", id: "document" }, "The document itself can't be deleted."],
    ["the document moved", { op: "move", id: "document", parent: "document" }, "The document itself can't be moved."],
    ["the document copied", { op: "copy", id: "document" }, "The document itself can't be copied."],
    ["the document replaced", { op: "replace", id: "document", node: {} }, "The document itself can't be replaced."],
    [
      "a move into itself",
      { op: "move", id: "head", parent: "head" },
      'frame "Head" (head) can\'t be moved into itself.',
    ],
    [
      "a move into what is inside",
      { op: "move", id: "head", parent: "inner" },
      'frame "Head" (head) can\'t be moved into group "inner" (inner), which is inside it.',
    ],
    [
      "a page in a page",
      { op: "move", id: "back", parent: "front" },
      'page "Back" (back) can only be moved within the document',
    ],
    ["a page copied into a node", { op: "copy", id: "back", parent: "head" }, "can only be copied within the document"],
    [
      "a node in the document",
      { op: "move", id: "box", parent: "document" },
      "holds pages only. Name a page or a node.",
    ],
    [
      "a node as a page",
      { op: "insert", parent: "document", node },
      'a page has no "type" "text". Name a page or a node',
    ],
    [
      "a page as a node",
      { op: "insert", parent: "head", node: { type: "page" } },
      "A page can only stand in the document",
    ],
    [
      "children for a rectangle",
      { op: "insert", parent: "box", node },
      'rectangle "Box" (box) can\'t hold children. Put them into the frame, group or page around it.',
    ],
    [
      "a rectangle with children",
      { op: "insert", parent: "head", node: { type: "rectangle", children: [node] } },
      "A rectangle can't hold children. Put it and them into a frame or a group.",
    ],
    ["a node without a type", { op: "insert", parent: "head", node: {} }, 'A node needs a "type", such as "frame"'],
    [
      "a type that is a number",
      { op: "insert", parent: "head", node: { type: 1 } },
      'The "type" of a node can\'t be 1',
    ],
    [
      "a child without a type",
      { op: "insert", parent: "head", node: { type: "group", children: [{}] } },
      'needs a "type"',
    ],
    [
      "children that are no list",
      { op: "insert", parent: "head", node: { type: "group", name: "G", children: "<3 left out>" } },
      '"children" of the new node "G" can\'t be "<3 left out>": it must be a list of nodes.',
    ],
    [
      "a child that is no object",
      { op: "insert", parent: "head", node: { type: "group", children: ["<3 left out>"] } },
      'holds "<3 left out>" where a node, an object, is expected.',
    ],
    ["an id that is taken", { op: "insert", parent: "head", node: { ...node, id: "box" } }, 'The "id" "box" is taken.'],
    [
      "an id that twins have",
      { op: "insert", parent: "head", node: { ...node, id: "twin" } },
      'The "id" "twin" is taken.',
    ],
    [
      "the document's id",
      { op: "insert", parent: "head", node: { ...node, id: "document" } },
      "stands for the document itself",
    ],
    [
      "an id that is no text",
      { op: "insert", parent: "head", node: { ...node, id: 5 } },
      'The "id" of a new node can\'t be 5',
    ],
    ["an empty id", { op: "insert", parent: "head", node: { ...node, id: "" } }, 'The "id" of a new node can\'t be ""'],
    [
      "one id for two new nodes",
      { op: "insert", parent: "head", node: { type: "group", id: "n", children: [{ type: "text", id: "n" }] } },
      'The "id" "n" is given to two of the new nodes.',
    ],
    [
      "another id in replace",
      { op: "replace", id: "box", node: { ...node, id: "other" } },
      'what is replaced keeps its id: leave it out, or give "box".',
    ],
    [
      "an id from outside in replace",
      { op: "replace", id: "head", node: { type: "group", children: [{ type: "text", id: "box" }] } },
      'The "id" "box" is taken.',
    ],
    [
      "a wrong field in a new child",
      {
        op: "insert",
        parent: "head",
        node: { type: "group", children: [{ type: "text", name: "T", fontSize: "12px" }] },
      },
      '"fontSize" of the new node "T" can\'t be "12px": it must be a number',
    ],
    [
      "a wrong field in a new page",
      { op: "insert", parent: "document", node: { background: "white" } },
      '"background" of the new page "node" can\'t be "white"',
    ],
  ];
  it.each(refused)("DOC-2: says what would be right: %s", (_name, operation, reason) => {
    expect(reasonFor(text, operation)).toMatch(/^Operation 1/);
    expect(reasonFor(text, operation)).toContain(reason);
  });

  it("DOC-2: the last page stays", () => {
    expect(reasonFor(text, { op: "delete", id: "back" }, { op: "delete", id: "front" })).toBe(
      'Operation 2 (delete): page "Front" (front) is the last page, which can\'t be deleted. Insert another page first.',
    );
  });

  it("DOC-2: an id is free again once what had it is gone, and unique again once its twin is gone", () => {
    expect(
      run(text, { op: "delete", id: "box" }, { op: "insert", parent: "head", node: { ...node, id: "box" } }).kind,
    ).toBe("applied");
    expect(run(text, { op: "delete", id: "shell" }, { op: "update", id: "twin", set: { x: 1 } }).kind).toBe("applied");
  });

  it("DOC-2: numbers that JSON can write and JavaScript can't hold don't get into the file", () => {
    expect(reasonForText('[{"op":"update","id":"box","set":{"note":[1e999]}}]')).toContain(
      '"note" of rectangle "Box" (box) holds a number that is too large.',
    );
  });

  it("DOC-2: a list that is something else in the file isn't overwritten", () => {
    const odd = '{"pages":[{"id":"p","name":"P","children":{"a":1}}]}';
    expect(reasonFor(odd, { op: "insert", parent: "p", node })).toContain(
      '"children" of page "P" (p) is an object where a list is expected. Only the person can mend that, in the text.',
    );
    expect(reasonFor('{"pages":"none"}', { op: "insert", parent: "document", node: {} })).toContain(
      '"pages" of the document is "none"',
    );
  });

  it("DOC-2: what it quotes is short, on one line, and shows what can't be seen", () => {
    const reason = reasonFor(text, { op: "delete", id: `a\u202E\n${"x".repeat(500)}` });
    expect(reason).toContain('"a\\u202e\\nxxxx');
    expect(reason.length).toBeLessThan(200);
  });
});
