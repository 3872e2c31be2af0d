import * as z from "zod";
import { defineTool, type Tool } from "../tool.ts";
import type { LintPort } from "./lintPort.ts";

const description = `Proposes a rule that the design is held to from then on, such as a smallest type size or colours that must be tokens. The person adds it to the design system's rules or doesn't; the call returns at once. A rule is data: "field" of the nodes of these "types" (all nodes without it; "page" for pages) is checked, and "message" says what to do instead. "check" is one of {"min":8,"max":96,"multipleOf":4} (each may be left out), {"oneOf":["left","center"]}, {"token":true} (only tokens of the design system), {"required":true}, {"like":"icon-*"} (text with * and ?). Tokens count as the values they stand for.`;

/** `propose_lint_rule` (TRN-11): nothing waits, and the card stays answerable. */
export function proposeLintRule(port: LintPort): Tool {
  return defineTool({
    name: "propose_lint_rule",
    description,
    input: z.strictObject({
      rule: port.rule.superRefine((rule, context) => {
        const fault = port.faultIn(rule);
        if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
      }),
    }),
    card: ({ rule }) => ({
      type: "lintRuleProposal",
      name: rule.id,
      summary: rule.message.toWellFormed(),
      rule,
    }),
    run: async ({ rule }) => ({
      content: `The rule “${rule.id}” is shown to the person, who adds it or doesn't. lint_document checks it once they have. Go on without waiting for that.`,
      isError: false,
      statusText: "Proposed",
    }),
  });
}
