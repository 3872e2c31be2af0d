import {
  type DrawingContext,
  drawNode,
  drawPage,
  isObject,
  type JsonObject,
  type MeasureText,
  nodeBounds,
  pageBounds,
  svgDocument,
  toMarkup,
} from "../src/drawing/index.ts";
import type { QuestionInput, QuestionOutput } from "../src/protocol/index.ts";
import { encodeBlob } from "./base64.ts";

/** No picture for a model needs more pixels on its longer edge (IMG-5). */
const longestEdge = 1568;

/** Draws a page, or a node of it, by the panel's own renderer (DOC-3). Rejects, saying why, when there is nothing to draw. */
export async function drawToPng(
  { drawing, node: id, scale, assets }: QuestionInput<"draw">,
  measure: MeasureText,
): Promise<QuestionOutput<"draw">> {
  const { page, tokens, components } = drawing;
  if (page === undefined) throw new Error("there is no page.");
  const context: DrawingContext = {
    tokens,
    component: (component) => components[component],
    measure,
    assetUrl: (name) => dataUrl(assets, name),
  };
  const node = id === undefined ? undefined : findById(page, id);
  if (id !== undefined && node === undefined) throw new Error(`the page has no node “${id}”.`);
  const bounds = node === undefined ? pageBounds(page, context) : nodeBounds(node, context);
  if (!(bounds.width > 0 && bounds.height > 0)) throw new Error("nothing is drawn there.");
  const factor = Math.min(scale, longestEdge / Math.max(bounds.width, bounds.height));
  const content = node === undefined ? drawPage(page, context) : drawNode(node, context);
  if (content === undefined) throw new Error("nothing is drawn there.");
  const width = Math.max(1, Math.round(bounds.width * factor));
  const height = Math.max(1, Math.round(bounds.height * factor));
  const blob = await rasterize(toMarkup(svgDocument(content, bounds, factor)), width, height);
  return { image: { mimeType: "image/png", data: await encodeBlob(blob) }, width, height };
}

async function rasterize(markup: string, width: number, height: number): Promise<Blob> {
  const picture = new Image();
  // The page's policy lets images come from data URLs; a blob's would have to be allowed for this alone.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("there is no canvas.");
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/png" });
}

function dataUrl(assets: QuestionInput<"draw">["assets"], name: string): string | undefined {
  const image = Object.hasOwn(assets, name) ? assets[name] : undefined;
  return image && `data:${image.mimeType};base64,${image.data}`;
}

function findById(root: JsonObject, id: string): JsonObject | undefined {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next)) continue;
    if (next.id === id && next !== root) return next;
    if (!Array.isArray(next.children)) continue;
    // Not spread into arguments: a file may hold more siblings than a call takes.
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return undefined;
}
