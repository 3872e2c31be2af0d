import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Theme } from "../support/panel/themes.ts";
import { caseAsset, cases } from "../unit/drawing/cases.ts";
import { CanvasBench, type CanvasPage } from "./canvasBench.ts";
import { readSample } from "./canvasSample.ts";

const folder = "test-results/canvas";
const sample = readSample();
let bench: CanvasBench;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const [map] = sample.assets.values();
  bench = await CanvasBench.start(
    new Map([...sample.assets, ...(map === undefined ? [] : [[caseAsset, map] as const])]),
  );
});

afterAll(() => bench.close());

function sampleState(page = 0) {
  const { tokens, components, outline, more, names } = sample;
  return { drawing: bench.drawing(sample.pages[page], { tokens, components }), outline, more, pages: names };
}

async function picture(canvas: CanvasPage, name: string): Promise<void> {
  await canvas.page.evaluate(() =>
    Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
  );
  await canvas.settled();
  const bytes = await canvas.page.screenshot({ path: `${folder}/${name}.png` });
  expect(bytes.byteLength).toBeGreaterThan(2_000);
  expect(await canvas.violations()).toBe("");
  await canvas.close();
}

describe("pictures of the canvas", () => {
  const sizes: [
    string,
    {
      theme?: Theme;
      width: number;
      height: number;
      page?: number;
      selection?: string[];
      split?: number;
      scale?: number;
    },
  ][] = [
    ["front-dark", { width: 900, height: 760 }],
    ["front-light", { width: 900, height: 760, theme: "light", selection: ["moon"] }],
    ["front-high-contrast", { width: 900, height: 760, theme: "highContrast", selection: ["lantern-3"] }],
    ["front-sharp", { width: 760, height: 900, scale: 2 }],
    ["back-dark", { width: 900, height: 760, page: 1, selection: ["night-12"] }],
    ["back-light", { width: 900, height: 760, page: 1, theme: "light" }],
    ["system-dark", { width: 900, height: 760, page: 2, selection: ["lantern", "stall"] }],
    ["system-light", { width: 900, height: 760, page: 2, theme: "light" }],
    ["half-dark", { width: 1280, height: 800, split: 42, selection: ["title"] }],
    ["half-light", { width: 1280, height: 800, split: 32, theme: "light" }],
    ["stacked-dark", { width: 420, height: 800, selection: ["stall-tea"] }],
    ["stacked-light", { width: 640, height: 640, theme: "light" }],
  ];
  it.each(sizes)("%s", async (name, { page, ...options }) => {
    const canvas = await bench.open({ ...options, ...sampleState(page) });
    await picture(canvas, name);
  });

  it("a blank page, and one that hasn't come yet", async () => {
    const blank = { id: "p", name: "Blank", width: 300, height: 400, children: [] };
    await picture(await bench.open({ drawing: bench.drawing(blank), theme: "light" }), "blank-light");
    await picture(await bench.open({ drawing: bench.drawing(blank) }), "blank-dark");
    await picture(await bench.open({ drawing: bench.drawing({ id: "p", children: [] }) }), "unsized-dark");
    await picture(await bench.open({}), "loading-dark");
  });

  it.each(Object.keys(cases))("node type %s", async (name) => {
    const { page, context } = cases[name] ?? { page: undefined };
    const components: Record<string, Record<string, unknown>> = {};
    for (const id of ["stamp", "loop"]) {
      const found = context?.component(id);
      if (found !== undefined) components[id] = found;
    }
    const more = context?.tokens === undefined ? { components } : { components, tokens: context.tokens };
    const canvas = await bench.open({
      drawing: bench.drawing(page, more),
      width: 740,
      height: 460,
      outlineFolded: true,
    });
    await picture(canvas, `type-${name}`);
  });
});
