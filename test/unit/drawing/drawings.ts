import {
  type DrawingContext,
  drawPage,
  type JsonObject,
  pageBounds,
  svgDocument,
  tableMeasure,
  toMarkup,
} from "../../../src/drawing/index.ts";

/** A context with nothing around the page, changed where a test says so. */
export function contextOf(changed: Partial<DrawingContext> = {}): DrawingContext {
  return {
    tokens: undefined,
    component: () => undefined,
    measure: tableMeasure,
    assetUrl: () => undefined,
    ...changed,
  };
}

/** A page's drawing as a file. */
export function markupOf(page: unknown, context: DrawingContext = contextOf()): string {
  return toMarkup(svgDocument(drawPage(page, context), pageBounds(page, context), 1));
}

export function pageOf(...children: readonly JsonObject[]): JsonObject {
  return { id: "page", name: "Page", children };
}
