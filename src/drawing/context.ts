import type { DrawingMemory } from "./drawingMemory.ts";
import type { JsonObject } from "./fields.ts";

/** Lengths in px; `letterSpacing` comes after every character. `family` is a checked CSS list of families. */
export interface Font {
  readonly family: string;
  readonly size: number;
  readonly weight: number;
  readonly italic: boolean;
  readonly letterSpacing: number;
}

/** The width in px of one line of text, letter spacing included. */
export type MeasureText = (text: string, font: Font) => number;

/** What a drawing needs besides the node. */
export interface DrawingContext {
  /** The design system's tokens, which `"$colors.accent"` points into. */
  readonly tokens: JsonObject | undefined;
  /** The node of this id, wherever it stands in the document: what an instance shows. */
  readonly component: (id: string) => JsonObject | undefined;
  readonly measure: MeasureText;
  /** Where a file of `assets/` can be loaded from; undefined draws the placeholder. */
  readonly assetUrl: (asset: string) => string | undefined;
  /** Given over several drawings: what hasn't changed since the last one isn't drawn again, and ids stay unique across all of them. */
  readonly memory?: DrawingMemory;
}
