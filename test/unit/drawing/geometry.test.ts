import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  boxAround,
  type DrawingContext,
  drawNode,
  drawPage,
  type JsonObject,
  nodeBounds,
  nodeCorners,
  pageBounds,
  svgDocument,
  toMarkup,
} from "../../../src/drawing/index.ts";
import { parsePath } from "../../../src/drawing/pathData.ts";
import { contextOf, pageOf } from "./drawings.ts";

const context = contextOf();
const square = (more: JsonObject = {}): JsonObject => ({
  id: "s",
  type: "rectangle",
  width: 10,
  height: 10,
  fill: "#000",
  ...more,
});

function rounded(rect: object): Record<string, number> {
  return Object.fromEntries(Object.entries(rect).map(([key, value]) => [key, Math.round(value * 100) / 100]));
}

describe("bounds", () => {
  const bounds: [string, JsonObject, { x: number; y: number; width: number; height: number }, DrawingContext?][] = [
    ["a node's own box", square({ x: 5, y: 6 }), { x: 5, y: 6, width: 10, height: 10 }],
    [
      "a turned one's, around its centre",
      square({ rotation: 45 }),
      { x: -2.07, y: -2.07, width: 14.14, height: 14.14 },
    ],
    ["a full turn is none", square({ rotation: 720 }), { x: 0, y: 0, width: 10, height: 10 }],
    ["half the stroke is outside", square({ stroke: "#000", strokeWidth: 4 }), { x: -2, y: -2, width: 14, height: 14 }],
    [
      "a stroke of no colour isn't there",
      square({ stroke: "red", strokeWidth: 4 }),
      { x: 0, y: 0, width: 10, height: 10 },
    ],
    [
      "a line that goes back",
      { type: "line", x: 10, y: 10, width: -10, height: -5 },
      { x: 0, y: 5, width: 10, height: 5 },
    ],
    [
      "a frame's box, whatever it holds",
      { type: "frame", width: 8, height: 8, children: [square()] },
      { x: 0, y: 0, width: 8, height: 8 },
    ],
    [
      "unless it doesn't clip",
      { type: "frame", width: 8, height: 8, clip: false, children: [square({ x: -1 })] },
      { x: -1, y: 0, width: 10, height: 10 },
    ],
    [
      "a group's children",
      { type: "group", x: 100, children: [square({ x: 5 }), square({ x: 30, y: 2 })] },
      { x: 105, y: 0, width: 35, height: 12 },
    ],
    [
      "hidden ones don't count",
      { type: "group", children: [square(), square({ x: 90, visible: false })] },
      { x: 0, y: 0, width: 10, height: 10 },
    ],
    [
      "turned children count turned",
      { type: "group", children: [{ ...square(), width: 20, rotation: 90 }] },
      { x: 5, y: -5, width: 10, height: 20 },
    ],
    [
      "a path's line",
      { type: "path", d: "M10 10h20v-5c0 40 -20 40 -20 5z", stroke: "#000", strokeWidth: 2 },
      { x: 9, y: 4, width: 22, height: 32.63 },
    ],
    ["an arc's line", { type: "path", d: "M0 0A10 10 0 0 1 20 0" }, { x: 0, y: -10, width: 20, height: 10 }],
    [
      "a missing component's placeholder",
      { type: "instance", component: "?", x: 3 },
      { x: 3, y: 0, width: 24, height: 24 },
    ],
    ["nothing", { type: "group", x: 5 }, { x: 0, y: 0, width: 0, height: 0 }],
    [
      "an instance's component, at the instance's place",
      { type: "instance", component: "c", x: 3, width: 40 },
      { x: 3, y: 0, width: 40, height: 10 },
      contextOf({ component: () => square({ x: 70, y: 70 }) }),
    ],
  ];
  it.each(bounds)("DOC-1: %s", (_name, node, expected, around = context) => {
    const found = rounded(nodeBounds(node, around));
    for (const [key, value] of Object.entries(expected)) expect(found[key], key).toBeCloseTo(value, 1);
  });

  it("DOC-1: a page's are its own size, or else the box around what is drawn on it, turned", () => {
    const page = pageOf(square({ x: 10, rotation: 45 }), square({ x: 50, y: 20 }));
    expect(rounded(pageBounds(page, context))).toEqual({ x: 7.93, y: -2.07, width: 52.07, height: 32.07 });
    expect(pageBounds({ ...page, width: 30, height: 40 }, context)).toEqual({ x: 0, y: 0, width: 30, height: 40 });
    expect(pageBounds({ ...page, width: 30 }, context)).toEqual(pageBounds(page, context));
    expect(pageBounds("no page", context)).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });

  it("DOC-1: a file shows them at a scale", () => {
    const file = svgDocument(drawPage(pageOf(square({ x: -5 })), context), { x: -5, y: 0, width: 10, height: 10 }, 2.5);
    expect(file.attributes).toMatchObject({ viewBox: "-5 0 10 10", width: "25", height: "25" });
    expect(svgDocument(file, { x: 0, y: 0, width: 0, height: 0 }, 0).attributes).toMatchObject({
      viewBox: "0 0 1 1",
      width: "1",
    });
  });
});

