import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  drawNode,
  drawPage,
  isObject,
  nodeBounds,
  nodeCorners,
  pageBounds,
  type SvgNode,
  svgDocument,
  toMarkup,
} from "../../../src/drawing/index.ts";
import { contextOf, markupOf, pageOf } from "./drawings.ts";
import { anyDesign, anyNode, hostileTexts } from "./hostileNodes.ts";
import { elementsOf, parseXml } from "./xml.ts";

const tags = new Set(
  "svg g defs clipPath linearGradient radialGradient stop rect ellipse circle line path text tspan image".split(" "),
);
const attributeNames = new Set(
  [
    "xmlns viewBox width height id transform opacity data-node data-page x y x1 y1 x2 y2 cx cy r rx ry d offset",
    "fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stop-color stop-opacity clip-path",
    "gradientUnits gradientTransform preserveAspectRatio href",
    "font-family font-size font-weight font-style letter-spacing text-anchor text-rendering xml:space",
  ].flatMap((line) => line.split(" ")),
);
const free = new Set(["data-node", "data-page"]);
const assetUrl = (asset: string) => `assets/${asset}`;

/** Fails on everything that a drawing must not hold, whatever it was made of. */
function expectHarmless(markup: string): void {
  const elements = elementsOf(parseXml(markup));
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { tag, attributes } of elements) {
    expect(tags).toContain(tag);
    for (const [name, value] of attributes) {
      expect(attributeNames).toContain(name);
      if (free.has(name)) continue;
      if (name !== "font-family") expect(value).not.toMatch(/NaN|Infinity|undefined/);
      if (name === "href") expect(value).toMatch(/^assets\/[0-9a-f]{64}\.[a-z0-9]+$/);
      if (value.includes("(") && name !== "transform" && name !== "gradientTransform") {
        expect(value).toMatch(/^url\(#drawing-\d+\)$/);
        expect(ids).toContain(value.slice(5, -1));
      }
      for (const number of value.match(/-?\d+(\.\d+)?/g) ?? []) {
        if (name !== "xmlns" && name !== "href" && name !== "font-family" && name !== "id" && !value.startsWith("#")) {
          expect(Math.abs(Number(number))).toBeLessThanOrEqual(2e6);
        }
      }
    }
  }
}

function countOf(node: SvgNode): number {
  return node.children.reduce((sum, child) => sum + (typeof child === "string" ? 0 : countOf(child)), 1);
}

describe("a drawing of anything", () => {
  it("DOC-1: never throws, is well-formed and holds nothing that runs, loads or isn't finite", () => {
    fc.assert(
      fc.property(anyDesign, ({ page, tokens, components }) => {
        const component = (id: string) => {
          const found = id === "a" ? components.a : id === "b" ? components.b : undefined;
          return isObject(found) ? found : undefined;
        };
        expectHarmless(markupOf(page, contextOf({ tokens, component, assetUrl })));
      }),
      { numRuns: 400 },
    );
  });

  it("DOC-1: a node alone is harmless too, and its bounds are finite", () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        const context = contextOf({ assetUrl });
        const bounds = nodeBounds(node, context);
        expect(Object.values(bounds).every(Number.isFinite)).toBe(true);
        const drawn = drawNode(node, context);
        if (drawn !== undefined) expectHarmless(toMarkup(svgDocument(drawn, bounds, Number.NaN)));
        for (const { corners } of nodeCorners({ children: [node] }, new Set(["a", "b", ""]), context)) {
          for (const { x, y } of corners) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
        }
      }),
    );
  });

  it("DOC-1: a measure that goes wrong does no harm", () => {
    for (const width of [Number.NaN, Number.POSITIVE_INFINITY, -5]) {
      const page = pageOf(
        { id: "t", type: "text", text: "some words of text", width: 30, align: "center" },
        { type: "text", text: "free" },
      );
      expectHarmless(markupOf(page, contextOf({ measure: () => width })));
    }
  });

  it.each(hostileTexts)("DOC-1: stays text wherever it stands: %j", (text) => {
    const fields = { id: text, name: text, text, fontFamily: text, fill: text, stroke: text, d: text, asset: text };
    const types = ["text", "path", "image", "instance", "rectangle", text];
    const nodes = types.map((type) => ({
      ...fields,
      type,
      width: 80,
      height: 40,
      component: text,
      overrides: { [text]: fields },
    }));
    const page = { ...pageOf(...nodes), id: text, background: text };
    const markup = markupOf(page, contextOf({ assetUrl }));
    expectHarmless(markup);
    const drawnIds = elementsOf(parseXml(markup)).flatMap(({ attributes }) => attributes.get("data-node") ?? []);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML can't hold is left out.
    const kept = text.replace(/[\u0000-\u0008\u001b\u0085\ufffe]|\p{Surrogate}/gu, "");
    expect(drawnIds.every((id) => id === kept)).toBe(true);
  });
});

describe("a drawing that would never end", () => {
  const nested = (depth: number, type: string): unknown => {
    let node: Record<string, unknown> = { id: "leaf", type: "rectangle", width: 10, height: 10, fill: "#000" };
    for (let level = 0; level < depth; level += 1)
      node = { id: `n${level}`, type, rotation: 1, x: 1, children: [node] };
    return node;
  };

  it.each(["group", "frame", "chart"])("DOC-1: goes 200 deep and no further: %s", (type) => {
    const shown = (depth: number) => markupOf(pageOf(nested(depth, type) as Record<string, unknown>)).includes("leaf");
    expect(shown(199)).toBe(true);
    expect(shown(200)).toBe(false);
    expect(shown(2000)).toBe(false);
  });

  it("DOC-1: components that double each other stop at an allowance", () => {
    const component = (id: string) => {
      const level = Number(id);
      const both = [0, 1].map((each) => ({
        id: `${id}-${each}`,
        type: "instance",
        component: `${level + 1}`,
        rotation: 3,
      }));
      return level < 60 ? { id, type: "group", rotation: 5, children: both } : undefined;
    };
    const context = contextOf({ component });
    const page = pageOf({ id: "i", type: "instance", component: "0" });
    expect(pageBounds(page, context)).toBeDefined();
    const drawn = drawPage(page, context);
    expect(countOf(drawn)).toBeLessThan(400_000);
  });

  it("DOC-1: lists of paints that hold themselves stop", () => {
    const tokens = {
      l: Array.from({ length: 32 }, () => "$l"),
      e: Array.from({ length: 32 }, () => "$n"),
      n: ["$e", "$e"],
    };
    const page = pageOf({ id: "r", type: "rectangle", width: 9, height: 9, fill: "$l", stroke: "$e" });
    expect(markupOf(page, contextOf({ tokens }))).toContain('data-node="r"');
  });

  it("DOC-1: a text without end is cut", () => {
    const page = pageOf({ id: "t", type: "text", width: 1, text: "word ".repeat(200_000) });
    const lines = elementsOf(parseXml(markupOf(page))).filter(({ tag }) => tag === "tspan");
    expect(lines.length).toBeLessThanOrEqual(2000);
    const long = pageOf({ id: "t", type: "text", width: 1, text: "w".repeat(200_000) });
    expect(elementsOf(parseXml(markupOf(long))).length).toBeLessThanOrEqual(2010);
  });
});
