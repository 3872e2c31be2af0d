import { afterEach, describe, expect, it, vi } from "vitest";
import type { SvgNode } from "../../../src/drawing/index.ts";
import { tableMeasure } from "../../../src/drawing/index.ts";
import { applyDrawingChanges, childrenOf, type DrawingChange } from "../../../src/protocol/index.ts";
import { SvgDom } from "../../../webview/design/svgDom.ts";
import { drawToPng } from "../../../webview/drawToPng.ts";

/** As much of an element as is asked of one that only gets children. */
class PlainElement {
  readonly childNodes: unknown[] = [];

  append(...nodes: readonly unknown[]): void {
    for (const node of nodes) this.childNodes.push(node);
  }

  appendChild(node: unknown): void {
    this.childNodes.push(node);
  }
}

/** More than a call takes arguments. */
const many = 130_000;
const siblings = Array.from({ length: many }, (_, index) => ({ id: `n${index}`, type: "text" }));

describe("COM-2, DOC-1: more siblings than a call takes arguments", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are looked through for the node that is to be drawn", async () => {
    const page = { id: "p", children: siblings };
    const question = { drawing: { revision: 1, page, tokens: {}, components: {} }, node: "none", scale: 1, assets: {} };
    await expect(drawToPng(question, tableMeasure)).rejects.toThrow("the page has no node “none”.");
  });

  it("are put into a drawing at once", () => {
    const change: DrawingChange = { op: "children", path: [], at: 1, remove: 1, insert: siblings };
    const page = applyDrawingChanges({ children: ["a", "b", "c"] }, [change]);
    const children = childrenOf(page ?? {});
    expect([children.length, children[0], children.at(-1)]).toEqual([many + 2, "a", "c"]);
  });

  it("are put into an element at once", () => {
    vi.stubGlobal("Element", PlainElement);
    vi.stubGlobal("document", { createTextNode: () => ({}), createElementNS: () => new PlainElement() });
    const group = (children: SvgNode["children"]): SvgNode => ({ tag: "g", attributes: {}, children });
    const root = new PlainElement();
    const dom = new SvgDom(root as unknown as SVGElement);
    dom.show(group([]));
    dom.show(group(siblings.map(({ id }) => id)));
    const [shown] = root.childNodes;
    expect(shown instanceof PlainElement && shown.childNodes.length).toBe(many);
  });
});