describe("the corners of a node", () => {
  it("DOC-3: are where it stands on the page, through every turn and move above it", () => {
    const page = pageOf({
      id: "outer",
      type: "frame",
      x: 100,
      y: 0,
      width: 100,
      height: 100,
      rotation: 90,
      children: [square({ x: 10, y: 20, width: 30 })],
    });
    const [found] = nodeCorners(page, new Set(["s"]), context);
    expect(found).toMatchObject({ id: "s", width: 30, height: 10 });
    expect(found?.corners.map(rounded)).toEqual([
      { x: 180, y: 10 },
      { x: 180, y: 40 },
      { x: 170, y: 40 },
      { x: 170, y: 10 },
    ]);
  });

  it("DOC-3: are found for hidden nodes, for every node of an id, and for an instance but not inside it", () => {
    const inner = { id: "g", type: "group", children: [square()] };
    const around = contextOf({ component: () => inner });
    const page = pageOf(square({ visible: false }), { id: "i", type: "instance", component: "g", x: 7 }, inner);
    expect(nodeCorners(page, new Set(["s"]), around)).toHaveLength(2);
    expect(nodeCorners(page, new Set(["i"]), around)[0]?.corners[2]).toEqual({ x: 17, y: 10 });
    expect(nodeCorners(page, new Set(), around)).toEqual([]);
  });
});

describe("path data", () => {
  const written = (data: string) =>
    parsePath(data)
      .map(({ letter, values }) => `${letter}${values.join(",")}`)
      .join(" ");
  const paths: [string, string, string][] = [
    ["pairs after a move are lines", "M0 0 10 10 20 0", "M0,0 L10,10 L20,0"],
    ["relative ones too", "m1 1 2 2", "m1,1 l2,2"],
    ["numbers without spaces", "M.5.5-1-1e1L1e-1,2", "M0.5,0.5 L-1,-10 L0.1,2"],
    ["flags without spaces", "M0 0a5 5 0 0110 10", "M0,0 a5,5,0,0,1,10,10"],
    ["commands that repeat", "M0 0h1 2 3z", "M0,0 h1 h2 h3 z"],
    ["up to the first mistake", "M0 0L10 10L5", "M0,0 L10,10"],
    ["a flag that is none ends it", "M0 0A5 5 0 2 0 1 1L5 5", "M0,0"],
    ["it begins with a move", "L10 10", ""],
    ["a character that isn't its own", "M0 0 L10 10;", ""],
    ["numbers without end", "M1e400 -1e400", "M1000000,-1000000"],
    ["nothing", "", ""],
  ];
  it.each(paths)("DOC-1: %s", (_name, data, commands) => {
    expect(written(data)).toBe(commands);
  });
});

describe("what draws nothing", () => {
  it.each([undefined, null, 7, "node", [], [square()]])("DOC-1: %j", (node) => {
    expect(drawNode(node, context)).toBeUndefined();
  });

  it("DOC-1: a hidden node; but not one whose field only looks like it", () => {
    expect(drawNode(square({ visible: false }), context)).toBeUndefined();
    expect(drawNode(square({ visible: "false" }), context)).toBeDefined();
  });
});

