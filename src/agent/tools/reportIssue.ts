import * as z from "zod";
import { defineTool, type Tool } from "../tool.ts";

const description = `Tells the person about a problem in the design that you noticed and weren't asked to mend: text that can't be read, overlapping or cut-off parts, inconsistent spacing, a missing image. One call for each problem, with the ids of the nodes it is about. Don't mend it unless they ask.`;

/** `report_issue`. */
export function reportIssue(): Tool {
  return defineTool({
    name: "report_issue",
    description,
    input: z.strictObject({
      title: z.string().trim().min(1).max(150),
      text: z.string().trim().min(1).max(4000).describe("What is wrong, why it matters, and what would mend it."),
      nodes: z.array(z.string().min(1).max(200)).max(20).describe("The ids of the nodes it is about.").optional(),
    }),
    card: ({ title, text, nodes = [] }) => ({
      type: "reportedIssue",
      name: title.toWellFormed(),
      text: text.toWellFormed(),
      ...(nodes.length === 0 ? {} : { nodes: nodes.map((id) => id.toWellFormed()) }),
    }),
    run: async () => ({ content: "The problem is shown to the person.", isError: false, statusText: "Reported" }),
  });
}
