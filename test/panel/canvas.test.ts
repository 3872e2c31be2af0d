import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/drawing/index.ts";
import { CanvasBench, type CanvasPage } from "./canvasBench.ts";
import { pageOfNodes } from "./manyNodes.ts";

let bench: CanvasBench;

beforeAll(async () => {
  bench = await CanvasBench.start();
});

afterAll(() => bench.close());

const box = (id: string, x: number, y: number, more: JsonObject = {}): JsonObject => ({
  id,
  type: "rectangle",
  name: `Box ${id}`,
  x,
  y,
  width: 100,
  height: 60,
  fill: "#14213D",
  ...more,
});

/** 400 × 300, with a frame that has a rectangle in it, a turned one, and an instance. */
const front: JsonObject = {
  id: "front",
  name: "Front",
  width: 400,
  height: 300,
  children: [
    {
      id: "frame",
      type: "frame",
      x: 20,
      y: 20,
      width: 160,
      height: 120,
      fill: "#FFF6E5",
      children: [box("inner", 30, 30)],
    },
    box("turned", 230, 60, { rotation: 30, fill: "#F4A259" }),
    { id: "use", type: "instance", component: "part", x: 40, y: 200 },
    { id: "thin", type: "line", x: 200, y: 260, width: 150, height: 0, stroke: "#14213D" },
  ],
};
const part: JsonObject = { id: "part", type: "group", children: [box("partBox", 0, 0)] };
const back: JsonObject = { id: "back", name: "Back", width: 100, height: 100, children: [box("b", 0, 0)] };
const pages = [
  { id: "front", name: "Front" },
  { id: "back", name: "Back" },
];

const drawing = (page: JsonObject = front) => bench.drawing(page, { components: { part } });
const open = (more: Parameters<CanvasBench["open"]>[0] = {}) =>
  bench.open({ drawing: drawing(), outlineFolded: true, ...more });

/** Where a point of the page is in the window. */
async function placeOf(canvas: CanvasPage, x: number, y: number): Promise<{ x: number; y: number }> {
  await canvas.settled();
  return canvas.page.locator(".drawing").evaluate(
    (svg, point) => {
      const matrix = svg instanceof SVGGraphicsElement ? svg.getScreenCTM() : null;
      const place = new DOMPoint(point.x, point.y).matrixTransform(matrix ?? undefined);
      return { x: place.x, y: place.y };
    },
    { x, y },
  );
}

async function percent(canvas: CanvasPage): Promise<string> {
  await canvas.settled();
  return (await canvas.page.locator(".zoom-level").textContent())?.trim() ?? "";
}

async function expectNear(place: Promise<{ x: number; y: number }>, x: number, y: number, within = 1.5): Promise<void> {
  const found = await place;
  expect(Math.abs(found.x - x), `x is ${found.x}, not ${x}`).toBeLessThanOrEqual(within);
  expect(Math.abs(found.y - y), `y is ${found.y}, not ${y}`).toBeLessThanOrEqual(within);
}

/** The drawing's elements in order, each as its depth, its tag, its attributes and its own text. */
async function elementsOf(canvas: CanvasPage): Promise<string[]> {
  return canvas.page.evaluate(() =>
    [...document.querySelectorAll(".drawing *")].map((element) => {
      let depth = 0;
      for (let above = element.parentElement; above !== null; above = above.parentElement) depth += 1;
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort();
      const text = [...element.childNodes].map((node) => (node instanceof Text ? node.data : "")).join("");
      return `${depth} ${element.localName} ${attributes.join(" ")} ${text}`.replace(/drawing-\d+/g, "drawing-n");
    }),
  );
}

