import { type Tool, toolError } from "../toolbox.ts";
import type { DesignPort } from "./designPort.ts";

const smallestScale = 0.05;
const largestScale = 4;

const description = `Draws the design to a picture and shows it to you: a page or a node by "id", or the page that the person looks at when there is no "id". "scale" is in pixels per unit (default 1). Look at what you made before you say that it is done.`;

/** `get_screenshot` (DOC-3). */
export function getScreenshot(design: DesignPort): Tool {
  return {
    definition: {
      name: "get_screenshot",
      description,
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: "The page or node to draw." },
          scale: { type: "number", minimum: smallestScale, maximum: largestScale },
        },
        additionalProperties: false,
      },
    },
    changes: false,
    async run({ id, scale }, signal) {
      if (id !== undefined && typeof id !== "string") return toolError("“id” must be text.", "Not drawn");
      const outcome = await design.screenshot({ id, scale: readScale(scale) }, signal);
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
  };
}

function readScale(scale: unknown): number {
  if (typeof scale !== "number" || !Number.isFinite(scale)) return 1;
  return Math.min(Math.max(scale, smallestScale), largestScale);
}
