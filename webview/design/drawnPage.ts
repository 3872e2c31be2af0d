import {
  type DrawingContext,
  DrawingMemory,
  drawPage,
  isObject,
  type JsonObject,
  keepEqual,
  type NodeCorners,
  nodeCorners,
  pageBounds,
  type Rect,
  type SvgNode,
} from "../../src/drawing/index.ts";
import { canvasMeasure } from "./canvasMeasure.ts";

/** What the canvas shows: a page of document.json, and what its nodes refer to. */
export interface CanvasDrawing {
  /** Undefined where the document has no page. */
  readonly page: JsonObject | undefined;
  readonly tokens: JsonObject | undefined;
  readonly components: Readonly<Record<string, JsonObject>>;
  /** Where the images of `assets/` are: a URL that ends with a slash. */
  readonly assets: string;
}

/** Draws what it is given, again and again: what hasn't changed since the last time is the same SvgNode. */
export class DrawnPage {
  readonly #memory = new DrawingMemory();
  readonly #measure = canvasMeasure();
  /** Images that couldn't be loaded: they have their placeholder until another page is shown. */
  readonly #missing = new Set<string>();
  #drawing: CanvasDrawing | undefined;
  #context: DrawingContext | undefined;

  get page(): JsonObject | undefined {
    return this.#drawing?.page;
  }

  /** Takes a newer drawing; parts that equal the former one's stay the same objects. */
  take(drawing: CanvasDrawing): void {
    const former = this.#drawing;
    if (former?.page?.id !== drawing.page?.id || former?.assets !== drawing.assets) this.#missing.clear();
    const { page, tokens, components } = drawing;
    this.#drawing = {
      assets: drawing.assets,
      page: objectOf(keepEqual(former?.page, page)),
      tokens: objectOf(keepEqual(former?.tokens, tokens)),
      components: keepComponents(former?.components, components),
    };
    this.#renew();
  }

  /** Draws placeholders from now on for an image of this URL. False where it isn't one of the package's. */
  markMissing(url: string): boolean {
    const assets = this.#drawing?.assets ?? "";
    const name = url.slice(assets.length);
    if (!url.startsWith(assets) || this.#missing.has(name)) return false;
    this.#missing.add(name);
    this.#renew();
    return true;
  }

  draw(): { readonly content: SvgNode; readonly bounds: Rect } | undefined {
    const { page } = this;
    if (page === undefined || this.#context === undefined) return undefined;
    return { content: drawPage(page, this.#context), bounds: pageBounds(page, this.#context) };
  }

  find(ids: readonly string[]): readonly NodeCorners[] {
    return this.#context === undefined ? [] : nodeCorners(this.page, new Set(ids), this.#context);
  }

  #renew(): void {
    const drawing = this.#drawing;
    if (drawing === undefined) return;
    this.#context = {
      tokens: drawing.tokens,
      component: (id) => (Object.hasOwn(drawing.components, id) ? drawing.components[id] : undefined),
      measure: this.#measure,
      assetUrl: (asset) => (this.#missing.has(asset) ? undefined : drawing.assets + asset),
      memory: this.#memory,
    };
  }
}

function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function keepComponents(
  former: CanvasDrawing["components"] | undefined,
  next: CanvasDrawing["components"],
): CanvasDrawing["components"] {
  const entries = Object.entries(next).map(
    ([id, node]) => [id, objectOf(keepEqual(former?.[id], node)) ?? node] as const,
  );
  return Object.fromEntries(entries);
}