describe("the view", () => {
  it("DOC-3: shows the whole page at first, in the middle, and again whenever it is asked to", async () => {
    const canvas = await open();
    const desk = await canvas.desk.boundingBox();
    const topLeft = await placeOf(canvas, 0, 0);
    const bottomRight = await placeOf(canvas, 400, 300);
    expect(topLeft.x).toBeGreaterThan((desk?.x ?? 0) + 8);
    expect(topLeft.y).toBeGreaterThan((desk?.y ?? 0) + 8);
    expect(bottomRight.x).toBeLessThan((desk?.width ?? 0) - 8);
    expect(bottomRight.y).toBeLessThan((desk?.y ?? 0) + (desk?.height ?? 0) - 8);
    expect(Math.abs(topLeft.x + bottomRight.x - (desk?.width ?? 0))).toBeLessThan(2);
    await canvas.page.getByRole("button", { name: "Zoom In" }).click();
    await canvas.page.mouse.move(300, 300);
    await canvas.page.mouse.wheel(50, 80);
    await canvas.page.getByRole("button", { name: "Fit Page" }).click();
    await expectNear(placeOf(canvas, 0, 0), topLeft.x, topLeft.y);
    await canvas.page.setViewportSize({ width: 760, height: 600 });
    await expect.poll(async () => (await placeOf(canvas, 400, 0)).x).toBeLessThan(760);
    expect((await placeOf(canvas, 0, 0)).x).toBeGreaterThan(8);
    await canvas.close();
  });

  it("DOC-3: zooms by its buttons and by keys", async () => {
    const canvas = await open();
    const { page } = canvas;
    await canvas.desk.focus();
    await page.keyboard.press("0");
    await expect.poll(() => percent(canvas)).toBe("100%");
    await page.keyboard.press("+");
    await expect.poll(() => percent(canvas)).toBe("125%");
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    await expect.poll(() => percent(canvas)).toBe("80%");
    await page.getByRole("button", { name: "Zoom Out" }).click();
    await expect.poll(() => percent(canvas)).toBe("67%");
    await page.getByRole("button", { name: "67%, Zoom to 100%" }).click();
    await expect.poll(() => percent(canvas)).toBe("100%");
    await page.getByRole("button", { name: "Zoom In" }).click();
    await expect.poll(() => percent(canvas)).toBe("125%");
    await canvas.desk.focus();
    await page.keyboard.press("1");
    await expect.poll(() => percent(canvas)).not.toBe("125%");
    for (let step = 0; step < 30; step += 1) await page.keyboard.press("+");
    await expect.poll(() => percent(canvas)).toBe("6400%");
    for (let step = 0; step < 40; step += 1) await page.keyboard.press("-");
    await expect.poll(() => percent(canvas)).toBe("2%");
    await canvas.close();
  });

  it.each(["Control", "Meta"])(
    "DOC-3: %s and the wheel zoom at the pointer, and are sharp again when that ends",
    async (key) => {
      const canvas = await open();
      const { page } = canvas;
      const place = await placeOf(canvas, 230, 60);
      await page.mouse.move(place.x, place.y);
      const before = (await canvas.view()).zoom;
      await page.keyboard.down(key);
      await page.mouse.wheel(0, -120);
      await page.mouse.wheel(0, -120);
      await page.keyboard.up(key);
      await expect.poll(async () => (await canvas.view()).zoom).toBeGreaterThan(before * 1.5);
      await expectNear(placeOf(canvas, 230, 60), place.x, place.y);
      await expect
        .poll(() => page.locator(".layer").evaluate((layer) => layer.classList.contains("zooming")))
        .toBe(false);
      await expectNear(placeOf(canvas, 230, 60), place.x, place.y);
      await canvas.close();
    },
  );

  it("DOC-3: while the zoom changes, the page is stretched in place and nothing is scrolled or laid out anew", async () => {
    const canvas = await open();
    const place = await placeOf(canvas, 100, 100);
    const during = await canvas.page.evaluate(async ({ x, y }) => {
      const desk = document.querySelector(".desk");
      const space = document.querySelector(".space");
      const svg = document.querySelector(".drawing");
      if (desk === null || space === null || !(svg instanceof SVGGraphicsElement)) return undefined;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const state = () => [desk.scrollLeft, desk.scrollTop, space.clientWidth, space.clientHeight];
      const before = state();
      const zoomBefore = svg.getScreenCTM()?.a ?? Number.NaN;
      const options = { deltaY: -30, ctrlKey: true, clientX: x, clientY: y, bubbles: true, cancelable: true };
      desk.dispatchEvent(new WheelEvent("wheel", options));
      await frame();
      const point = new DOMPoint(100, 100).matrixTransform(svg.getScreenCTM() ?? undefined);
      const isZooming = document.querySelector(".layer.zooming") !== null;
      const factor = (svg.getScreenCTM()?.a ?? Number.NaN) / zoomBefore;
      return { before, after: state(), x: point.x, y: point.y, isZooming, factor };
    }, place);
    expect(during?.isZooming).toBe(true);
    expect(during?.factor).toBeCloseTo(Math.exp(0.3), 3);
    expect(during?.after).toEqual(during?.before);
    await expectNear(Promise.resolve(during ?? { x: 0, y: 0 }), place.x, place.y);
    await expect.poll(() => canvas.page.locator(".layer.zooming").count()).toBe(0);
    await expectNear(placeOf(canvas, 100, 100), place.x, place.y);
    await canvas.close();
  });

  it("DOC-3: the wheel alone moves the page, and an edge of it stays in sight", async () => {
    const canvas = await open();
    const { page } = canvas;
    const before = await placeOf(canvas, 0, 0);
    await page.mouse.move(400, 300);
    await page.mouse.wheel(30, 70);
    await expect.poll(async () => Math.round((await placeOf(canvas, 0, 0)).y - before.y)).toBe(-70);
    expect(Math.round((await placeOf(canvas, 0, 0)).x - before.x)).toBe(-30);
    await page.mouse.wheel(0, 50_000);
    await expect.poll(async () => Math.round((await placeOf(canvas, 0, 300)).y)).toBeLessThan(140);
    expect((await placeOf(canvas, 0, 300)).y).toBeGreaterThan(40);
    await canvas.close();
  });

  const drags: [string, { button?: "left" | "middle"; space?: boolean; from: [number, number] }][] = [
    ["with the left button on the empty desk", { from: [-10, 150] }],
    ["with the left button on a node", { from: [50, 60] }],
    ["with the middle button", { button: "middle", from: [50, 60] }],
    ["with the space bar held", { space: true, from: [50, 60] }],
  ];
  it.each(drags)(
    "DOC-3: a drag %s moves the page and selects nothing",
    async (_name, { button = "left", space = false, from }) => {
      const canvas = await open({ selection: ["turned"] });
      const { page } = canvas;
      const place = await placeOf(canvas, ...from);
      const before = await placeOf(canvas, 0, 0);
      if (space) {
        await canvas.desk.focus();
        await page.keyboard.down("Space");
      }
      await page.mouse.move(place.x, place.y);
      await page.mouse.down({ button });
      await page.mouse.move(place.x + 30, place.y + 10);
      await page.mouse.move(place.x + 60, place.y + 45);
      await page.mouse.up({ button });
      if (space) await page.keyboard.up("Space");
      await expectNear(placeOf(canvas, 0, 0), before.x + 60, before.y + 45);
      expect(canvas.toldOf("select")).toEqual([]);
      await canvas.close();
    },
  );

  it("DOC-3: arrow keys move the page, further with Shift", async () => {
    const canvas = await open();
    const before = await placeOf(canvas, 0, 0);
    await canvas.desk.focus();
    await canvas.page.keyboard.press("ArrowRight");
    await canvas.page.keyboard.press("ArrowDown");
    await expectNear(placeOf(canvas, 0, 0), before.x - 64, before.y - 64);
    await canvas.page.keyboard.press("Shift+ArrowLeft");
    await expectNear(placeOf(canvas, 0, 0), before.x + 256, before.y - 64);
    await canvas.close();
  });

  it("DOC-3: two fingers zoom", async () => {
    const canvas = await open();
    const before = (await canvas.view()).zoom;
    const at = await placeOf(canvas, 200, 150);
    const cdp = await canvas.page.context().newCDPSession(canvas.page);
    const touch = (type: string, apart: number) =>
      cdp.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints:
          type === "touchEnd"
            ? []
            : [
                { x: at.x - apart, y: at.y, id: 1 },
                { x: at.x + apart, y: at.y, id: 2 },
              ],
      });
    await touch("touchStart", 40);
    await touch("touchMove", 60);
    await touch("touchMove", 80);
    await touch("touchEnd", 0);
    await expect.poll(async () => (await canvas.view()).zoom / before).toBeCloseTo(2, 1);
    await expectNear(placeOf(canvas, 200, 150), at.x, at.y, 3);
    await canvas.close();
  });

  it("PKG-7: each page's view survives hiding and reloading; a page that wasn't moved is shown whole", async () => {
    const canvas = await open({ pages });
    await canvas.desk.focus();
    await canvas.page.keyboard.press("0");
    await canvas.page.keyboard.press("ArrowDown");
    const left = await placeOf(canvas, 0, 0);
    await expect.poll(() => canvas.savedViews()).toMatchObject({ front: { zoom: 1 } });
    await canvas.show({ drawing: drawing(back) });
    await expect.poll(() => percent(canvas)).toBe("400%");
    await canvas.show({ drawing: drawing() });
    await expectNear(placeOf(canvas, 0, 0), left.x, left.y);
    await canvas.page.reload();
    await canvas.show({ drawing: drawing(), pages, outlineFolded: true });
    await expect.poll(() => percent(canvas)).toBe("100%");
    await expectNear(placeOf(canvas, 0, 0), left.x, left.y);
    await canvas.page.getByRole("button", { name: "Fit Page" }).click();
    await expect.poll(() => canvas.savedViews()).toEqual({});
    await canvas.close();
  });

  it("PKG-7: a view is kept even when the panel goes at once", async () => {
    const canvas = await open();
    await canvas.desk.focus();
    await canvas.page.keyboard.press("0");
    await canvas.page.reload();
    await canvas.show({ drawing: drawing(), outlineFolded: true });
    await expect.poll(() => percent(canvas)).toBe("100%");
    await canvas.close();
  });
});

