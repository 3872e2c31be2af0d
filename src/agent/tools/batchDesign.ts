import * as z from "zod";
import { defineTool, type Tool, toolError } from "../tool.ts";
import type { AppliedOperations, DesignPort } from "./designPort.ts";

const description = `Changes the design: a list of operations that is applied whole, or not at all. Each call is one undo step for the person.

"operations" is JSON text, a list of:
- {"op":"insert","parent":"<id>","index":0,"node":{"type":"rectangle",...}} adds a node (with its children) to a page, frame, group or other node; without "index" at the end, on top of the others. The parent "document" adds a page. Leave "id" out to have one made, or choose one that isn't used, to name the node in a later operation of the same list.
- {"op":"update","id":"<id>","set":{"x":10},"unset":["stroke"]} sets and removes fields. The id "document" sets "name" or "designSystem".
- {"op":"delete","id":"<id>"}
- {"op":"move","id":"<id>","parent":"<id>","index":0}
- {"op":"copy","id":"<id>","parent":"<id>","index":0,"set":{"x":200}} copies with new ids; without "parent" right after the original.
- {"op":"replace","id":"<id>","node":{...}} puts another node in its place under the same id.

Nodes: "type" is "frame" (clips its children unless "clip" is false), "group", "rectangle", "ellipse", "line", "path" ("d": SVG path data), "text" ("text", "fontFamily", "fontSize", "fontWeight", "fontStyle", "lineHeight", "letterSpacing", "align", "verticalAlign"; wraps at "width"), "image" ("asset", "fit") or "instance" ("component": a node's id, "overrides"). All take "name", "x", "y" (from the parent's top left corner), "width", "height", "rotation" (degrees), "opacity" (0 to 1), "visible", "fill", "stroke", "strokeWidth", "cornerRadius", "children".
Paints: "#RRGGBB", "#RRGGBBAA", "$colors.accent" (a token of the design system), {"type":"linear","angle":90,"stops":[{"offset":0,"color":"#FFFFFF"},{"offset":1,"color":"#000000"}]}, {"type":"radial","stops":[...]}, or a list of paints, the lowest first.

Returns the ids that were created, by operation, counted from 1. When it refuses, nothing has changed.`;

/** `batch_design` (DOC-2). */
export function batchDesign(design: DesignPort): Tool {
  return defineTool({
    name: "batch_design",
    description,
    input: z.strictObject({
      // Models also send the list itself where its text is asked for.
      operations: z
        .preprocess((value) => (Array.isArray(value) ? JSON.stringify(value) : value), z.string())
        .meta({ type: "string", description: "The operations as JSON text: a list." }),
    }),
    changes: true,
    async run({ operations }, { signal }) {
      const outcome = await design.apply(operations, signal);
      if (outcome.kind === "refused") return toolError(outcome.reason, "Not applied");
      return {
        content: JSON.stringify({ created: createdByOperation(outcome) }),
        isError: false,
        statusText: statusText(outcome),
        ...(outcome.name === undefined ? {} : { summary: outcome.name }),
        ...(outcome.touched === undefined ? {} : { touched: outcome.touched }),
      };
    },
  });
}

function createdByOperation({ created }: AppliedOperations): { operation: number; ids: readonly string[] }[] {
  return created.flatMap((ids, index) => (ids.length === 0 ? [] : [{ operation: index + 1, ids }]));
}

function statusText({ created, count }: AppliedOperations): string {
  const news = created.flat().length;
  const changed = count - news;
  const parts = [...(news > 0 ? [`${news} created`] : []), ...(changed > 0 ? [`${changed} changed`] : [])];
  return parts.length === 0 ? "Nothing to change" : parts.join(", ");
}
