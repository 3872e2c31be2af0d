import { html, nothing, svg, type TemplateResult } from "lit";
import type { NodeCorners, Point } from "../../src/drawing/index.ts";

/** More rings than this aren't drawn. */
const mostRings = 500;

/** Rings around what is selected and what is pointed at, in px of the screen from the page's origin. */
export function rings(
  selected: readonly NodeCorners[],
  hovered: readonly NodeCorners[],
  zoom: number,
  pointed: readonly NodeCorners[] = [],
): TemplateResult {
  return html`<svg class="rings" aria-hidden="true" width="1" height="1">
      ${hovered.slice(0, 1).map((node) => ring(node, zoom, "hovered"))}
      ${pointed.slice(0, mostRings).map((node) => ring(node, zoom, "pointed"))}
      ${selected.slice(0, mostRings).map((node) => ring(node, zoom, "selected"))}
    </svg>
    ${selected.length === 1 && selected[0] !== undefined ? sizeTag(selected[0], zoom) : nothing}`;
}

function ring({ corners }: NodeCorners, zoom: number, kind: "selected" | "hovered" | "pointed") {
  const points = sharpened(corners.map(({ x, y }) => ({ x: x * zoom, y: y * zoom })));
  const text = points.map(({ x, y }) => `${x},${y}`).join(" ");
  return svg`<polygon class="halo" points=${text}></polygon><polygon class=${kind} points=${text}></polygon>`;
}

/** Sides along the pixels go through the middle of one; any other ring is drawn soft. */
function sharpened(points: readonly Point[]): readonly Point[] {
  const isStraight = points.every((point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    return Math.abs(point.x - next.x) < 0.01 || Math.abs(point.y - next.y) < 0.01;
  });
  return isStraight ? points.map(({ x, y }) => ({ x: Math.round(x) + 0.5, y: Math.round(y) + 0.5 })) : points;
}

/** How large the one selected node is, below it. */
function sizeTag({ corners, width, height }: NodeCorners, zoom: number): TemplateResult {
  const xs = corners.map(({ x }) => x * zoom);
  const bottom = Math.max(...corners.map(({ y }) => y * zoom));
  const left = (Math.min(...xs) + Math.max(...xs)) / 2;
  return html`<span class="size-tag" .style=${`transform: translate(calc(${left}px - 50%), ${bottom + 8}px)`}
    >${shortNumber(width)} × ${shortNumber(height)}</span
  >`;
}

function shortNumber(value: number): string {
  return String(Math.round(value * 10) / 10);
}