describe("the selection", () => {
  it("DOC-3: a press selects the deepest node under it, Shift adds and takes away, the empty desk and Escape clear", async () => {
    const canvas = await open();
    const selections = () => canvas.toldOf("select").at(-1);
    await canvas.press("inner");
    await expect.poll(selections).toEqual(["inner"]);
    await canvas.press("turned", "Shift");
    await expect.poll(selections).toEqual(["inner", "turned"]);
    await canvas.press("inner", "Shift");
    await expect.poll(selections).toEqual(["turned"]);
    const frame = await placeOf(canvas, 25, 25);
    await canvas.page.mouse.click(frame.x, frame.y);
    await expect.poll(selections).toEqual(["frame"]);
    const desk = await placeOf(canvas, -12, -12);
    await canvas.page.mouse.click(desk.x, desk.y);
    await expect.poll(selections).toEqual([]);
    await canvas.press("inner");
    await canvas.page.keyboard.press("Escape");
    await expect.poll(selections).toEqual([]);
    await canvas.close();
  });

  it("DOC-3: a press in an instance selects the instance; one beside a thin line still finds it", async () => {
    const canvas = await open();
    await canvas.press("use");
    await expect.poll(() => canvas.toldOf("select").at(-1)).toEqual(["use"]);
    const line = await placeOf(canvas, 275, 260);
    await canvas.page.mouse.click(line.x, line.y + 2);
    await expect.poll(() => canvas.toldOf("select").at(-1)).toEqual(["thin"]);
    await canvas.close();
  });

  it.each([1, 2])(
    "DOC-3: the ring lies on the node's edge, one pixel wide at any zoom, %i device pixels to one",
    async (scale) => {
      const canvas = await open({ selection: ["inner"], scale });
      for (const key of ["1", "0", "+", "+", "+"]) {
        await canvas.desk.focus();
        await canvas.page.keyboard.press(key);
        await expect
          .poll(() => canvas.page.locator(".layer").evaluate((layer) => layer.classList.contains("zooming")))
          .toBe(false);
        const ring = await canvas.page.locator(".rings .selected").evaluate((polygon) => {
          const { left, top, right, bottom } = polygon.getBoundingClientRect();
          return { left, top, right, bottom, stroke: getComputedStyle(polygon).strokeWidth };
        });
        expect(ring.stroke).toBe("1px");
        const [topLeft, bottomRight] = [await placeOf(canvas, 50, 50), await placeOf(canvas, 150, 110)];
        expect(Math.abs(ring.left - topLeft.x)).toBeLessThan(1.6);
        expect(Math.abs(ring.top - topLeft.y)).toBeLessThan(1.6);
        expect(Math.abs(ring.right - bottomRight.x)).toBeLessThan(1.6);
        expect(Math.abs(ring.bottom - bottomRight.y)).toBeLessThan(1.6);
      }
      await canvas.close();
    },
  );

  it("DOC-3: a turned node's ring is turned, and says the node's own size", async () => {
    const canvas = await open({ selection: ["turned"] });
    const points = await canvas.page.locator(".rings .selected").getAttribute("points");
    const [first, second] = (points ?? "").split(" ").map((point) => point.split(",").map(Number));
    const angle = Math.atan2((second?.[1] ?? 0) - (first?.[1] ?? 0), (second?.[0] ?? 0) - (first?.[0] ?? 0));
    expect((angle * 180) / Math.PI).toBeCloseTo(30, 3);
    await expect.poll(() => canvas.page.locator(".size-tag").textContent()).toBe("100 × 60");
    await canvas.close();
  });

  it("DOC-3: what the pointer is over has a ring too, unless it is selected", async () => {
    const canvas = await open({ selection: ["turned"] });
    const inner = await canvas.middleOf("inner");
    await canvas.page.mouse.move(inner.x, inner.y);
    await canvas.page.locator(".rings .hovered").waitFor({ state: "attached" });
    const turned = await canvas.middleOf("turned");
    await canvas.page.mouse.move(turned.x, turned.y);
    await canvas.page.locator(".rings .hovered").waitFor({ state: "detached" });
    await canvas.close();
  });

  it("DOC-3: what is selected elsewhere comes into sight, and nothing moves when it is there already", async () => {
    const canvas = await open();
    await canvas.desk.focus();
    for (let step = 0; step < 8; step += 1) await canvas.page.keyboard.press("+");
    const before = await canvas.view();
    await canvas.show({ selection: ["thin"] });
    const line = await canvas.middleOf("thin");
    const desk = await canvas.desk.boundingBox();
    expect(line.x).toBeGreaterThan(0);
    expect(line.x).toBeLessThan(desk?.width ?? 0);
    expect(line.y).toBeLessThan((desk?.y ?? 0) + (desk?.height ?? 0));
    expect((await canvas.view()).zoom).toBe(before.zoom);
    const there = await placeOf(canvas, 0, 0);
    await canvas.show({ selection: ["thin", "thin"] });
    await expectNear(placeOf(canvas, 0, 0), there.x, there.y, 0);
    await canvas.close();
  });

  it("DOC-3: a double press shows the node as large as it can be", async () => {
    const canvas = await open();
    const { x, y } = await canvas.middleOf("inner");
    const before = (await canvas.view()).zoom;
    await canvas.page.mouse.dblclick(x, y);
    await expect.poll(async () => (await canvas.view()).zoom).toBeGreaterThan(before * 1.5);
    await canvas.close();
  });
});

