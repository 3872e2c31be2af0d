import { describe, expect, it } from "vitest";
import { designBytes, readDesign } from "../../../src/design/designDocument.ts";
import { applyOperations } from "../../../src/design/operations.ts";
import { applied, readText, run, textAfter } from "./designs.ts";

/** The usual form: two spaces, each field on a line. */
const usual = `{
  "name": "Poster",
  "pages": [
    {
      "id": "front",
      "name": "Front",
      "children": [
        {
          "id": "box",
          "type": "rectangle",
          "x": 1.0,
          "fill": "#FF0000"
        },
        {
          "id": "head",
          "type": "frame",
          "children": [
            {
              "id": "title",
              "type": "text",
              "text": "H\\u0069"
            }
          ]
        }
      ]
    },
    {
      "id": "back",
      "children": []
    }
  ]
}
`;

/** Each node on a line, as people write it. */
const lines = `{ "name": "Poster", "pages": [
  { "id": "front", "children": [
    { "id": "a", "type": "rectangle", "x": 1e1 },
    { "id": "b", "type": "group", "children": [] }
  ] }
] }`;

const tight =
  '{"pages":[{"id":"front","children":[{"id":"a","type":"group"},{"id":"b","type":"group","children":[]}]}]}';

describe("insert", () => {
  it("DOC-2: puts a node at the end, or at an index, and answers the ids it made, in their order", () => {
    const node = { type: "frame", children: [{ type: "text", id: "mine" }, { type: "text" }] };
    const outcome = applied(
      run(
        usual,
        { op: "insert", parent: "head", node },
        { op: "insert", parent: "front", index: 0, node: { type: "group" } },
      ),
    );
    expect(outcome.created).toEqual([["new1", "mine", "new2"], ["new3"]]);
    expect(outcome.changed).toEqual(["new1", "mine", "new2", "new3"]);
    expect(outcome.design.root).toMatchObject({
      pages: [
        {
          children: [
            { id: "new3" },
            { id: "box" },
            { children: [{ id: "title" }, { id: "new1", children: [{ id: "mine" }, { id: "new2" }] }] },
          ],
        },
        {},
      ],
    });
  });

  it("DOC-4: writes it as the file is written", () => {
    expect(textAfter(usual, { op: "insert", parent: "back", node: { type: "text", fill: ["#FFFFFF"] } })).toBe(
      usual.replace(
        '"children": []',
        `"children": [
        {
          "id": "new1",
          "type": "text",
          "fill": [
            "#FFFFFF"
          ]
        }
      ]`,
      ),
    );
    expect(textAfter(lines, { op: "insert", parent: "b", node: { type: "text", fill: ["#FFFFFF"] } })).toBe(
      lines.replace(
        '"children": []',
        `"children": [
      { "id": "new1", "type": "text", "fill": ["#FFFFFF"] }
    ]`,
      ),
    );
    const children = [{ type: "group", children: [{ type: "text" }] }];
    expect(textAfter(lines, { op: "insert", parent: "front", index: 1, node: { type: "frame", children } })).toBe(
      lines.replace(
        "1e1 },",
        `1e1 },
    { "id": "new1", "type": "frame", "children": [
      { "id": "new2", "type": "group", "children": [
        { "id": "new3", "type": "text" }
      ] }
    ] },`,
      ),
    );
    const oneLine = '{\n "pages": [{ "id": "p", "children": [{ "id": "a", "type": "group" }] }]\n}';
    expect(textAfter(oneLine, { op: "insert", parent: "p", node: { type: "frame", children } })).toBe(
      oneLine.replace(
        '"group" }',
        '"group" }, { "id": "new1", "type": "frame", "children": [{ "id": "new2", "type": "group", "children": [{ "id": "new3", "type": "text" }] }] }',
      ),
    );
    expect(textAfter(tight, { op: "insert", parent: "front", index: 1, node: { type: "text", x: 1 } })).toBe(
      tight.replace("},{", '},{"id":"new1","type":"text","x":1},{'),
    );
  });

  it("DOC-4: keeps the file's line ends, its indent and its byte order mark", () => {
    const text = `\uFEFF${usual.replaceAll("  ", "\t").replaceAll("\n", "\r\n")}`;
    const { design } = applied(run(text, { op: "insert", parent: "front", index: 0, node: { type: "group" } }));
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(designBytes(design))).toBe(
      text.replace(
        "\t\t\t\t{",
        '\t\t\t\t{\r\n\t\t\t\t\t"id": "new1",\r\n\t\t\t\t\t"type": "group"\r\n\t\t\t\t},\r\n\t\t\t\t{',
      ),
    );
  });

  it("DOC-2: puts a page into the document, also where there are no pages yet", () => {
    expect(
      readText(textAfter(usual, { op: "insert", parent: "document", index: 0, node: { name: "New" } })).root,
    ).toMatchObject({
      pages: [{ id: "new1", name: "New" }, { id: "front" }, { id: "back" }],
    });
    expect(textAfter("{}", { op: "insert", parent: "document", node: { name: "New" } })).toBe(
      '{\n  "pages": [\n    {\n      "id": "new1",\n      "name": "New"\n    }\n  ]\n}',
    );
    expect(textAfter('{"pages":null,"a":1}', { op: "insert", parent: "document", node: {} })).toBe(
      '{"a":1,"pages":[{"id":"new1"}]}',
    );
  });

  it("DOC-2: goes into nodes of types that nobody knows, and into nodes that hold children already", () => {
    const text =
      '{"pages":[{"id":"p","children":[{"id":"w","type":"widget"},{"id":"r","type":"rectangle","children":[]}]}]}';
    const node = { type: "text" };
    expect(run(text, { op: "insert", parent: "w", node }, { op: "insert", parent: "r", node }).kind).toBe("applied");
  });

  it("DOC-2: makes ids that nothing has, whatever the maker of ids gives", () => {
    const ids = ["front", "box", "mine", "document", "", "good"];
    const operations = [
      { op: "insert", parent: "front", node: { type: "group", children: [{ id: "mine", type: "text" }] } },
    ];
    const outcome = applyOperations(readText(usual), JSON.stringify(operations), () => ids.shift() ?? "");
    expect(outcome).toMatchObject({ created: [["good", "mine"]] });
    const never = applyOperations(readText(usual), JSON.stringify(operations), () => "box");
    expect(never).toEqual({
      kind: "refused",
      reason: "Operation 1 (insert): No id could be made that isn't taken. Choose the ids yourself.",
    });
  });
});

