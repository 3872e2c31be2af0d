import { type Tool, toolError } from "../toolbox.ts";
import type { DesignPort, DocumentRequest } from "./designPort.ts";

const description = `Reads the design. "what" is "outline" (a line for each page and node: its id, type, name and place), "whole" (the document as JSON; where it is too long, the deepest children are left out and it says so), or "node" (one page or node with what is in it, by "id"; "depth" limits how many levels of children come with it, "from" is the first child to show, where an earlier answer left some out).`;

/** `get_document` (DOC-2). */
export function getDocument(design: DesignPort): Tool {
  return {
    definition: {
      name: "get_document",
      description,
      inputSchema: {
        type: "object",
        properties: {
          what: { type: "string", enum: ["outline", "whole", "node"] },
          id: { type: "string", description: 'The page or node, for "node".' },
          depth: { type: "integer", minimum: 0, description: 'Levels of children, for "node".' },
          from: { type: "integer", minimum: 0, description: 'The first child to show, for "node".' },
        },
        required: ["what"],
        additionalProperties: false,
      },
    },
    changes: false,
    async run(input) {
      const request = readRequest(input);
      if (request === undefined) {
        return toolError('“what” is "outline", "whole", or "node" with an “id”.', "Not read");
      }
      const outcome = design.describe(request);
      if (outcome.kind === "refused") return toolError(outcome.reason, "Not read");
      const summary = request.what === "node" ? request.id : request.what;
      return { content: outcome.text, isError: false, statusText: "Read", summary };
    },
  };
}

function readRequest({ what, id, depth, from }: Readonly<Record<string, unknown>>): DocumentRequest | undefined {
  if (what === "outline" || what === "whole") return { what };
  // An id alone says what is meant.
  if ((what !== "node" && what !== undefined) || typeof id !== "string") return undefined;
  const numbers = Object.entries({ depth, from }).flatMap(([key, value]) =>
    typeof value === "number" && Number.isFinite(value) ? [[key, Math.max(0, Math.floor(value))]] : [],
  );
  return { what: "node", id, ...Object.fromEntries(numbers) };
}