describe("drawing again", () => {
  it("DOC-3: changes the elements of what changed and leaves all others as they are", async () => {
    const canvas = await open();
    const { page } = canvas;
    await page.evaluate(() => {
      for (const element of document.querySelectorAll(".drawing *")) Object.assign(element, { seen: true });
    });
    const changed = structuredClone(front);
    const [frame, ...others] = changed.children as Record<string, unknown>[];
    const next = {
      ...changed,
      children: [...others, { ...frame, children: [box("inner", 30, 30, { fill: "#FF0000" }), box("new", 0, 0)] }],
    };
    await canvas.show({ drawing: bench.drawing(next, { components: structuredClone({ part }) }) });
    const state = await page.evaluate(() =>
      [...document.querySelectorAll<SVGElement>(".drawing [data-node]")].map((element) => [
        element.dataset.node,
        Reflect.get(element, "seen") === true,
        element.getAttribute("fill"),
      ]),
    );
    expect(state).toEqual([
      ["turned", true, "#f4a259"],
      ["use", true, null],
      ["thin", true, "none"],
      ["frame", true, null],
      ["inner", true, "#ff0000"],
      ["new", false, "#14213d"],
    ]);
    await canvas.close();
  });

  it("DOC-3: ends with the same elements as a drawing from nothing, whatever came between", async () => {
    const nodes = ["a", "b", "c", "d", "e", "f"].map((id, index) => box(id, index * 10, 0));
    const group = (id: string, ...children: JsonObject[]): JsonObject => ({ id, type: "group", children });
    const all = (...children: JsonObject[]) => drawing({ id: "p", name: "P", width: 90, height: 90, children });
    const [a, b, c, d, e, f] = nodes as [JsonObject, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject];
    const steps = [
      all(a, b, c, d, e, f),
      all(f, e, d, c, b, a),
      all(b, d, f),
      all(group("g", b, d), f),
      all(group("g", d), { ...b, type: "ellipse" }, a),
      all(a, a, a),
      all({ ...a, id: undefined }, { ...b, id: undefined }, c),
      all(c, { ...b, id: undefined }, { id: "t", type: "text", text: "one\ntwo" }),
      all({ id: "t", type: "text", text: "one" }),
      all(),
      all(c, group("g", a, group("h", b, c), d)),
    ];
    const canvas = await open();
    for (const step of steps) {
      await canvas.show({ drawing: step });
      const fresh = await open({ drawing: step });
      expect(await elementsOf(canvas)).toEqual(await elementsOf(fresh));
      await fresh.close();
    }
    await canvas.close();
  });

  it("DOC-3: neither moving nor zooming touches any of many nodes", async () => {
    const canvas = await open({ drawing: bench.drawing(pageOfNodes(4_000)) });
    const { page } = canvas;
    await expect.poll(() => page.locator(".drawing [data-node]").count()).toBe(4_000);
    await page.evaluate(() => {
      const drawing = document.querySelector(".drawing");
      let changes = 0;
      const count = new MutationObserver((records) => {
        changes += records.length;
        document.documentElement.dataset.changes = String(changes);
      });
      document.documentElement.dataset.changes = "0";
      if (drawing !== null)
        count.observe(drawing, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await canvas.desk.focus();
    const before = await placeOf(canvas, 0, 0);
    await page.keyboard.press("ArrowDown");
    await page.mouse.move(400, 400);
    await page.mouse.down();
    await page.mouse.move(440, 480);
    await page.mouse.up();
    await expectNear(placeOf(canvas, 0, 0), before.x + 40, before.y + 16);
    await page.keyboard.press("+");
    await page.keyboard.press("0");
    await canvas.settled();
    expect(await page.evaluate(() => document.documentElement.dataset.changes)).toBe("0");
    await canvas.close();
  });

  it("IMG: an image that isn't there has its placeholder", async () => {
    const asset = `${"a".repeat(64)}.png`;
    const image = { id: "i", type: "image", asset, width: 80, height: 60 };
    const canvas = await open({ drawing: drawing({ id: "p", width: 90, height: 90, children: [image] }) });
    await canvas.page.locator('.drawing [data-node="i"] circle').waitFor();
    await expect.poll(() => canvas.page.locator(".drawing image").count()).toBe(0);
    expect(await canvas.violations()).toBe("");
    await canvas.close();
  });
});

describe("pages", () => {
  it("DOC-3: have tabs where there are several, by mouse and by keyboard", async () => {
    const canvas = await open({ pages });
    const tabs = canvas.page.getByRole("tab");
    await expect.poll(() => tabs.allTextContents()).toEqual(expect.arrayContaining([expect.stringContaining("Front")]));
    await expect.poll(() => canvas.page.getByRole("tab", { selected: true }).textContent()).toContain("Front");
    await canvas.page.getByRole("tab", { name: "Back" }).click();
    await expect.poll(() => canvas.toldOf("showPage")).toEqual(["back"]);
    await canvas.show({ drawing: drawing(back) });
    await expect.poll(() => canvas.page.getByRole("tab", { selected: true }).textContent()).toContain("Back");
    await canvas.page.getByRole("tab", { name: "Back" }).press("ArrowRight");
    await expect.poll(() => canvas.toldOf("showPage")).toEqual(["back", "front"]);
    await canvas.show({ pages: [{ id: "back", name: "Back" }] });
    await expect.poll(() => tabs.count()).toBe(0);
    await canvas.close();
  });

  it("DOC-3: one with nothing on it says so; one that hasn't come is waited for", async () => {
    const canvas = await open({ drawing: drawing({ id: "p", name: "P", children: [] }) });
    await canvas.page.getByRole("heading", { name: "A blank page" }).waitFor();
    await canvas.show({ drawing: drawing() });
    await expect.poll(() => canvas.page.getByRole("heading", { name: "A blank page" }).count()).toBe(0);
    await canvas.close();
    const waiting = await bench.open({});
    await waiting.page.locator(".canvas-note vscode-progress-ring").waitFor();
    await expect.poll(() => waiting.desk.getAttribute("aria-busy")).toBe("true");
    await waiting.close();
  });
});
