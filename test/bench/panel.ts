import type { PanelState, ViewItem } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { conversationOf, newestOf, serve } from "../support/panel/servedItems.ts";
import { itemOf } from "../support/panel/states.ts";
import { type Measure, median } from "./measure.ts";

const runs = 3;
const many = 10_000;
const few = 10;
const streamed = 200_000;

/** The conversation panel in Chromium: how soon a long one is there, how it scrolls, and what streaming costs. */
export async function measurePanel(): Promise<Measure[]> {
  const bench = await PanelBench.start();
  try {
    return [
      ...(await measureFirstView(bench)),
      ...(await measureScrolling(bench)),
      await measureKeystroke(bench),
      await measureStream(bench),
      ...(await measureOddTexts(bench)),
    ];
  } finally {
    await bench.close();
  }
}

/** So many items, the same at the end. */
function newest(count: number): ViewItem[] {
  return conversationOf(many).slice(-count);
}

async function openWith(bench: PanelBench, items: readonly ViewItem[], changed: Partial<PanelState> = {}) {
  const panel = await bench.open({ state: newestOf(items, changed) });
  serve(panel, items);
  await panel.settled();
  await panel.page.bringToFront();
  return panel;
}

/** From the state's arrival to the frame after the one that shows it; and what the page then holds. */
async function measureFirstView(bench: PanelBench): Promise<Measure[]> {
  const times: Record<number, number[]> = { [many]: [], [few]: [] };
  const held: Record<number, number[]> = { [many]: [], [few]: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const count of [few, many]) {
      const panel = await openWith(bench, []);
      times[count]?.push(await timeToShow(panel, newestOf(newest(count))));
      held[count]?.push(await heapOf(panel));
      await panel.close();
    }
  }
  const middle = (of: Record<number, number[]>, count: number) => median(of[count] ?? []);
  const than = `${few} items`;
  const name = `${many.toLocaleString("en")} items`;
  return [
    { name: `first view of ${name}`, unit: "ms", ours: middle(times, many), than, theirs: middle(times, few) },
    {
      name: `memory of the page with ${name}`,
      unit: "bytes",
      ours: middle(held, many),
      than,
      theirs: middle(held, few),
    },
  ];
}

