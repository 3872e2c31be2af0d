import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Theme } from "../support/panel/themes.ts";
import { hostileTexts } from "../unit/drawing/hostileNodes.ts";
import { CanvasBench, type CanvasPage } from "./canvasBench.ts";
import { readSample } from "./canvasSample.ts";

const sample = readSample();
let bench: CanvasBench;
let axe: string;

beforeAll(async () => {
  axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  bench = await CanvasBench.start(sample.assets);
});

afterAll(() => bench.close());

function openSample(more: Parameters<CanvasBench["open"]>[0] = {}): Promise<CanvasPage> {
  const { tokens, components, outline, names, pages } = sample;
  return bench.open({ drawing: bench.drawing(pages[0], { tokens, components }), outline, pages: names, ...more });
}

const row = (canvas: CanvasPage, name: string) => canvas.page.getByRole("treeitem", { name, exact: true });
const lastSelection = (canvas: CanvasPage) => canvas.toldOf("select").at(-1);

async function activeRow(canvas: CanvasPage): Promise<string> {
  await canvas.settled();
  return (await canvas.page.locator("[role=treeitem][data-active]").textContent())?.trim() ?? "";
}

describe("the outline", () => {
  it("DOC-3: a row selects its node on the drawing, and a node on the drawing its row, unfolded and in sight", async () => {
    const canvas = await openSample();
    await row(canvas, "Moon").first().click();
    await expect.poll(() => lastSelection(canvas)).toEqual(["moon"]);
    await expect.poll(() => canvas.page.locator(".rings .selected").count()).toBe(1);
    await expect.poll(() => row(canvas, "Upper string").count()).toBe(0);
    await canvas.press("lantern-3");
    await expect.poll(() => lastSelection(canvas)).toEqual(["lantern-3"]);
    await expect.poll(() => row(canvas, "Upper string").count()).toBe(1);
    const selected = canvas.page.locator("[role=treeitem][aria-selected=true]");
    expect((await selected.textContent())?.trim()).toBe("Lantern");
    await expect.poll(() => selected.getAttribute("aria-level")).toBe("4");
    const [list, line] = [await canvas.page.locator(".outline").boundingBox(), await selected.boundingBox()];
    expect(line?.y).toBeGreaterThanOrEqual(list?.y ?? Number.NaN);
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
    await canvas.close();
  });

  it("DOC-3: arrows, Home, End and Enter work as in a tree", async () => {
    const canvas = await openSample();
    const tree = canvas.page.getByRole("tree", { name: "Nodes" });
    await tree.focus();
    await expect.poll(() => activeRow(canvas)).toBe("Front");
    for (const key of ["ArrowDown", "ArrowDown"]) await tree.press(key);
    await expect.poll(() => activeRow(canvas)).toBe("Stars");
    await expect
      .poll(() => tree.getAttribute("aria-activedescendant"))
      .toBe(await canvas.page.locator("[data-active]").getAttribute("id"));
    await tree.press("ArrowRight");
    await expect.poll(() => row(canvas, "Faint").count()).toBe(1);
    await tree.press("ArrowRight");
    await expect.poll(() => activeRow(canvas)).toBe("Faint");
    await tree.press("Enter");
    await expect.poll(() => lastSelection(canvas)).toEqual(["stars-faint"]);
    await tree.press("ArrowDown");
    await tree.press("Shift+Enter");
    await expect.poll(() => lastSelection(canvas)).toEqual(["stars-faint", "stars-clear"]);
    await tree.press("ArrowLeft");
    await expect.poll(() => activeRow(canvas)).toBe("Stars");
    await tree.press("ArrowLeft");
    await expect.poll(() => row(canvas, "Faint").count()).toBe(0);
    await tree.press("Home");
    await tree.press("ArrowUp");
    await expect.poll(() => activeRow(canvas)).toBe("Front");
    await tree.press("End");
    await expect.poll(() => activeRow(canvas)).toBe("Pill");
    await tree.press("Escape");
    await expect.poll(() => lastSelection(canvas)).toEqual([]);
    await canvas.close();
  });

  it("DOC-3: a node of another page shows that page; a page's own row does so too", async () => {
    const canvas = await openSample();
    await row(canvas, "Map of the square").click();
    await expect.poll(() => canvas.toldOf("showPage")).toEqual(["back"]);
    await expect.poll(() => lastSelection(canvas)).toEqual(["map"]);
    await row(canvas, "Design System").click();
    await expect.poll(() => canvas.toldOf("showPage")).toEqual(["back", "system"]);
    await expect.poll(() => lastSelection(canvas)).toEqual([]);
    await canvas.close();
  });

  it("DOC-3: folds a branch by its twisty and selects nothing by that", async () => {
    const canvas = await openSample();
    await row(canvas, "Sheet").locator(".twisty").click();
    await expect.poll(() => row(canvas, "Moonlight").count()).toBe(0);
    await expect.poll(() => row(canvas, "Sheet").getAttribute("aria-expanded")).toBe("false");
    expect(canvas.toldOf("select")).toEqual([]);
    await canvas.close();
  });

  it.each([900, 640, 460])("DOC-3: can be folded away, and stays so after a reload: %i px", async (width) => {
    const canvas = await openSample({ width });
    const { page } = canvas;
    const fold = page.getByRole("button", { name: "Outline" });
    const group = page.getByRole("group", { name: "Outline" });
    const wide = (await canvas.desk.boundingBox())?.width ?? 0;
    expect(wide).toBeLessThan(width);
    await fold.click();
    await expect.poll(() => group.count()).toBe(0);
    expect((await canvas.desk.boundingBox())?.width).toBe(width);
    await page.reload();
    await canvas.show({ drawing: bench.drawing(sample.pages[0]), outline: sample.outline });
    await expect.poll(() => group.count()).toBe(0);
    await fold.click();
    await group.waitFor();
    await canvas.close();
  });
});

