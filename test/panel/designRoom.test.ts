import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const names = ["Front", ...Array.from({ length: 60 }, (_, index) => `Node ${index}`), "Back", "Last"];
const outline = names.map((name, index) => ({
  id: name,
  type: ["Front", "Back"].includes(name) ? "page" : "rectangle",
  name: name || `${index}`,
  depth: ["Front", "Back"].includes(name) ? 0 : 1,
}));
const pages = ["Front", "Back"].map((name) => ({ id: name, name }));
const nodes = [{ id: "Node 0", type: "rectangle", x: 0, y: 0, width: 100, height: 125, fill: "#14213D" }];
const state = panelStateOf({
  design: { kind: "readable", name: "Poster", outline, more: 0 },
  drawing: { revision: 2, assets: "assets/", pages },
});

async function open(size: { width: number; height: number }): Promise<PanelPage> {
  const panel = await bench.open({ ...size });
  panel.answers.readDrawing = ({ page = "Front" }) => ({
    kind: "whole",
    drawing: { revision: 2, page: { id: page, width: 400, height: 500, children: nodes }, components: {} },
  });
  await panel.replaceState(state);
  await panel.page.locator("[data-page]").waitFor({ state: "attached" });
  return panel;
}

/** The drawn page and what it lies on, in the window. */
async function places(panel: PanelPage) {
  const sheet = await panel.page.locator(".sheet").boundingBox();
  const desk = await panel.page.locator(".desk").boundingBox();
  if (sheet === null || desk === null) throw new Error("Nothing is drawn.");
  return { sheet, desk };
}

/** By how much the page is lower than the middle of its desk. */
async function lowness(panel: PanelPage): Promise<number> {
  const { sheet, desk } = await places(panel);
  return sheet.y + sheet.height / 2 - (desk.y + desk.height / 2);
}

describe("the design's half", () => {
  it("DOC-3: a page that nobody zoomed is fitted again whenever its half changes its size", async () => {
    const panel = await open({ width: 1400, height: 900 });
    for (const [width, height] of [
      [900, 500],
      [1000, 700],
      [500, 800],
      [1400, 900],
    ] as const) {
      await panel.page.setViewportSize({ width, height });
      await expect
        .poll(async () => {
          const { sheet, desk } = await places(panel);
          const room = Math.max(sheet.width / desk.width, sheet.height / desk.height);
          return room > 0.7 && room < 1;
        })
        .toBe(true);
      await expect.poll(() => lowness(panel)).toBeLessThan(2);
      expect(await lowness(panel)).toBeGreaterThan(-24);
    }
    await panel.close();
  });

  it("DOC-1: choosing a page's tab brings the page into sight in the outline", async () => {
    const panel = await open({ width: 1400, height: 600 });
    const row = panel.page.getByRole("treeitem").filter({ hasText: "Back" });
    const last = panel.page.getByRole("treeitem").filter({ hasText: "Last" });
    const seen = async (part: typeof row) => {
      const box = await part.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height <= 600;
    };
    expect(await seen(row)).toBe(false);
    await panel.page.getByRole("tab", { name: "Back" }).click();
    await expect.poll(() => seen(row)).toBe(true);
    await expect.poll(() => seen(last)).toBe(true);
    await panel.close();
  });

  it("the outline's width is changed by dragging and by keys, and stays so", async () => {
    const panel = await open({ width: 1400, height: 800 });
    const width = async () => Math.round((await panel.page.locator("#outline").boundingBox())?.width ?? 0);
    const divider = panel.page.getByRole("separator", { name: "Resize Outline" });
    const before = await width();
    await divider.focus();
    await panel.page.keyboard.press("ArrowRight");
    await expect.poll(width).toBe(before + 16);
    const place = await divider.boundingBox();
    await panel.page.mouse.move(place?.x ?? 0, 400);
    await panel.page.mouse.down();
    await panel.page.mouse.move(300, 400);
    await panel.page.mouse.up();
    await expect.poll(width).toBe(300);
    await expect.poll(() => divider.getAttribute("aria-valuenow")).toBe("300");
    await panel.reload();
    await panel.page.locator("[data-page]").waitFor({ state: "attached" });
    expect(await width()).toBe(300);
    await divider.dblclick();
    await expect.poll(width).toBe(before);
    await panel.close();
  });
});