describe("update", () => {
  it("DOC-4: changes the values that it names, and no other byte", () => {
    expect(textAfter(usual, { op: "update", id: "box", set: { fill: "#00FF00" } })).toBe(
      usual.replace("#FF0000", "#00FF00"),
    );
    expect(textAfter(lines, { op: "update", id: "a", set: { x: 2 }, unset: ["absent"] })).toBe(
      lines.replace("1e1", "2"),
    );
  });

  it("DOC-4: leaves a value as it is spelled where it is set to what it is", () => {
    const outcome = applied(run(lines, { op: "update", id: "a", set: { x: 10 }, unset: ["absent"] }));
    expect(outcome).toMatchObject({ created: [[]], changed: [] });
    expect(outcome.design.text).toBe(lines);
  });

  it("DOC-2: is the same document where the operations come to nothing", () => {
    const design = readText(lines);
    const apply = (...operations: object[]) =>
      applied(applyOperations(design, JSON.stringify(operations), () => "")).design;
    const there = { op: "move", id: "a", parent: "b" };
    expect(apply({ op: "update", id: "a", set: { x: 10 } })).toBe(design);
    expect(apply({ op: "move", id: "a", parent: "front", index: 0 })).toBe(design);
    expect(apply(there, { op: "move", id: "a", parent: "front", index: 0 })).toBe(design);
    expect(apply(there)).not.toBe(design);
  });

  it("DOC-4: puts a new field in front of the children, a name behind id and type, and removes fields with their commas", () => {
    expect(textAfter(usual, { op: "update", id: "head", set: { name: "Head", x: 5 } })).toBe(
      usual.replace('"type": "frame",', '"type": "frame",\n          "name": "Head",\n          "x": 5,'),
    );
    expect(textAfter(lines, { op: "update", id: "a", unset: ["x"] })).toBe(lines.replace(', "x": 1e1', ""));
    expect(textAfter('{"pages":[{"id":"p","name":"N"}]}', { op: "update", id: "p", unset: ["name"] })).toBe(
      '{"pages":[{"id":"p"}]}',
    );
  });

  it("DOC-2: changes the last of repeated keys, which counts, and removes all of them", () => {
    const text = '{"pages":[{"id":"p","name":"1","x":0,"name":"2"}]}';
    expect(textAfter(text, { op: "update", id: "p", set: { name: "3" } })).toBe(text.replace('"2"', '"3"'));
    expect(textAfter(text, { op: "update", id: "p", unset: ["name"] })).toBe('{"pages":[{"id":"p","x":0}]}');
  });

  it("DOC-2: takes the last of repeated lists for the children", () => {
    const text = '{"pages":[{"children":[{"id":"old"}],"id":"p","\\u0063hildren":[{"id":"a","type":"group"}]}]}';
    expect(textAfter(text, { op: "delete", id: "a" })).toBe(text.replace('{"id":"a","type":"group"}', ""));
    expect(run(text, { op: "delete", id: "old" }).kind).toBe("refused");
    const covered = '{"pages":[{"id":"p","children":[{"id":"a","type":"group"}],"children":null}]}';
    expect(run(covered, { op: "delete", id: "a" }).kind).toBe("refused");
  });

  it("DOC-2: sets the document's name and tokens", () => {
    const set = { name: "Banner", designSystem: { colors: { accent: "#FF0000" } } };
    expect(textAfter(tight, { op: "update", id: "document", set })).toBe(
      tight.replace("{", '{"name":"Banner","designSystem":{"colors":{"accent":"#FF0000"}},'),
    );
    expect(readText(textAfter(usual, { op: "update", id: "document", set })).root).toMatchObject(set);
  });

  it("DOC-2: sets keys that mean something elsewhere", () => {
    const operations = '[{"op":"update","id":"a","set":{"__proto__":{"x":1},"constructor":2,"\\ud800":"\\udfff"}}]';
    const { design } = applied(applyOperations(readText(tight), operations, () => ""));
    expect(design.text).toBe(
      tight.replace('"type":"group"', '"type":"group","__proto__":{"x":1},"constructor":2,"\\ud800":"\\udfff"'),
    );
    expect(JSON.stringify(design.root)).toBe(JSON.stringify(JSON.parse(design.text)));
    expect(readDesign(designBytes(design))).toMatchObject({ kind: "readable", text: design.text });
  });
});