describe("what needn't be drawn", () => {
  const clips = (node: JsonObject) => toMarkup(drawPage(pageOf(node), context)).includes("clip-path");
  const frame = (children: readonly JsonObject[], more: JsonObject = {}) =>
    ({ id: "f", type: "frame", width: 100, height: 100, children, ...more }) satisfies JsonObject;

  it("DOC-1: a frame clips only where something comes over its edge, round corners too", () => {
    expect(clips(frame([square()]))).toBe(false);
    expect(clips(frame([square({ x: 95 })]))).toBe(true);
    expect(clips(frame([square({ x: 95, visible: false })]))).toBe(false);
    expect(clips(frame([square({ x: 95 })], { clip: false }))).toBe(false);
    expect(clips(frame([square({ x: 90, rotation: 45 })]))).toBe(true);
    expect(clips(frame([square({ x: 89, y: 50, stroke: "#000", strokeWidth: 4 })]))).toBe(true);
    expect(clips(frame([square()], { cornerRadius: 4 }))).toBe(true);
    expect(clips(frame([square({ x: 2, y: 2 })], { cornerRadius: 4 }))).toBe(false);
    expect(clips(frame([square()], { cornerRadius: [0, 50, 50, 50] }))).toBe(false);
    expect(clips(frame([{ type: "group", children: [square({ x: -1 })] }]))).toBe(true);
  });

  it("DOC-1: a sheet is white under its background, unless a node hides all of it", () => {
    const sheet = (node: JsonObject) =>
      toMarkup(drawPage({ ...pageOf(node), width: 50, height: 50, background: "#123456" }, context));
    const cover = square({ width: 50, height: 50, fill: "#ff0000" });
    expect(sheet(square())).toMatch(/fill="#ffffff".*fill="#123456"/);
    expect(sheet(cover)).not.toMatch(/#ffffff|#123456/);
    const seenThrough: JsonObject[] = [
      { fill: "#ff000080" },
      { opacity: 0.9 },
      { rotation: 5 },
      { cornerRadius: 3 },
      { width: 49 },
      { visible: false },
      { type: "ellipse" },
      {
        fill: {
          type: "linear",
          stops: [
            { offset: 0, color: "#0000" },
            { offset: 1, color: "#11223300" },
          ],
        },
      },
    ];
    for (const more of seenThrough) expect(sheet({ ...cover, ...more }), JSON.stringify(more)).toContain("#123456");
  });
});

describe("the box of a curve", () => {
  it("DOC-1: holds the whole curve, and touches it on every side", () => {
    const number = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(fc.array(number, { minLength: 6, maxLength: 6 }), ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => {
        const bounds = nodeBounds({ type: "path", d: `M0 0C${a} ${b} ${c} ${d} ${e} ${f}` }, context);
        const along = Array.from({ length: 1001 }, (_, step) => {
          const t = step / 1000;
          const at = (one: number, two: number, three: number) =>
            3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t ** 2 * two + t ** 3 * three;
          return { x: at(a, c, e), y: at(b, d, f) };
        });
        const box = boxAround(along);
        expect(bounds.x).toBeCloseTo(box?.x ?? Number.NaN, 1);
        expect(bounds.y).toBeCloseTo(box?.y ?? Number.NaN, 1);
        expect(bounds.width).toBeCloseTo(box?.width ?? Number.NaN, 1);
        expect(bounds.height).toBeCloseTo(box?.height ?? Number.NaN, 1);
      }),
    );
  });

  it("DOC-1: a quadratic one, and one that mirrors the last", () => {
    const bounds = (d: string) => rounded(nodeBounds({ type: "path", d }, context));
    expect(bounds("M0 0Q50 100 100 0")).toEqual({ x: 0, y: 0, width: 100, height: 50 });
    expect(bounds("M0 0Q50 100 100 0T200 0")).toEqual({ x: 0, y: -50, width: 200, height: 100 });
    expect(bounds("M0 0C0 40 100 40 100 0S200 -40 200 0")).toEqual({ x: 0, y: -30, width: 200, height: 60 });
    expect(bounds("M0 0L10 0S200 -40 20 0")).toMatchObject({ x: 0 });
  });
});
