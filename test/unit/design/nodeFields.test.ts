import { describe, expect, it } from "vitest";
import { reasonFor, run } from "./designs.ts";

const asset = `${"0a".repeat(32)}.png`;

/** What each field takes, and what it doesn't. */
const fields: [type: string, field: string, good: unknown[], bad: unknown[]][] = [
  ["rectangle", "name", ["", "Box"], [1, null]],
  ["rectangle", "x", [0, -1.5, 1e9], ["0", null, [0]]],
  ["line", "width", [-10], ["10px"]],
  ["group", "rotation", [-720], ["90deg"]],
  ["rectangle", "opacity", [0, 0.5, 1], [-0.1, 1.1, "0.5", 50]],
  ["rectangle", "visible", [true, false], [0, "true"]],
  ["rectangle", "strokeWidth", [2], ["2"]],
  ["rectangle", "cornerRadius", [4, [1, 2, 3, 4], "$radii.small"], [[1, 2, 3], "4", [1, 2, 3, "4"]]],
  [
    "ellipse",
    "fill",
    [
      "#abc",
      "#A1B2C3",
      "#A1B2C3D4",
      "$colors.accent",
      { type: "solid", color: "$colors.accent" },
      { type: "solid", color: "#FFFFFF", opacity: 0.5, mode: "ours" },
      { type: "linear", angle: 90, stops: [{ offset: 0, color: "#000000" }] },
      { type: "radial", stops: [{ offset: 1, color: "$a" }], cx: 0, cy: 1, r: 0.2 },
      [],
      ["#000", { type: "solid", color: "#111111" }],
    ],
    [
      "red",
      "#12345",
      "#GGGGGG",
      "$",
      "rgb(0,0,0)",
      0,
      null,
      {},
      { color: "#000000" },
      { type: "solid", color: "black" },
      { type: "solid", color: "#000000", opacity: 2 },
      { type: "linear", angle: 90 },
      { type: "linear", stops: [] },
      { type: "linear", stops: [{ offset: 2, color: "#000000" }] },
      { type: "conic", stops: [{ offset: 0, color: "#000000" }] },
      ["red"],
    ],
  ],
  ["frame", "clip", [false], ["no"]],
  ["path", "d", ["M0 0L10,10 a1 1 0 0 1 2e-3 5Z", ""], ["url(#x)", "M0 0;", 5]],
  ["text", "text", ["two\nlines"], [5]],
  ["text", "fontFamily", ["Inter", "$fonts.body"], [["Inter"]]],
  ["text", "fontSize", [12, "$sizes.title"], ["12px"]],
  ["text", "fontWeight", [700], ["bold"]],
  ["text", "fontStyle", ["italic", "normal"], ["oblique"]],
  ["text", "lineHeight", [1.5], ["150%"]],
  ["text", "align", ["left", "center", "right"], ["justify", "middle"]],
  ["text", "verticalAlign", ["top", "middle", "bottom"], ["center"]],
  ["image", "asset", [asset], ["photo.png", `../${asset}`, asset.toUpperCase(), `assets/${asset}`]],
  ["image", "fit", ["cover", "contain", "fill"], ["crop"]],
  ["instance", "component", ["n"], ["", 4]],
  ["instance", "overrides", [{}, { t: { text: "Hi" } }], [{ t: "Hi" }, []]],
];

describe("a field that is understood", () => {
  it.each(fields)("DOC-1, DOC-2: %s: %s takes what is said of it, and nothing else", (type, field, good, bad) => {
    const text = JSON.stringify({ pages: [{ id: "p", children: [{ id: "n", type }] }] });
    const update = (value: unknown) => ({ op: "update", id: "n", set: { [field]: value } });
    for (const value of good) expect(run(text, update(value))).toMatchObject({ kind: "applied", changed: ["n"] });
    for (const value of bad) {
      expect(reasonFor(text, update(value))).toContain(`"${field}" of ${type} "n" (n) can't be `);
      expect(reasonFor(text, { op: "insert", parent: "p", node: { type, [field]: value } })).toContain(`"${field}" of`);
      expect(reasonFor(text, { op: "copy", id: "n", set: { [field]: value } })).toContain(`"${field}" of`);
    }
  });

  it("DOC-1: belongs to its type: another type's field, and an unknown one, takes anything", () => {
    const text = '{"pages":[{"id":"p","children":[{"id":"n","type":"rectangle"}]}]}';
    const set = { fontSize: "12px", clip: 1, toString: 1, anything: [null] };
    expect(run(text, { op: "update", id: "n", set }).kind).toBe("applied");
    expect(run(text, { op: "insert", parent: "p", node: { type: "constructor", d: 5 } }).kind).toBe("applied");
  });

  it("DOC-1: of a page is its own", () => {
    const text = '{"pages":[{"id":"p"}]}';
    const page = (set: object) => run(text, { op: "update", id: "p", set }).kind;
    expect([
      page({ width: 5, background: ["#FFFFFF"], x: "anything" }),
      page({ width: "5" }),
      page({ background: "white" }),
    ]).toEqual(["applied", "refused", "refused"]);
  });
});
