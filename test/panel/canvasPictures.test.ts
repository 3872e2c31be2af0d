/** DOC-3's drawing as a person sees it. A wanted change is taken over with UPDATE_GOLDEN=1, after a look at each picture. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/drawing/index.ts";
import { canCompare, writeFontConfiguration } from "../support/panel/pictureFonts.ts";
import { matchReference } from "../support/panel/referencePictures.ts";
import type { Theme } from "../support/panel/themes.ts";
import { caseAsset, cases } from "../unit/drawing/cases.ts";
import { CanvasBench, type CanvasPage } from "./canvasBench.ts";
import { readSample } from "./canvasSample.ts";

const references = "test/golden/canvas";
const results = "test-results/canvas";
const update = process.env.UPDATE_GOLDEN === "1";
const sample = readSample();
let bench: CanvasBench;

beforeAll(async () => {
  vi.stubEnv("FONTCONFIG_FILE", writeFontConfiguration(results));
  const [map] = sample.assets.values();
  bench = await CanvasBench.start(
    new Map([...sample.assets, ...(map === undefined ? [] : [[caseAsset, map] as const])]),
  );
});

afterAll(() => bench.close());

async function take(canvas: CanvasPage): Promise<Uint8Array> {
  await canvas.page.evaluate(() => {
    type Image = Element & { decode(): Promise<void> };
    const isImage = (element: Element): element is Image => "decode" in element;
    const images = [...document.querySelectorAll("img, svg image")].filter(isImage);
    return Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  });
  await canvas.settled();
  // A picture of something that moves would be another one each time.
  const picture = await canvas.page.screenshot({ animations: "disabled" });
  expect(await canvas.violations()).toBe("");
  await canvas.close();
  return picture;
}

async function compare(canvas: CanvasPage, name: string): Promise<void> {
  const picture = await take(canvas);
  if (canCompare) matchReference(name, picture, { references, results, update });
}

function openView(name: string, changed: (page: JsonObject) => JsonObject = (page) => page): Promise<CanvasPage> {
  const { page = 0, ...options } = views[name] ?? { width: 740, height: 560 };
  const { tokens, components, outline, more, names, pages } = sample;
  const drawing = bench.drawing(changed(pages[page] ?? {}), { tokens, components });
  return bench.open({ ...options, drawing, outline, more, pages: names });
}

function openCase(name: string): Promise<CanvasPage> {
  const { page, context } = cases[name] ?? { page: {} };
  const components: Record<string, JsonObject> = {};
  for (const id of ["stamp", "loop"]) {
    const found = context?.component(id);
    if (found !== undefined) components[id] = found;
  }
  const more = context?.tokens === undefined ? { components } : { components, tokens: context.tokens };
  return bench.open({ drawing: bench.drawing(page, more), width: 740, height: 400, outlineFolded: true });
}

interface View {
  readonly theme?: Theme;
  readonly width: number;
  readonly height: number;
  readonly page?: number;
  readonly selection?: string[];
  readonly split?: number;
  readonly scale?: number;
}

const views: Readonly<Record<string, View>> = {
  "front-dark": { width: 740, height: 560 },
  "front-light": { width: 740, height: 560, theme: "light", selection: ["moon"] },
  "front-high-contrast": { width: 740, height: 560, theme: "highContrast", selection: ["lantern-3"] },
  "front-sharp": { width: 720, height: 400, scale: 2 },
  "back-dark": { width: 740, height: 560, page: 1, selection: ["night-12"] },
  "system-dark": { width: 740, height: 560, page: 2, selection: ["lantern", "stall"] },
  "system-light": { width: 740, height: 560, page: 2, theme: "light" },
  "half-dark": { width: 1200, height: 600, split: 42, selection: ["title"] },
  "half-light": { width: 1200, height: 600, split: 32, theme: "light" },
  "stacked-dark": { width: 420, height: 720, selection: ["stall-tea"] },
  "stacked-light": { width: 640, height: 560, theme: "light" },
};

const blank = { id: "p", name: "Blank", width: 300, height: 400, children: [] };
const empty: Readonly<Record<string, { theme?: Theme; page?: JsonObject }>> = {
  "blank-dark": { page: blank },
  "blank-light": { page: blank, theme: "light" },
  "unsized-dark": { page: { id: "p", children: [] } },
  "loading-dark": {},
};

describe("pictures of the canvas", () => {
  it.each(Object.keys(views))("DOC-3: %s is as its reference", async (name) => {
    await compare(await openView(name), name);
  });

  it.each(Object.entries(empty))("DOC-3: %s is as its reference", async (name, { page, ...options }) => {
    const drawing = page === undefined ? {} : { drawing: bench.drawing(page) };
    await compare(await bench.open({ ...options, ...drawing, width: 740, height: 400 }), name);
  });

  it.each(Object.keys(cases))("DOC-1: node type %s is as its reference", async (name) => {
    await compare(await openCase(name), `type-${name}`);
  });

  it.skipIf(!canCompare)("has no reference too many", () => {
    const wanted = [...Object.keys(views), ...Object.keys(empty), ...Object.keys(cases).map((name) => `type-${name}`)];
    expect(readdirSync(references).sort()).toEqual(wanted.map((name) => `${name}.png`).sort());
  });
});

describe.skipIf(!canCompare)("a change on the canvas", () => {
  const changes: readonly (readonly [string, string, JsonObject])[] = [
    ["the gulls 3 px further", "birds", { x: 321 }],
    ["a thin line 3 px lower", "rule", { y: 95 }],
    ["a small text 3 px further", "footer", { x: 43 }],
    ["a small text in another colour", "footer", { fill: "$colors.paper" }],
  ];
  it.each(changes)("DOC-3: %s is seen", async (_what, id, fields) => {
    const picture = await take(await openView("front-dark", (page) => withFields(page, id, fields)));
    const folders = { references, results: `${results}/changed`, update: false };
    expect(() => matchReference("front-dark", picture, folders)).toThrow(/differs in \d+ pixels/);
  });
});

/** The node, or a node in it, with other values for these fields. */
function withFields(node: JsonObject, id: string, fields: JsonObject): JsonObject {
  if (node.id === id) return { ...node, ...fields };
  if (!Array.isArray(node.children)) return node;
  return { ...node, children: node.children.map((child: JsonObject) => withFields(child, id, fields)) };
}
