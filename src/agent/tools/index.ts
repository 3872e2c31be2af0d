import type { Tool } from "../toolbox.ts";
import { batchDesign } from "./batchDesign.ts";
import type { DesignPort } from "./designPort.ts";
import { getDocument } from "./getDocument.ts";
import { getScreenshot } from "./getScreenshot.ts";

/**
 * The tools of every turn, always all of them and in this order, in every mode: they are part of the prompt's prefix
 * (BYT-3, TRN-2). A golden test holds what the model is told of them.
 */
export function designTools(design: DesignPort): readonly Tool[] {
  return [getDocument(design), batchDesign(design), getScreenshot(design)];
}
