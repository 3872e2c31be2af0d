import type { QuestionInput, QuestionOutput } from "../protocol/index.ts";
import type { ScaleImage } from "./imageEntry.ts";

/** What a panel that is open can draw for the host. Everything rejects when the panel goes. */
export interface Canvas {
  readonly scale: ScaleImage;
  readonly draw: (input: QuestionInput<"draw">) => Promise<QuestionOutput<"draw">>;
}
