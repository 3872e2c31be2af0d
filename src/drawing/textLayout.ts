import type { Font } from "./context.ts";
import { type JsonObject, numberOf, textOf, within } from "./fields.ts";
import { fontOf } from "./font.ts";
import type { Pen } from "./pen.ts";
import type { Rect } from "./rect.ts";
import { wrapText } from "./wrapText.ts";

export type Align = "left" | "center" | "right";

/** A text node's lines and where they stand, in the node's own coordinates. */
export interface TextLayout {
  readonly font: Font;
  readonly align: Align;
  /** Where every line begins, has its middle, or ends, as `align` says. */
  readonly x: number;
  readonly lines: readonly { readonly text: string; readonly baseline: number }[];
  readonly box: Rect;
}

/** How far below a line's middle its baseline is, in font sizes: half of what most fonts rise above it more than they fall below. */
const baselineBelowMiddle = 0.345;

export function layoutText(node: JsonObject, pen: Pen): TextLayout {
  const font = fontOf(node, pen);
  const measure = (line: string) => finiteWidth(pen.measure(line, font));
  const wrapWidth = positive(node.width);
  const texts = wrapText(textOf(node.text) ?? "", wrapWidth, measure);
  const lineHeight = font.size * within(numberOf(node.lineHeight) ?? 1.3, 0.01, 100);
  const width = wrapWidth ?? texts.reduce((widest, text) => Math.max(widest, measure(text)), 0);
  const height = texts.length * lineHeight;
  const givenHeight = positive(node.height);
  const top = ((givenHeight ?? height) - height) * partAbove(node.verticalAlign);
  const align = alignOf(node.align);
  return {
    font,
    align,
    x: (width + font.letterSpacing) * partBefore(align),
    lines: texts.map((text, index) => ({
      text,
      baseline: top + (index + 0.5) * lineHeight + baselineBelowMiddle * font.size,
    })),
    box: { x: 0, y: 0, width, height: givenHeight ?? height },
  };
}

/** What the lines cover, which can be more than the box: in px of the node's own coordinates. */
export function linesBox({ font, lines, box }: TextLayout): Rect {
  const first = lines[0]?.baseline ?? 0;
  const last = lines.at(-1)?.baseline ?? 0;
  return { x: box.x, y: first - font.size, width: box.width, height: last - first + font.size * 1.3 };
}

/** The space behind a line's last letter isn't to be seen, so what is aligned by its end or middle goes that far further. */
function partBefore(align: Align): number {
  return align === "left" ? 0 : align === "center" ? 0.5 : 1;
}

function partAbove(verticalAlign: unknown): number {
  return verticalAlign === "middle" ? 0.5 : verticalAlign === "bottom" ? 1 : 0;
}

function alignOf(align: unknown): Align {
  return align === "center" || align === "right" ? align : "left";
}

/** A width or height that says something. */
function positive(value: unknown): number | undefined {
  const length = numberOf(value);
  return length === undefined || length <= 0 ? undefined : length;
}

function finiteWidth(width: number): number {
  return Number.isFinite(width) ? Math.max(width, 0) : 0;
}
