import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fittingView,
  inSight,
  moved,
  nextZoom,
  pagePointAt,
  readViews,
  type View,
  withView,
  zoomedAt,
} from "../../../../webview/design/view.ts";

const anyView = fc.record({
  x: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  y: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  zoom: fc.double({ min: 0.02, max: 64, noNaN: true }),
});
const anySize = fc.record({ width: fc.integer({ min: 100, max: 2000 }), height: fc.integer({ min: 60, max: 1500 }) });
const anyBox = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});
const anyPlace = fc.record({ x: fc.integer({ min: 0, max: 2000 }), y: fc.integer({ min: 0, max: 1500 }) });

describe("the view of a page", () => {
  it("DOC-3: zooming keeps the point of the page under the pointer", () => {
    fc.assert(
      fc.property(
        anyView,
        anySize,
        anyPlace,
        fc.double({ min: 0.001, max: 500, noNaN: true }),
        (view, desk, place, zoom) => {
          const before = pagePointAt(view, desk, place);
          const after = pagePointAt(zoomedAt(view, desk, place, zoom), desk, place);
          expect(after.x).toBeCloseTo(before.x, 4);
          expect(after.y).toBeCloseTo(before.y, 4);
        },
      ),
    );
  });

  it("DOC-3: fitting shows the whole box, and never blows it up without end", () => {
    fc.assert(
      fc.property(anyBox, anySize, (box, desk) => {
        const view = fittingView(box, desk);
        fc.pre(view.zoom > 0.02);
        const [start, end] = [
          pagePointAt(view, desk, { x: 0, y: 0 }),
          pagePointAt(view, desk, { x: desk.width, y: desk.height }),
        ];
        expect(start.x).toBeLessThanOrEqual(box.x + 1e-6);
        expect(start.y).toBeLessThanOrEqual(box.y + 1e-6);
        expect(end.x).toBeGreaterThanOrEqual(box.x + box.width - 1e-6);
        expect(end.y).toBeGreaterThanOrEqual(box.y + box.height - 1e-6);
        expect(view.zoom).toBeLessThanOrEqual(4);
      }),
    );
    expect(fittingView({ x: 0, y: 0, width: 0, height: 0 }, { width: 500, height: 500 })).toEqual({
      x: 0,
      y: 0,
      zoom: 1,
    });
  });

  it("DOC-3: wherever it is moved, a part of the page stays on the desk", () => {
    fc.assert(
      fc.property(anyView, anyBox, anySize, fc.integer(), fc.integer(), (view, box, desk, right, down) => {
        const shown = inSight(moved(view, right, down), box, desk);
        const [start, end] = [
          pagePointAt(shown, desk, { x: 0, y: 0 }),
          pagePointAt(shown, desk, { x: desk.width, y: desk.height }),
        ];
        expect(start.x).toBeLessThanOrEqual(box.x + box.width + 1e-6);
        expect(end.x).toBeGreaterThanOrEqual(box.x - 1e-6);
        expect(start.y).toBeLessThanOrEqual(box.y + box.height + 1e-6);
        expect(end.y).toBeGreaterThanOrEqual(box.y - 1e-6);
      }),
    );
  });

  it("DOC-3: the steps of the zoom meet 100 % from both sides, and end", () => {
    expect(nextZoom(0.8, "in")).toBe(1);
    expect(nextZoom(1.25, "out")).toBe(1);
    expect(nextZoom(0.9, "in")).toBe(1);
    expect(nextZoom(64, "in")).toBe(64);
    expect(nextZoom(0.02, "out")).toBe(0.02);
  });
});

describe("kept views", () => {
  const view: View = { x: 1, y: 2, zoom: 3 };

  it("PKG-7: come back as they were kept", () => {
    const views = withView(withView({}, "a", view), "__proto__", { ...view, zoom: 1 });
    expect(readViews(JSON.parse(JSON.stringify(views)))).toEqual(views);
    expect(Object.keys(views)).toEqual(["a", "__proto__"]);
    expect(withView(views, "a", undefined)).not.toHaveProperty("a");
  });

  it("PKG-7: are forgotten, the oldest first, when there are too many", () => {
    let views: Readonly<Record<string, View>> = {};
    for (let page = 0; page < 60; page += 1) views = withView(views, `p${page}`, view);
    views = withView(views, "p20", view);
    expect(Object.keys(views)).toHaveLength(50);
    expect(Object.keys(views).at(-1)).toBe("p20");
    expect(views).not.toHaveProperty("p9");
  });

  it.each([
    undefined,
    null,
    7,
    [],
    { a: 1 },
    { a: { x: 1, y: 2 } },
    { a: { x: 1, y: "2", zoom: 1 } },
    { a: { ...view, zoom: 0 } },
  ])("PKG-7: anything else counts as none: %j", (stored) => {
    expect(readViews(stored)).toEqual({});
  });
});
