import * as z from "zod";
import { defineTool, type Tool } from "../tool.ts";

const description = `Asks the person one to four questions with a card and waits for their answers. Ask when what they want can't be told from the conversation or the design, and a wrong guess would cost them work; ask everything at once. "single" is a choice of one option, "multiple" of several (two to six options each, with few words), "text" is free text. To options the person can always write an answer of their own. Returns the answers by question.`;

const question = z
  .strictObject({
    text: z.string().trim().min(1).max(500),
    choice: z.enum(["single", "multiple", "text"]),
    options: z
      .array(z.strictObject({ label: z.string().trim().min(1).max(200), description: z.string().max(500).optional() }))
      .describe('Two to six, for "single" and "multiple".')
      .optional(),
  })
  .superRefine(({ choice, options = [] }, context) => {
    const fault = faultInOptions(choice, options);
    if (fault !== undefined) context.addIssue({ code: "custom", path: ["options"], message: fault });
  });

const input = z.strictObject({
  intro: z.string().max(1000).describe("What the questions are about, shown above them.").optional(),
  questions: z
    .array(question)
    .min(1)
    .max(4)
    .refine((questions) => areAllDifferent(questions.map(({ text }) => text)), "two questions are the same"),
});

type Question = z.infer<typeof question>;

/** `ask_questions` (TRN-10). A call waits inside its turn: after a reopen its card can't be answered any more (TRN-11). */
export function askQuestions(): Tool {
  return defineTool({
    name: "ask_questions",
    description,
    input,
    card: ({ intro, questions }, callID) => ({
      type: "questions",
      callID,
      status: "running",
      ...(intro === undefined ? {} : { text: intro.toWellFormed() }),
      questions: questions.map(({ text, choice, options = [] }, index) => ({ id: idOf(index), text, choice, options })),
    }),
    async run({ questions }, { answer, settleCard }) {
      const given = await answer();
      if (!("answers" in given)) {
        settleCard({ status: "dismissed" });
        const content =
          "The person dismissed the questions without answering. Go on with what seems best, or stop here.";
        return { content, isError: false, statusText: "Dismissed" };
      }
      const answers = questions.map((_, index) =>
        (given.answers[idOf(index)] ?? []).map((text) => text.toWellFormed()),
      );
      settleCard({ answers: Object.fromEntries(answers.map((texts, index) => [idOf(index), texts])) });
      return { content: byQuestion(questions, answers), isError: false, statusText: "Answered" };
    },
  });
}

function idOf(index: number): string {
  return `q${index + 1}`;
}

function byQuestion(questions: readonly Question[], answers: readonly (readonly string[])[]): string {
  const entries = questions.map(({ text, choice }, index) => {
    const texts = answers[index] ?? [];
    return [text, choice === "multiple" ? texts : (texts[0] ?? "")] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function faultInOptions(choice: Question["choice"], options: readonly { label: string }[]): string | undefined {
  if (choice === "text") return options.length === 0 ? undefined : "a question for free text has no options";
  if (options.length < 2 || options.length > 6) return "a choice has two to six options";
  return areAllDifferent(options.map(({ label }) => label)) ? undefined : "two options are the same";
}

function areAllDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