describe("delete, move, copy and replace", () => {
  it("DOC-4: delete takes the node with the comma and the line that belong to it", () => {
    expect(textAfter(lines, { op: "delete", id: "b" })).toBe(
      lines.replace(',\n    { "id": "b", "type": "group", "children": [] }', ""),
    );
    expect(textAfter(lines, { op: "delete", id: "a" })).toBe(
      lines.replace('{ "id": "a", "type": "rectangle", "x": 1e1 },\n    ', ""),
    );
    expect(textAfter(usual, { op: "delete", id: "title" })).toContain('"children": []\n        }\n      ]');
  });

  it("DOC-4: move keeps the node's own spelling and indents it to where it goes", () => {
    expect(textAfter(usual, { op: "move", id: "title", parent: "front", index: 0 })).toBe(
      usual
        .replace(/\[\n {12}\{[^}]*\}\n {10}\]/, "[]")
        .replace(
          '        {\n          "id": "box"',
          '        {\n          "id": "title",\n          "type": "text",\n          "text": "H\\u0069"\n        },\n        {\n          "id": "box"',
        ),
    );
    expect(textAfter(lines, { op: "move", id: "a", parent: "b" })).toBe(
      lines
        .replace('{ "id": "a", "type": "rectangle", "x": 1e1 },\n    ', "")
        .replace("[] }\n", '[\n      { "id": "a", "type": "rectangle", "x": 1e1 }\n    ] }\n'),
    );
  });

  it("DOC-4: move indents what is in the node, too, and leaves lines that are indented otherwise", () => {
    const text = usual.replace('"type": "text",', '"type": "text",\n  "odd": [\n                1\n              ],');
    const moved = textAfter(
      text,
      { op: "insert", parent: "back", node: { id: "g", type: "group" } },
      { op: "move", id: "head", parent: "g" },
    );
    expect(moved).toContain(`
          "id": "g",
          "type": "group",
          "children": [
            {
              "id": "head",
              "type": "frame",
              "children": [
                {
                  "id": "title",
                  "type": "text",
  "odd": [
                    1
                  ],
                  "text": "H\\u0069"
                }
              ]
            }
          ]
`);
  });

  it("DOC-2: move counts its index in the list that the node was taken out of", () => {
    const order = (index?: number) => {
      const move = { op: "move", id: "a", parent: "front", ...(index === undefined ? {} : { index }) };
      return /"id":"[ab]"/.exec(textAfter(tight, move))?.[0];
    };
    expect([order(0), order(1), order()]).toEqual(['"id":"a"', '"id":"b"', '"id":"b"']);
    expect(run(tight, { op: "move", id: "a", parent: "front", index: 2 }).kind).toBe("refused");
  });

  it("DOC-2: moves and copies pages within the document", () => {
    const { design } = applied(
      run(
        usual,
        { op: "move", id: "back", parent: "document", index: 0 },
        { op: "copy", id: "front", set: { name: "F2" } },
      ),
    );
    expect(design.root).toMatchObject({ pages: [{ id: "back" }, { id: "front" }, { id: "new1", name: "F2" }] });
  });

  it("DOC-4: copy keeps the spelling of all but the ids and what it sets, right behind the original", () => {
    expect(textAfter(lines, { op: "copy", id: "a", set: { name: "A" } })).toBe(
      lines.replace("1e1 },", '1e1 },\n    { "id": "new1", "type": "rectangle", "name": "A", "x": 1e1 },'),
    );
  });

  it("DOC-2: copy gives fresh ids to everything in it, also to what had none, and may go into the original itself", () => {
    const text =
      '{"pages":[{"id":"p","children":[{"id":"f","type":"frame","children":[{"type":"text"},7,{"id":"","type":"text"},{}]}]}]}';
    const { design, created } = applied(run(text, { op: "copy", id: "f", parent: "f", index: 1 }));
    expect(created).toEqual([["new1", "new2", "new3", "new4"]]);
    expect(design.text).toBe(
      text.replace(
        ",7",
        ',{"id":"new1","type":"frame","children":[{"id":"new2","type":"text"},7,{"id":"new3","type":"text"},{"id":"new4"}]},7',
      ),
    );
  });

  it("DOC-2: replace keeps the id and the place, and frees the ids that were inside", () => {
    const node = { type: "group", children: [{ id: "title", type: "ellipse" }, { type: "line" }] };
    const outcome = applied(
      run(usual, { op: "replace", id: "head", node }, { op: "update", id: "title", set: { x: 1 } }),
    );
    expect(outcome.created).toEqual([["title", "new1"], []]);
    expect(outcome.changed).toEqual(["head", "title", "new1"]);
    expect(outcome.design.root).toMatchObject({
      pages: [
        { children: [{ id: "box" }, { id: "head", type: "group", children: [{ type: "ellipse", x: 1 }, {}] }] },
        {},
      ],
    });
    expect(textAfter(lines, { op: "replace", id: "b", node: { id: "b", ...node } })).toBe(
      lines.replace(
        '"children": [] }',
        `"children": [
      { "id": "title", "type": "ellipse" },
      { "id": "new1", "type": "line" }
    ] }`,
      ),
    );
  });
});

