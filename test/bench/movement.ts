import type { CanvasPage } from "../panel/canvasBench.ts";
import { type Measure, median } from "./measure.ts";

const runs = 3;
/** How many frames each movement is looked at for. */
const frames = 90;

interface Moving {
  /** Milliseconds that a frame takes. */
  readonly each: number;
  /** How many more frames there would have been at 60 a second. */
  readonly dropped: number;
}

/** Moving and zooming by hand, against an empty canvas. */
export async function measureMovement(full: string, many: CanvasPage, empty: CanvasPage): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const how of ["pan", "zoom"] as const) {
    const times = { many: [] as Moving[], empty: [] as Moving[] };
    for (let run = 0; run < runs; run += 1) {
      times.empty.push(await move(empty, how));
      times.many.push(await move(many, how));
    }
    const middle = (which: readonly Moving[], key: keyof Moving) => median(which.map((time) => time[key]));
    const than = "an empty canvas";
    const [each, theirs] = [middle(times.many, "each"), middle(times.empty, "each")];
    const [dropped, droppedThere] = [middle(times.many, "dropped"), middle(times.empty, "dropped")];
    measures.push(
      { name: `${how} over ${full}, a frame`, unit: "ms", ours: each, than, theirs },
      { name: `${how} over ${full}, dropped of ${frames}`, unit: "frames", ours: dropped, than, theirs: droppedThere },
    );
  }
  return measures;
}

/** A step in each frame, to and fro. A window that nobody looks at has no frames, so it is brought to the front. */
async function move(canvas: CanvasPage, how: "pan" | "zoom"): Promise<Moving> {
  await canvas.page.bringToFront();
  return canvas.page.evaluate(
    ([kind, count]) =>
      new Promise<Moving>((resolve, reject) => {
        const desk = document.querySelector(".desk");
        if (desk === null) {
          reject(new Error("The page has no desk."));
          return;
        }
        const times: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          if (times.length > count) {
            const total = times.slice(1).reduce((sum, time) => sum + time, 0);
            resolve({ each: total / count, dropped: Math.max(0, Math.round(total / (1000 / 60)) - count) });
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
