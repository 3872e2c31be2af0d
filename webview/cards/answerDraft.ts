import type { Card } from "../../src/protocol/index.ts";

export type Question = Extract<Card, { kind: "questions" }>["questions"][number];

/** What is filled in for one question so far. */
export interface AnswerDraft {
  /** Places of the chosen options. */
  readonly picked: readonly number[];
  /** The person's own words: the answer to a free question, or what stands behind “Other”. */
  readonly text: string;
  /** Whether “Other” is chosen. */
  readonly other: boolean;
}

export const emptyAnswer: AnswerDraft = { picked: [], text: "", other: false };

/** The draft after an option, or “Other” (undefined), was switched. */
export function withPicked(draft: AnswerDraft, { choice }: Question, option: number | undefined): AnswerDraft {
  if (choice === "single")
    return { ...draft, picked: option === undefined ? [] : [option], other: option === undefined };
  if (option === undefined) return { ...draft, other: !draft.other };
  const others = draft.picked.filter((each) => each !== option);
  return { ...draft, picked: others.length < draft.picked.length ? others : [...others, option] };
}

/** The draft after the person wrote something of their own. */
export function withText(draft: AnswerDraft, text: string): AnswerDraft {
  return { ...draft, text };
}

/** The answers by the questions' ids; a question can be left out. Undefined while none is answered. */
export function answersOf(
  questions: readonly Question[],
  drafts: readonly AnswerDraft[],
): Record<string, string[]> | undefined {
  const answers = questions.map((question, index) => answerOf(question, drafts[index] ?? emptyAnswer));
  if (answers.every((answer) => answer.length === 0)) return undefined;
  return Object.fromEntries(questions.map(({ id }, index) => [id, answers[index] ?? []]));
}

function answerOf({ choice, options }: Question, { picked, text, other }: AnswerDraft): string[] {
  const own = text.trim();
  if (choice === "text") return own === "" ? [] : [own];
  const chosen = options.flatMap(({ label }, index) => (picked.includes(index) ? [label] : []));
  if (!other) return chosen;
  return own === "" ? chosen : [...chosen, own];
}

/** Drafts as they were kept, by the cards' ids; what has another form counts as nothing. */
export function readDrafts(stored: unknown): Readonly<Record<string, readonly AnswerDraft[]>> {
  if (typeof stored !== "object" || stored === null) return {};
  const read = Object.entries(stored).flatMap(([id, drafts]) =>
    Array.isArray(drafts) ? [[id, drafts.map((each) => (isDraft(each) ? each : emptyAnswer))] as const] : [],
  );
  return Object.fromEntries(read);
}

function isDraft(value: unknown): value is AnswerDraft {
  if (typeof value !== "object" || value === null) return false;
  const { picked, text, other } = value as Record<string, unknown>;
  return Array.isArray(picked) && typeof text === "string" && typeof other === "boolean";
}
