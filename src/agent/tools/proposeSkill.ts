import * as z from "zod";
import { defineTool, type Tool } from "../tool.ts";

const description = `Proposes a skill to the person: instructions that agents in this workspace read when a task of its kind comes up again. Propose one when the person has taught you how they want a kind of work done. They see its name, description and text, and save it to .agents/skills/<name>/SKILL.md or don't; the call returns at once.`;

/** `propose_skill` (TRN-11): nothing waits, and the card stays answerable. */
export function proposeSkill(): Tool {
  return defineTool({
    name: "propose_skill",
    description,
    input: z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "lower-case letters, digits and single dashes")
        .max(64)
        .describe('Such as "poster-typography".'),
      description: z
        .string()
        .trim()
        .min(1)
        .max(1024)
        .describe("What it is for and when to use it, in a sentence or two."),
      instructions: z
        .string()
        .trim()
        .min(1)
        .max(50_000)
        .describe("The text of the skill as Markdown, without front matter."),
    }),
    card: ({ name, description, instructions }) => ({
      type: "skillProposal",
      name,
      summary: description.toWellFormed(),
      text: skillFile(name, description, instructions).toWellFormed(),
    }),
    run: async ({ name }) => ({
      content: `The skill “${name}” is shown to the person, who saves it or doesn't. Go on without waiting for that.`,
      isError: false,
      statusText: "Proposed",
    }),
  });
}

/** A SKILL.md. A JSON text on one line is also one of YAML's. Front matter that the model wrote all the same is left out. */
function skillFile(name: string, description: string, instructions: string): string {
  const body = instructions.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "").trim();
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description.replace(/\s+/g, " "))}\n---\n\n${body}\n`;
}
