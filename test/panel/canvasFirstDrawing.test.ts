import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CanvasBench } from "./canvasBench.ts";
import { pageOfNodes } from "./manyNodes.ts";

let bench: CanvasBench;

beforeAll(async () => {
  bench = await CanvasBench.start();
});

afterAll(() => bench.close());

describe("the first drawing", () => {
  it("DOC-3: is laid out once, for the desk as it is when the page has come", async () => {
    // Without a drawing the outline takes a part of the pane even where it is folded.
    const canvas = await bench.open({ outlineFolded: true });
    const widthBefore = await canvas.desk.evaluate((desk) => desk.clientWidth);
    await canvas.page.evaluate(() => {
      const layer = document.querySelector<HTMLElement>(".layer");
      if (layer === null) return;
      const places: string[] = [];
      new MutationObserver(() => {
        if (places.at(-1) !== layer.style.transform) places.push(layer.style.transform);
        document.documentElement.dataset.places = JSON.stringify(places);
      }).observe(layer, { attributes: true, attributeFilter: ["style"] });
    });
    await canvas.show({ drawing: bench.drawing(pageOfNodes(100)) });
    await canvas.settled();
    expect(await canvas.desk.evaluate((desk) => desk.clientWidth)).toBeGreaterThan(widthBefore);
    const places = await canvas.page.evaluate(() => document.documentElement.dataset.places ?? "[]");
    expect(JSON.parse(places)).toHaveLength(1);
    await canvas.close();
  });
});