describe("a list of operations", () => {
  it("DOC-2: sees in each what the earlier ones did", () => {
    const outcome = run(
      tight,
      { op: "insert", parent: "front", node: { id: "c", type: "frame" } },
      { op: "move", id: "a", parent: "c" },
      { op: "copy", id: "c" },
      { op: "delete", id: "c" },
      { op: "insert", parent: "front", node: { id: "a", type: "text" } },
    );
    expect(applied(outcome).design.root).toEqual({
      pages: [
        {
          id: "front",
          children: [
            { id: "b", type: "group", children: [] },
            { id: "new1", type: "frame", children: [{ id: "new2", type: "group" }] },
            { id: "a", type: "text" },
          ],
        },
      ],
    });
  });

  it("DOC-2: finds a node when those in front of it are gone, or others came", () => {
    const text =
      '{"pages":[{"id":"p","children":[{"id":"a","type":"line"},{"id":"b","type":"line"},{"id":"c","type":"line"}]}]}';
    const insert = { op: "insert", parent: "p", index: 0, node: { type: "line" } };
    const outcome = run(
      text,
      { op: "delete", id: "a" },
      { op: "delete", id: "b" },
      { op: "update", id: "c", set: { x: 1 } },
    );
    expect(applied(outcome).design.text).toBe('{"pages":[{"id":"p","children":[{"id":"c","type":"line","x":1}]}]}');
    expect(
      run(text, insert, insert, insert, insert, { op: "delete", id: "a" }, { op: "move", id: "c", parent: "p" }).kind,
    ).toBe("applied");
  });

  it("DOC-2: changes nothing when one of them is refused, and says which", () => {
    const design = readText(tight);
    const operations = [
      { op: "delete", id: "a" },
      { op: "insert", parent: "b", node: { type: "text" } },
      { op: "move", id: "a", parent: "b" },
    ];
    expect(applyOperations(design, JSON.stringify(operations), () => "x")).toEqual({
      kind: "refused",
      reason: 'Operation 3 (move): "a" was deleted by operation 1 of this list.',
    });
    expect(design.text).toBe(tight);
    expect(design.root).toEqual(JSON.parse(tight));
    expect(textAfter(tight, { op: "delete", id: "a" })).toBe(tight.replace('{"id":"a","type":"group"},', ""));
  });
});
