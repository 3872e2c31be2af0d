import { CanvasBench, type CanvasPage } from "../panel/canvasBench.ts";
import type { CanvasState } from "../panel/canvasEntry.ts";
import { pageOfNodes } from "../panel/manyNodes.ts";
import { type Measure, median } from "./measure.ts";
import { measureMovement } from "./movement.ts";

const runs = 5;
const size = { width: 1100, height: 800, outlineFolded: true };

/** The drawing of many nodes in Chromium: how soon it is there and how it moves. */
export async function measureCanvas(count: number): Promise<Measure[]> {
  const bench = await CanvasBench.start();
  try {
    const many = bench.drawing(pageOfNodes(count));
    const empty = bench.drawing({ id: "empty", width: 5000, height: 5000 });
    const full = `${count.toLocaleString("en")} nodes`;
    return [
      ...(await measureFirstDrawing(bench, full, many, empty)),
      ...(await measureMovement(
        full,
        await bench.open({ ...size, drawing: many }),
        await bench.open({ ...size, drawing: empty }),
      )),
    ];
  } finally {
    await bench.close();
  }
}

type Drawing = ReturnType<CanvasBench["drawing"]>;

/** Against an empty page, and against the least that anyone could do: the same elements as text, set by innerHTML. */
async function measureFirstDrawing(bench: CanvasBench, full: string, many: Drawing, empty: Drawing) {
  const times = { ours: [] as number[], empty: [] as number[], markup: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    const canvas = await bench.open(size);
    times.ours.push(await timeToShow(canvas, { drawing: many }));
    const drawing = canvas.page.locator(".drawing");
    const markup = await drawing.evaluate((svg) => svg.innerHTML);
    const layer = await canvas.page.locator(".layer").getAttribute("style");
    await canvas.close();
    const other = await bench.open({ ...size, withoutPolicy: true });
    times.empty.push(await timeToShow(other, { drawing: empty }));
    times.markup.push(await timeToSet(other, markup, layer ?? ""));
    await other.close();
  }
  const name = `first drawing of ${full}`;
  const ours = median(times.ours);
  const measures: Measure[] = [
    { name, unit: "ms", ours, than: "an empty page", theirs: median(times.empty) },
    { name, unit: "ms", ours, than: "its SVG set by innerHTML", theirs: median(times.markup) },
  ];
  return measures;
}

/** In milliseconds, from the data to the frame after the one that shows it. */
function timeToShow(canvas: CanvasPage, state: CanvasState): Promise<number> {
  return canvas.page.evaluate(async (given) => {
    const show: unknown = Reflect.get(window, "show");
    if (typeof show !== "function") throw new Error("The page can't show anything.");
    const start = performance.now();
    show(given);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    return performance.now() - start;
  }, state);
}

/** The same for markup, where the drawing would stand. */
function timeToSet(canvas: CanvasPage, markup: string, style: string): Promise<number> {
  return canvas.page.evaluate(
    async ([text, layerStyle]) => {
      const layer = document.querySelector(".layer");
      const drawing = document.querySelector(".drawing");
      if (layer === null || drawing === null) throw new Error("The page has no drawing.");
      const start = performance.now();
      layer.setAttribute("style", layerStyle);
      drawing.innerHTML = text;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
      return performance.now() - start;
    },
    [markup, style] as const,
  );
}
