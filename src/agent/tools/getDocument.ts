import * as z from "zod";
import { defineTool, type Tool, toolError } from "../tool.ts";
import type { DesignPort, DocumentRequest } from "./designPort.ts";

const description = `Reads the design. "what" is "outline" (a line for each page and node: its id, type, name and place), "whole" (the document as JSON; where it is too long, the deepest children are left out and it says so), or "node" (one page or node with what is in it, by "id"; "depth" limits how many levels of children come with it, "from" is the first child to show, where an earlier answer left some out).`;

const input = z.strictObject({
  what: z.enum(["outline", "whole", "node"]).optional(),
  id: z.string().describe('The page or node, for "node".').optional(),
  depth: z.int().min(0).describe('Levels of children, for "node".').optional(),
  from: z.int().min(0).describe('The first child to show, for "node".').optional(),
});

type Input = z.infer<typeof input>;

/** `get_document` (DOC-2). */
export function getDocument(design: DesignPort): Tool {
  return defineTool({
    name: "get_document",
    description,
    input,
    async run(given) {
      const request = readRequest(given);
      if (request === undefined) {
        return toolError('“what” is "outline", "whole", or "node" with an “id”.', "Not read");
      }
      const outcome = design.describe(request);
      if (outcome.kind === "refused") return toolError(outcome.reason, "Not read");
      const summary = request.what === "node" ? (outcome.name ?? request.id) : request.what;
      return { content: outcome.text, isError: false, statusText: "Read", summary };
    },
  });
}

/** An id alone says what is meant. */
function readRequest({ what, id, depth, from }: Input): DocumentRequest | undefined {
  if (what === "outline" || what === "whole") return { what };
  if (id === undefined) return undefined;
  return {
    what: "node",
    id,
    ...(depth === undefined ? {} : { depth }),
    ...(from === undefined ? {} : { from }),
  };
}
