import * as z from "zod";
import { defineTool, type Tool, toolError } from "../tool.ts";

const description = `Brings back the result of an earlier call that was replaced by "[Compacted, ID: …]" to save space, by that ID.`;

/** `extract_compacted_tool_result` (CMP-8). `reclaimed` gives a result that was put aside; undefined where there is none of the id. */
export function extractCompactedToolResult(reclaimed: (id: string) => Promise<string | undefined>): Tool {
  return defineTool({
    name: "extract_compacted_tool_result",
    description,
    input: z.strictObject({ id: z.string().min(1).describe("The ID in the replaced result.") }),
    async run({ id }) {
      const content = await reclaimed(id);
      if (content !== undefined) return { content, isError: false, statusText: "Brought back", summary: id };
      return toolError(
        `No result was put aside under the ID “${id.slice(0, 100)}”. If you need it, call the tool again.`,
        "Not there",
      );
    },
  });
}
