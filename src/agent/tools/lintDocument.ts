import * as z from "zod";
import { defineTool, type Tool, toolError } from "../tool.ts";
import type { LintPort } from "./lintPort.ts";

const description = `Checks the design with the rules of its design system: the whole document, or a page or node with what is in it by "id". Returns a line for each problem: the node's id, the rule's, and what is wrong. Check before you say that larger work is done.`;

/** `lint_document`. */
export function lintDocument(port: LintPort): Tool {
  return defineTool({
    name: "lint_document",
    description,
    input: z.strictObject({ id: z.string().describe("The page or node to check.").optional() }),
    async run({ id }) {
      const outcome = port.lint(id);
      if (outcome.kind === "refused") return toolError(outcome.reason, "Not checked");
      const { text, problems, name = id } = outcome;
      const statusText = problems === 0 ? "No problems" : problems === 1 ? "1 problem" : `${problems} problems`;
      return { content: text, isError: false, statusText, ...(name === undefined ? {} : { summary: name }) };
    },
  });
}
