import { isObject, type Point, type Rect } from "../../src/drawing/index.ts";

/** What of a page is seen: the page's point in the middle of the desk, and how many px of the screen one of its px takes. */
export interface View extends Point {
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const smallestZoom = 0.02;
export const largestZoom = 64;
/** A small drawing isn't blown up further than this to fit. */
const largestFit = 4;
/** So much of a drawing stays on the desk wherever it is moved. */
export const keptInSight = 48;

const steps = [
  0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64,
];

/** The whole box in the middle of the desk, with a margin. Below, the tools need room, where there is enough. */
export function fittingView(box: Rect, desk: Size): View {
  if (box.width === 0 && box.height === 0) return { x: box.x, y: box.y, zoom: 1 };
  const margin = Math.min(32, desk.width * 0.06, desk.height * 0.06);
  const tools = desk.height > 300 ? 44 : 0;
  // On a low desk the page is the more important one: the tools stand in its margin.
  const below = desk.height < 480 ? Math.max(margin, tools) : margin + tools;
  const room = { width: desk.width - 2 * margin, height: desk.height - margin - below };
  const fit = Math.min(room.width / Math.max(box.width, 1), room.height / Math.max(box.height, 1), largestFit);
  const zoom = Math.min(Math.max(fit, smallestZoom), largestZoom);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 + (below - margin) / 2 / zoom, zoom };
}

/** The same place on the desk keeps the same point of the page. */
export function zoomedAt(view: View, desk: Size, place: Point, wanted: number): View {
  const zoom = Math.min(Math.max(wanted, smallestZoom), largestZoom);
  const [right, down] = [place.x - desk.width / 2, place.y - desk.height / 2];
  return { x: view.x + right / view.zoom - right / zoom, y: view.y + down / view.zoom - down / zoom, zoom };
}

/** Moves the page by px of the screen. */
export function moved(view: View, right: number, down: number): View {
  return { ...view, x: view.x - right / view.zoom, y: view.y - down / view.zoom };
}

/** The nearest view that still shows an edge of the drawing. */
export function inSight(view: View, box: Rect, desk: Size): View {
  const limit = (at: number, start: number, length: number, room: number) => {
    const slack = Math.max(room / 2 - keptInSight, 0) / view.zoom;
    return Math.min(Math.max(at, start - slack), start + length + slack);
  };
  return {
    ...view,
    x: limit(view.x, box.x, box.width, desk.width),
    y: limit(view.y, box.y, box.height, desk.height),
  };
}

/** The point of the page at a place of the desk. */
export function pagePointAt(view: View, desk: Size, place: Point): Point {
  return { x: view.x + (place.x - desk.width / 2) / view.zoom, y: view.y + (place.y - desk.height / 2) / view.zoom };
}

/** The next larger or smaller of the usual zooms. */
export function nextZoom(zoom: number, direction: "in" | "out"): number {
  const next =
    direction === "in" ? steps.find((step) => step > zoom * 1.01) : steps.findLast((step) => step < zoom * 0.99);
  return next ?? zoom;
}

/** So many pages' views are kept. */
const mostViews = 50;

/** The views with one page's changed; undefined: that page is shown whole. */
export function withView(
  views: Readonly<Record<string, View>>,
  page: string,
  view: View | undefined,
): Readonly<Record<string, View>> {
  const others = Object.entries(views).filter(([id]) => id !== page);
  return Object.fromEntries(view === undefined ? others : [...others.slice(1 - mostViews), [page, view]]);
}

/** Views as they were kept; what isn't one is left out. */
export function readViews(stored: unknown): Readonly<Record<string, View>> {
  if (!isObject(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([page, view]) => {
      if (!isObject(view)) return [];
      const { x, y, zoom } = view;
      const isView = isNumber(x) && isNumber(y) && isNumber(zoom) && zoom >= smallestZoom && zoom <= largestZoom;
      return isView ? [[page, { x, y, zoom }] as const] : [];
    }),
  );
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