function timeToShow(panel: PanelPage, state: PanelState): Promise<number> {
  return panel.page.evaluate(async (given) => {
    const start = performance.now();
    window.dispatchEvent(new MessageEvent("message", { data: { kind: "state", sequence: 99, state: given } }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    return performance.now() - start;
  }, state);
}

async function heapOf(panel: PanelPage): Promise<number> {
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

/** A step up in each frame; the frame that only one in twenty is slower than. */
async function measureScrolling(bench: PanelBench): Promise<Measure[]> {
  const times: Record<number, number[]> = { [many]: [], [few]: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const count of [few, many]) {
      const panel = await openWith(bench, newest(count));
      times[count]?.push(await scroll(panel));
      await panel.close();
    }
  }
  const name = `scrolling through ${many.toLocaleString("en")} items, 95th percentile of a frame`;
  const [ours, theirs] = [median(times[many] ?? []), median(times[few] ?? [])];
  return [{ name, unit: "ms", ours, than: `${few} items`, theirs }];
}

function scroll(panel: PanelPage): Promise<number> {
  return panel.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const scroller = document.querySelector(".scroller");
        const times: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          if (times.length > 240) {
            resolve(times.slice(1).sort((a, b) => a - b)[Math.floor((times.length - 1) * 0.95)] ?? Number.NaN);
            return;
          }
          scroller?.scrollBy(0, times.length % 60 < 50 ? -40 : 200);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
}

/** From a letter in the composer to the frame that has it, while an answer streams in, and while nothing does. */
async function measureKeystroke(bench: PanelBench): Promise<Measure> {
  const times = { streaming: [] as number[], quiet: [] as number[] };
  for (const how of ["quiet", "streaming"] as const) {
    const items = [...conversationOf(many), itemOf("last", "assistant", "Once", { status: "running" })];
    const panel = await openWith(bench, items, { turn: "running" });
    await panel.page.getByRole("textbox", { name: "Message" }).focus();
    await panel.page.evaluate(installKeyTimer);
    for (let key = 0; key < 40; key += 1) {
      if (how === "streaming")
        for (let piece = 0; piece < 8; piece++) panel.send({ op: "append", index: many, text: "word " });
      await panel.page.keyboard.press("a");
    }
    await panel.settled();
    times[how] = (await panel.page.evaluate(() => document.body.dataset.keyTimes ?? ""))
      .split(" ")
      .filter(Boolean)
      .map(Number);
    await panel.close();
  }
  const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
  const name = `keystroke to paint while streaming into ${many.toLocaleString("en")} items, 95th percentile`;
  return { name, unit: "ms", ours: p95(times.streaming), than: "nothing streams", theirs: p95(times.quiet) };
}

function installKeyTimer(): void {
  document.addEventListener(
    "keydown",
    ({ timeStamp }) => {
      requestAnimationFrame(() =>
        setTimeout(() => {
          const { dataset } = document.body;
          dataset.keyTimes = `${dataset.keyTimes ?? ""}${performance.now() - timeStamp} `;
        }),
      );
    },
    true,
  );
}

/** A long reply in pieces of four characters, sixteen a frame, against showing it once. Only work counts, not waiting. */
async function measureStream(bench: PanelBench): Promise<Measure> {
  const text = reply();
  const times = { stream: [] as number[], once: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    for (const how of ["once", "stream"] as const) {
      const start = itemOf("last", "assistant", "", { status: "running" });
      const panel = await openWith(bench, [...conversationOf(few), start], { turn: "running" });
      const size = how === "once" ? text.length : 4;
      times[how].push(await streamInto(panel, few, text, size));
      await panel.close();
    }
  }
  const name = `${streamed / 1000} KB streamed in pieces of 4 characters, work in all`;
  return { name, unit: "ms", ours: median(times.stream), than: "shown once", theirs: median(times.once) };
}

/** As models write: paragraphs, lists and code. */
function reply(): string {
  const part =
    'Some **words** of an answer with `code` in it, and [a link](https://example.com/).\n\n- one\n- two\n\n```json\n{ "op": "update" }\n```\n\n';
  return part.repeat(Math.ceil(streamed / part.length)).slice(0, streamed);
}

async function streamInto(panel: PanelPage, index: number, text: string, size: number): Promise<number> {
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send("Performance.enable");
  const work = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await work();
  await panel.page.evaluate(
    async ([at, whole, each]) => {
      let sequence = 1;
      const perFrame = 400;
      for (let start = 0; start < whole.length; ) {
        for (let piece = 0; piece < perFrame && start < whole.length; piece++, start += each) {
          const changes = [{ op: "append", index: at, text: whole.slice(start, start + each) }];
          window.dispatchEvent(
            new MessageEvent("message", { data: { kind: "changes", sequence: ++sequence, changes } }),
          );
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    [index, text, size] as const,
  );
  return (await work()) - before;
}

/** Texts that have brought other renderers to a halt: the longest that the page stood still. */
async function measureOddTexts(bench: PanelBench): Promise<Measure[]> {
  const texts = [
    ["50,000 opening brackets", "[".repeat(50_000)],
    ["20,000 backticks", "`".repeat(20_000)],
    ["a line of 1 MB", "word ".repeat(200_000)],
  ] as const;
  const measures: Measure[] = [];
  for (const [name, text] of texts) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = itemOf("last", "assistant", "", { status: "running" });
      const panel = await openWith(bench, [...conversationOf(few), start], { turn: "running" });
      times.push(await longestTask(panel, few, text));
      await panel.close();
    }
    measures.push({ name: `longest stop for ${name}`, unit: "ms", ours: median(times) });
  }
  return measures;
}

function longestTask(panel: PanelPage, index: number, text: string): Promise<number> {
  return panel.page.evaluate(
    async ([at, whole]) => {
      let longest = 0;
      let last = performance.now();
      let isOver = false;
      const beat = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (!isOver) setTimeout(beat);
      };
      beat();
      const changes = [{ op: "append", index: at, text: whole }];
      window.dispatchEvent(new MessageEvent("message", { data: { kind: "changes", sequence: 2, changes } }));
      for (let frame = 0; frame < 20; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      isOver = true;
      return longest;
    },
    [index, text] as const,
  );
}
