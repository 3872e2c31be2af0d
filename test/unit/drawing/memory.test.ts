import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DrawingContext,
  DrawingMemory,
  drawPage,
  isObject,
  type JsonObject,
  keepEqual,
  pageBounds,
  type SvgNode,
  toMarkup,
} from "../../../src/drawing/index.ts";
import { contextOf, pageOf } from "./drawings.ts";
import { anyDesign } from "./hostileNodes.ts";

const tokens = { accent: "#ff0000", ink: "#000000" };
const leaf = (id: string, fill: string): JsonObject => ({ id, type: "rectangle", width: 10, height: 10, fill });
const row = (id: string, ...children: readonly JsonObject[]): JsonObject => ({ id, type: "group", children });

/** The `<g>` of a node, by identity. */
function groupOf(drawn: SvgNode, id: string): SvgNode | undefined {
  if (drawn.attributes["data-node"] === id) return drawn;
  for (const child of drawn.children) {
    const found = typeof child === "string" ? undefined : groupOf(child, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Ids as if each drawing had begun to count anew; what only looks like one in a name or a text stays. */
function renumbered(markup: string): string {
  const numbers = new Map<string, number>();
  return markup.replace(/(?<= id="|(?<!data-node|data-page)="url\(#)drawing-\d+/g, (id) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `drawing-${number}`;
  });
}

describe("a drawing with a memory", () => {
  it("DOC-3: draws only what isn't the same object any more", () => {
    const context = contextOf({ memory: new DrawingMemory() });
    const kept = row("kept", leaf("a", "#111111"));
    const first = drawPage(pageOf(kept, row("changed", leaf("b", "#222222"), leaf("c", "#333333"))), context);
    const second = drawPage(pageOf(kept, row("changed", leaf("b", "#222222"), leaf("c", "#444444"))), context);
    expect(groupOf(second, "kept")).toBe(groupOf(first, "kept"));
    expect(groupOf(second, "changed")).not.toBe(groupOf(first, "changed"));
    expect(toMarkup(second)).toContain("#444444");
  });

  it("DOC-3: a changed token, component or asset draws anew what shows it, at any depth, and nothing else", () => {
    const memory = new DrawingMemory();
    const asset = `${"a".repeat(64)}.png`;
    const page = pageOf(
      row("tokens", row("inner", leaf("t", "$accent"))),
      row("others", leaf("u", "$ink")),
      row("instances", { id: "i", type: "instance", component: "outer" }),
      row("images", { id: "p", type: "image", asset, width: 5, height: 5 }),
    );
    const inner = leaf("inner", "#00ff00");
    const outer = row("outer", { id: "nested", type: "instance", component: "inner" });
    const draw = (changed: Partial<DrawingContext>, nodes: Readonly<Record<string, JsonObject>> = { inner, outer }) =>
      drawPage(page, contextOf({ tokens, component: (id) => nodes[id], memory, ...changed }));
    const changedBetween = (one: SvgNode, other: SvgNode) =>
      ["tokens", "others", "instances", "images"].filter((id) => groupOf(one, id) !== groupOf(other, id));

    const first = draw({});
    const same = draw({ tokens: { ...tokens } });
    expect(changedBetween(first, same)).toEqual([]);
    const recoloured = draw({ tokens: { ...tokens, accent: "#0000ff" } });
    expect(changedBetween(same, recoloured)).toEqual(["tokens"]);
    expect(toMarkup(recoloured)).toContain("#0000ff");
    const back = draw({});
    expect(changedBetween(recoloured, back)).toEqual(["tokens"]);
    const remade = draw({}, { inner: leaf("inner", "#00ffff"), outer });
    expect(changedBetween(back, remade)).toEqual(["instances"]);
    expect(toMarkup(remade)).toContain("#00ffff");
    const found = draw({ assetUrl: () => "picture" }, { inner: leaf("inner", "#00ffff"), outer });
    expect(changedBetween(remade, found)).toEqual(["instances", "images"]);
  });

  it("DOC-3: what was drawn before two changes is drawn anew after them", () => {
    const memory = new DrawingMemory();
    const [front, back] = [pageOf(leaf("a", "$accent")), pageOf(leaf("b", "$accent"))];
    const draw = (page: JsonObject, accent: string) =>
      toMarkup(drawPage(page, contextOf({ tokens: { accent }, memory })));
    draw(front, "#000001");
    draw(back, "#000002");
    draw(back, "#000001");
    draw(back, "#000003");
    expect(draw(front, "#000003")).toContain("#000003");
  });

  it("DOC-3: gives what a drawing without one gives, however the design came to be what it is", () => {
    fc.assert(
      fc.property(fc.array(anyDesign, { minLength: 2, maxLength: 3 }), (designs) => {
        const memory = new DrawingMemory();
        let page: unknown;
        for (const design of designs) {
          const nodes: Readonly<Record<string, unknown>> = design.components;
          const component = (id: string) => (isObject(nodes[id]) && Object.hasOwn(nodes, id) ? nodes[id] : undefined);
          page = keepEqual(page, design.page);
          const context = contextOf({ tokens: design.tokens, component });
          const remembered = { ...context, memory };
          expect(renumbered(toMarkup(drawPage(page, remembered)))).toBe(renumbered(toMarkup(drawPage(page, context))));
          expect(pageBounds(page, remembered)).toEqual(pageBounds(page, context));
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe("keepEqual", () => {
  it("is equal to the next value, and shares with the former one what is equal in both", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (former, next) => {
        expect(JSON.stringify(keepEqual(former, next))).toBe(JSON.stringify(next));
        expect(keepEqual(next, structuredClone(next))).toBe(next);
      }),
    );
  });

  it("finds a node again by its id wherever it was moved in its list", () => {
    const former = { children: [leaf("a", "#111"), leaf("b", "#222"), { type: "line" }] };
    const next = structuredClone({
      children: [leaf("new", "#000"), leaf("b", "#222"), leaf("a", "#999"), { type: "line" }],
    });
    const kept = keepEqual(former, next);
    expect(kept).toEqual(next);
    expect(isObject(kept) && Array.isArray(kept.children) && kept.children[1]).toBe(former.children[1]);
  });

  it("uses no former node twice", () => {
    const former = { children: [leaf("a", "#111")] };
    const kept = keepEqual(former, { children: [leaf("a", "#111"), leaf("a", "#111")] });
    expect(isObject(kept) && Array.isArray(kept.children) && kept.children[0] === kept.children[1]).toBe(false);
  });
});