describe("those who don't see or don't point", () => {
  it("DOC-3: the drawing is a picture named by its page, and the selection is told", async () => {
    const canvas = await openSample();
    await canvas.page.getByRole("img", { name: "Page Front" }).waitFor();
    await canvas.page.getByRole("group", { name: "Drawing" }).waitFor();
    await canvas.press("moon");
    const status = canvas.page.getByRole("status");
    await expect.poll(() => status.textContent()).toBe("Selected: Moon, ellipse");
    await canvas.press("title-night-1", "Shift");
    await expect.poll(() => status.textContent()).toBe("2 nodes selected");
    await canvas.close();
  });

  it("DOC-3: Tab goes through name, outline, pages, drawing and its tools", async () => {
    const canvas = await openSample();
    const stops: string[] = [];
    for (let step = 0; step < 9; step += 1) {
      await canvas.page.keyboard.press("Tab");
      stops.push(
        await canvas.page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim() ?? "";
        }),
      );
    }
    expect(stops).toEqual([
      "Design Name",
      "Outline",
      "Nodes",
      "Front",
      "Drawing",
      "Zoom Out",
      expect.stringMatching(/^\d+%, Zoom to 100%$/),
      "Zoom In",
      "Fit Page",
    ]);
    await canvas.close();
  });

  it.each(["dark", "light", "highContrast"] satisfies Theme[])("axe finds nothing serious: %s", async (theme) => {
    const canvas = await openSample({ theme, selection: ["moon", "lantern-3"] });
    await canvas.page.evaluate(axe);
    const findings = await canvas.page.evaluate(async () => {
      const tool: {
        run(root: Document): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      } = Reflect.get(window, "axe");
      const { violations } = await tool.run(document);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    });
    expect(findings).toEqual([]);
    await canvas.close();
  });
});

describe("hostile designs", () => {
  it("DOC-1: run nothing, load nothing and break no rule of the policy", async () => {
    const canvas = await bench.open({});
    const requests: string[] = [];
    canvas.page.on("request", (request) => requests.push(request.url()));
    for (const text of hostileTexts) {
      const fields = { id: text, name: text, text, fontFamily: text, fill: text, stroke: text, d: text, asset: text };
      const types = ["text", "path", "image", "instance", "rectangle", "frame", "group", text];
      const children = types.map((type) => ({ ...fields, type, width: 80, height: 40, component: text }));
      const page = { id: text, name: text, background: text, children };
      await canvas.show({
        drawing: bench.drawing(page, { tokens: { a: text }, components: { [text]: children[0] ?? {} } }),
        outline: [{ id: text, type: text, name: text, depth: 1e9 }],
        pages: [
          { id: text, name: text },
          { id: "b", name: text },
        ],
        selection: [text],
      });
      const found = await canvas.page.evaluate(() => ({
        title: document.title,
        forbidden: document.querySelectorAll(
          "#design-pane :is(script, iframe, object, embed, foreignObject, use, a, img, style, link)",
        ).length,
        handlers: [...document.querySelectorAll("#design-pane *")].filter((element) =>
          [...element.attributes].some(({ name }) => name.startsWith("on")),
        ).length,
      }));
      expect(found, text).toEqual({ title: "Silverpoint", forbidden: 0, handlers: 0 });
      expect(await canvas.violations(), text).toBe("");
    }
    const outside = requests.filter((url) => !/\/assets\/[0-9a-f]{64}\.png$/.test(url));
    expect(outside).toEqual([]);
    await canvas.close();
  });
});
