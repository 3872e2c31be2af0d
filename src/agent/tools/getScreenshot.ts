import * as z from "zod";
import { defineTool, type Tool, toolError } from "../tool.ts";
import type { DesignPort } from "./designPort.ts";

const smallestScale = 0.05;
const largestScale = 4;

const description = `Draws the design to a picture and shows it to you: a page or a node by "id", or the page that the person looks at when there is no "id". "scale" is in pixels per unit (default 1). Look at what you made before you say that it is done.`;

/** `get_screenshot` (DOC-3). */
export function getScreenshot(design: DesignPort): Tool {
  return defineTool({
    name: "get_screenshot",
    description,
    input: z.strictObject({
      id: z.string().describe("The page or node to draw.").optional(),
      scale: z.number().min(smallestScale).max(largestScale).optional(),
    }),
    async run({ id, scale = 1 }, { signal }) {
      const outcome = await design.screenshot({ id, scale: scale }, signal);
      if (outcome.kind === "refused") return toolError(outcome.reason, "Not drawn");
      const { name, width, height, image } = outcome;
      return {
        content: `“${name}” is drawn, ${width} × ${height} pixels. The picture follows.`,
        isError: false,
        statusText: `${width} × ${height}`,
        summary: name,
        images: [image],
      };
    },
  });
}
