import * as z from "zod";
import type { Cost } from "../../archive/types.ts";
import type { ToolOutcome } from "../../conversation/toolRound.ts";
import { ProviderError } from "../errors.ts";
import { defineTool, type Tool, toolError } from "../tool.ts";
import type { DesignPort } from "./designPort.ts";
import type { ImageMaker, ImageRequest } from "./imageMaker.ts";

const description = `Makes an image from a description with an image model, and puts it into the package as an asset. It costs money and takes up to two minutes: use it when a picture is asked for, not for shapes, text or icons that can be drawn. Returns the asset's name, to be used as "asset" of an "image" node with batch_design, and shows you the picture.`;

const sizes = {
  square: "1024x1024",
  landscape: "1536x1024",
  portrait: "1024x1536",
} as const satisfies Record<string, ImageRequest["size"]>;

/** `generate_image`. What it cost is added to the conversation's cost (FMT-10). */
export function generateImage(design: DesignPort, maker: ImageMaker): Tool {
  return defineTool({
    name: "generate_image",
    description,
    input: z.strictObject({
      prompt: z
        .string()
        .trim()
        .min(1)
        .max(8000)
        .describe("What the picture shows, its style, light, colours and framing, in whole sentences."),
      size: z.enum(["square", "landscape", "portrait"]).describe('"square" without it.').optional(),
      quality: z.enum(["low", "medium", "high"]).describe('"medium" without it.').optional(),
    }),
    changes: true,
    isBilled: true,
    async run({ prompt, size = "square", quality = "medium" }, { signal }) {
      let cost: Cost | undefined;
      try {
        const made = await maker.make({ prompt: prompt.toWellFormed(), size: sizes[size], quality }, signal);
        cost = made.cost;
        return { ...(await enter(design, made.bytes)), cost };
      } catch (error) {
        signal.throwIfAborted();
        return { ...notMade(error), ...(cost === undefined ? costOfFailure(error) : { cost }) };
      }
    },
  });
}

async function enter(design: DesignPort, bytes: Uint8Array): Promise<ToolOutcome> {
  const { asset, width, height, image, fault } = await design.addImage(bytes);
  const made = `The image is the asset “${asset}”, ${width} × ${height} pixels. It is in the package, but on no page yet: insert an "image" node with it.`;
  return {
    content:
      image === undefined
        ? `${made} It can't be shown to you: ${fault ?? "no reason was given."}`
        : `${made} The picture follows.`,
    isError: false,
    statusText: `${width} × ${height}`,
    summary: asset,
    ...(image === undefined ? {} : { images: [image] }),
  };
}

function notMade(error: unknown): ToolOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  return toolError(`No image was made. ${reason}`, "Not made");
}

/** A request that was cut off may have been billed, without our knowing. */
function costOfFailure(error: unknown): { cost?: Cost } {
  const isUnclear = error instanceof ProviderError && (error.code === "cutOff" || error.code === "silent");
  return isUnclear ? { cost: { kind: "unknown", atLeast: true } } : {};
}
