import * as z from "zod";
import { defineTool, type Tool } from "../tool.ts";

const description = `Shows the person two to four directions that the design could take, each with a short title and a description of what it would look like and why, and lets them choose one. Use it for open tasks, before you have drawn anything. Their choice comes as their next message: end your turn after this call.`;

const direction = z.strictObject({
  title: z.string().trim().min(1).max(100),
  description: z.string().trim().min(1).max(2000),
});

/** `propose_directions` (TRN-11): nothing waits, and the card stays answerable. */
export function proposeDirections(): Tool {
  return defineTool({
    name: "propose_directions",
    description,
    input: z.strictObject({
      intro: z.string().max(1000).describe("What the choice is about, shown above the directions.").optional(),
      directions: z
        .array(direction)
        .min(2)
        .max(4)
        .refine(
          (directions) => new Set(directions.map(({ title }) => title)).size === directions.length,
          "two directions have the same title",
        ),
    }),
    card: ({ intro, directions }) => ({
      type: "directions",
      ...(intro === undefined ? {} : { text: intro.toWellFormed() }),
      directions: directions.map(({ title, description }) => ({ title, description })),
    }),
    run: async ({ directions }) => ({
      content:
        "The directions are shown to the person. Their choice comes as their next message: end your turn now, without repeating the directions.",
      isError: false,
      statusText: `${directions.length} shown`,
    }),
  });
}
