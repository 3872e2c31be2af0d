import type { Font, MeasureText } from "../../src/drawing/index.ts";

/** So many widths are remembered before all are forgotten. */
const mostRemembered = 50_000;

/** Measures text as the browser draws it. Widths are remembered: a design says the same words again and again. */
export function canvasMeasure(): MeasureText {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) throw new Error("The browser has no canvas to measure text with.");
  context.textRendering = "geometricPrecision";
  const remembered = new Map<string, number>();
  let current = "";
  return (text, font) => {
    const name = shorthandOf(font);
    const key = `${name} ${font.letterSpacing} ${text}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    if (current !== `${name} ${font.letterSpacing}`) {
      context.font = name;
      context.letterSpacing = `${font.letterSpacing}px`;
      current = `${name} ${font.letterSpacing}`;
    }
    const { width } = context.measureText(text);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(key, width);
    return width;
  };
}

function shorthandOf({ family, size, weight, italic }: Font): string {
  return `${italic ? "italic " : ""}${weight} ${size}px ${family}`;
}
