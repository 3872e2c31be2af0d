/**
 * How fast the canvas is with 20,000 nodes, each figure beside what it is compared with in the same run. It asserts no
 * time, and runs only where it is asked for: BENCH=1.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CanvasBench, type CanvasPage } from "./canvasBench.ts";
import { pageOfNodes } from "./manyNodes.ts";

const isWanted = process.env.BENCH === "1";
const runs = 3;
const frames = 90;
let bench: CanvasBench;

beforeAll(async () => {
  if (isWanted) bench = await CanvasBench.start();
});

afterAll(() => bench?.close());

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** From the data to the frame that shows it. */
async function firstDrawing(count: number): Promise<number> {
  const canvas = await bench.open({ width: 1100, height: 800, outlineFolded: true });
  const drawing = bench.drawing(count === 0 ? { id: "e", width: 100, height: 100 } : pageOfNodes(count));
  const time = await canvas.page.evaluate(async (given) => {
    const show: unknown = Reflect.get(window, "show");
    const shown = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      });
    const start = performance.now();
    if (typeof show === "function") show({ drawing: given });
    await shown();
    return performance.now() - start;
  }, drawing);
  await canvas.close();
  return time;
}

/** Milliseconds a frame takes while something moves, and how many frames were dropped. */
async function moving(canvas: CanvasPage, how: "pan" | "zoom"): Promise<{ each: number; dropped: number }> {
  return canvas.page.evaluate(
    ([kind, count]) =>
      new Promise((resolve) => {
        const desk = document.querySelector(".desk");
        if (desk === null) return;
        const times: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          if (times.length > count) {
            const total = times.slice(1).reduce((sum, time) => sum + time, 0);
            resolve({ each: total / count, dropped: Math.round(total / (1000 / 60)) - count });
            return;
          }
          const way = times.length % 40 < 20 ? 1 : -1;
          if (kind === "pan") desk.scrollBy(way * 12, way * 9);
          else {
            const place = { clientX: 500, clientY: 400, ctrlKey: true, cancelable: true };
            desk.dispatchEvent(new WheelEvent("wheel", { ...place, deltaY: way * 5 }));
          }
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [how, frames] as const,
  );
}

describe.runIf(isWanted)("the canvas's speed", () => {
  it("is told", async () => {
    const many = bench.drawing(pageOfNodes(20_000));
    const lines: string[] = [];
    const firsts: Record<number, number[]> = { 0: [], 20000: [] };
    for (let run = 0; run < runs; run += 1) {
      for (const count of [0, 20_000]) firsts[count]?.push(await firstDrawing(count));
    }
    const [none, all] = [median(firsts[0] ?? []), median(firsts[20_000] ?? [])];
    lines.push(`first drawing of 20,000 nodes: ${all.toFixed(0)} ms; of an empty page: ${none.toFixed(0)} ms`);
    const empty = await bench.open({
      width: 1100,
      height: 800,
      drawing: bench.drawing({ id: "e", width: 4000, height: 4000 }),
    });
    const full = await bench.open({ width: 1100, height: 800, drawing: many });
    for (const how of ["pan", "zoom"] as const) {
      const times: { each: number; dropped: number }[][] = [[], []];
      for (let run = 0; run < runs; run += 1) {
        for (const [index, canvas] of [empty, full].entries()) {
          await canvas.page.bringToFront();
          times[index]?.push(await moving(canvas, how));
        }
      }
      const [bare, ours] = times.map((each) => median(each.map((time) => time.each)));
      const [bareDropped, dropped] = times.map((each) => median(each.map((time) => time.dropped)));
      lines.push(
        `${how}: ${ours?.toFixed(1)} ms a frame, ${dropped} of ${frames} dropped; empty: ${bare?.toFixed(1)} ms, ${bareDropped}; ratio ${((ours ?? 0) / (bare ?? 1)).toFixed(2)}`,
      );
    }
    console.log(lines.join("\n"));
    expect(lines).toHaveLength(3);
  }, 300_000);
});
