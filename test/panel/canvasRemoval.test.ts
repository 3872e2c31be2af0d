import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench } from "../support/panel/panelPage.ts";
import { panelStateOf } from "../support/panel/states.ts";
import { CanvasBench, type CanvasPage } from "./canvasBench.ts";

let bench: CanvasBench;
let panels: PanelBench;

beforeAll(async () => {
  bench = await CanvasBench.start();
  panels = await PanelBench.start();
});

afterAll(async () => {
  await bench.close();
  await panels.close();
});

const front = { id: "front", name: "Front", width: 400, height: 300, children: [] };
const open = () => bench.open({ drawing: bench.drawing(front), outlineFolded: true });

async function percent(canvas: CanvasPage): Promise<string> {
  await canvas.settled();
  return (await canvas.page.locator(".zoom-level").textContent())?.trim() ?? "";
}

describe("a canvas that is removed", () => {
  it("PKG-7: tells at once where its page was left", async () => {
    const canvas = await open();
    await expect.poll(() => canvas.savedViews()).toEqual({});
    const stored = await canvas.page.evaluate(() => {
      const key = new KeyboardEvent("keydown", { key: "+", bubbles: true });
      document.querySelector(".desk")?.dispatchEvent(key);
      document.querySelector("silverpoint-canvas")?.remove();
      return sessionStorage.getItem("state");
    });
    expect(JSON.parse(stored ?? "{}").views).toHaveProperty("front");
    await canvas.close();
  });

  it("DOC-3: hears neither wheel nor scrolling any more", async () => {
    const canvas = await open();
    await canvas.page.clock.install();
    const isWheelLeft = await canvas.page.evaluate(() => {
      const desk = document.querySelector(".desk");
      if (desk === null) throw new Error("There is no desk.");
      document.querySelector("silverpoint-canvas")?.remove();
      desk.dispatchEvent(new Event("scroll"));
      return desk.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, ctrlKey: true, cancelable: true }));
    });
    expect(isWheelLeft).toBe(true);
    // By then a view that had moved would have come to rest, and been told.
    await canvas.page.clock.runFor(5_000);
    await expect.poll(() => canvas.savedViews()).toEqual({});
    await canvas.close();
  });

  it("DOC-3: and put somewhere else begins anew, with nothing of before at work beside it", async () => {
    const canvas = await open();
    await canvas.page.evaluate(() => {
      const element = document.querySelector("silverpoint-canvas");
      const place = element?.parentElement;
      element?.remove();
      if (element) place?.append(element);
    });
    await canvas.desk.focus();
    await canvas.page.keyboard.press("0");
    await expect.poll(() => percent(canvas)).toBe("100%");
    const before = await canvas.desk.boundingBox();
    await canvas.page.setViewportSize({ width: 500, height: 400 });
    await expect.poll(async () => (await canvas.desk.boundingBox())?.width).toBeLessThan(before?.width ?? 0);
    // What watched the size before would show the whole page again.
    expect((await canvas.view()).zoom).toBe(1);
    await expect.poll(() => percent(canvas)).toBe("100%");
    await canvas.close();
  });

  it("DOC-3: is held by nothing", async () => {
    const panel = await panels.open({
      state: panelStateOf({ drawing: { revision: 1, assets: "assets/", pages: [{ id: "front", name: "Front" }] } }),
    });
    panel.answers.readDrawing = () => ({ kind: "whole", drawing: { revision: 2, page: front, components: {} } });
    await panel.set({ drawing: { ...panelStateOf().drawing, revision: 2 } });
    await panel.page.locator(".drawing [data-page]").waitFor({ state: "attached" });
    await panel.page.evaluate(() => {
      const canvas = document.querySelector("silverpoint-canvas");
      if (canvas !== null) Object.assign(window, { canvas: new WeakRef(canvas) });
    });
    const isHeld = () =>
      panel.page.evaluate(() => (Reflect.get(window, "canvas") as WeakRef<Element>).deref() !== undefined);
    expect(await isHeld()).toBe(true);
    // What can't be read isn't drawn either.
    await panel.set({ design: { kind: "damaged", reason: "Line 1: an unexpected end." } });
    await panel.page.locator(".damaged").waitFor();
    await expect
      .poll(async () => {
        await panel.page.requestGC();
        return isHeld();
      })
      .toBe(false);
    await panel.close();
  });
});
