/** Items that are cards, as the host shows them, in every standing. */
import type { Card, CardStanding, ViewItem } from "../../../src/protocol/index.ts";
import { itemOf } from "./states.ts";

type CardOf<K extends Card["kind"]> = Partial<Omit<Extract<Card, { kind: K }>, "kind">>;

/** As a model calls batch_design: the operations are a text. */
const operations = JSON.stringify({
  operations: JSON.stringify([
    { op: "update", id: "caption", set: { fill: "#A9B0BC", fontSize: 18 } },
    { op: "insert", parent: "poster", node: { type: "text", name: "Date", text: "Friday, 14 August, from 18:00" } },
    { op: "delete", id: "grain" },
  ]),
});

export function approvalOf(id: string, more: CardOf<"approval"> = {}): ViewItem {
  const card = { standing: "open", tool: "batch_design", reason: "askFirst", arguments: operations, ...more } as const;
  return itemOf(id, "toolApproval", "", { name: card.tool, card: { kind: "approval", ...card } });
}

export function questionsOf(id: string, more: CardOf<"questions"> = {}, text = intro): ViewItem {
  return itemOf(id, "questions", text, {
    card: { kind: "questions", standing: "open", questions, answers: {}, ...more },
  });
}

const intro = "Before I lay out the back page, three things would help.";

const questions: Extract<Card, { kind: "questions" }>["questions"] = [
  {
    id: "tone",
    text: "Which tone should the poster have?",
    choice: "single",
    options: [
      { label: "Calm", description: "Few colours, much room" },
      { label: "Lively", description: "The lanterns in full colour" },
      { label: "Formal" },
    ],
  },
  {
    id: "formats",
    text: "Which formats do you need?",
    choice: "multiple",
    options: [{ label: "A2 for print" }, { label: "Square for feeds" }, { label: "Story, 9 : 16" }],
  },
  { id: "words", text: "What has to be on it word for word?", choice: "text", options: [] },
];

export const givenAnswers = {
  tone: ["Calm"],
  formats: ["A2 for print", "Square for feeds"],
  words: ["Night Market\nFriday, 14 August"],
};

export function directionsOf(id: string, more: CardOf<"directions"> = {}): ViewItem {
  const card: Card = { kind: "directions", standing: "open", directions, ...more };
  return itemOf(id, "directions", "Three ways to make the date the hero:", { card });
}

const directions = [
  { title: "Lantern glow", description: "Warm light falls on the title; everything else stays in the dark." },
  { title: "Riverside ink", description: "One brush line leads from the moon to the date. Two colours, no gradients." },
  { title: "Market grid", description: "A strict grid of stalls. The date takes the one empty cell." },
];

const skillText = `---
name: poster-contrast
description: Check every caption of a poster for contrast.
---

# Poster contrast

1. Read the colours of each caption and of what lies behind it.
2. Anything under 4.5 : 1 is lightened until it passes.
3. Say what was changed, with both ratios.
`;

export function skillOf(id: string, standing: CardStanding = "open"): ViewItem {
  const summary = "Checks every caption of a poster for contrast, and mends what is too weak.";
  return itemOf(id, "skillProposal", skillText, {
    name: "poster-contrast",
    summary,
    card: { kind: "skill", standing },
  });
}

export function lintRuleOf(id: string, standing: CardStanding = "open"): ViewItem {
  const rule = JSON.stringify({ nodes: "text", field: "fontSize", atLeast: 12 }, undefined, 2);
  const summary = "Text is at least 12 px, so that it can be read on a phone.";
  return itemOf(id, "lintRuleProposal", "", {
    name: "text-size",
    summary,
    card: { kind: "lintRule", standing, rule },
  });
}

export const searchItem = itemOf("w1", "webSearch", "minimum contrast for small text WCAG 2.2", {
  status: "completed",
  statusText: "5 results",
  citations: [
    {
      title: "Understanding Success Criterion 1.4.3: Contrast (Minimum)",
      url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html",
    },
    { title: "Color contrast", url: "https://web.dev/articles/color-and-contrast-accessibility" },
    { title: "Contrast checker", url: "https://webaim.org/resources/contrastchecker/" },
    { title: "Text and contrast", url: "https://example.org/text-and-contrast" },
    { title: "Reading at night", url: "https://example.com/night" },
  ],
});

export const issueItem = itemOf(
  "r1",
  "reportedIssue",
  "The title uses “Grotesk Display”, which isn’t in the package. Elsewhere it will be set in another typeface.",
  { name: "A typeface is missing" },
);

/** Every kind of card, waiting for its answer. */
export const openCards: readonly ViewItem[] = [
  approvalOf("c1"),
  questionsOf("c2"),
  directionsOf("c3"),
  skillOf("c4"),
  lintRuleOf("c5"),
];

/** Every kind of card, after it was answered or lost its turn. */
export const settledCards: readonly ViewItem[] = [
  approvalOf("s1", { standing: "allowed" }),
  approvalOf("s2", { standing: "denied" }),
  approvalOf("s3", { standing: "expired" }),
  questionsOf("s4", { standing: "answered", answers: givenAnswers }),
  questionsOf("s5", { standing: "dismissed" }),
  questionsOf("s6", { standing: "expired" }),
  directionsOf("s7", { standing: "answered", chosen: "Riverside ink" }),
  directionsOf("s8", { standing: "dismissed" }),
  skillOf("s9", "accepted"),
  skillOf("s10", "dismissed"),
  lintRuleOf("s11", "accepted"),
  lintRuleOf("s12", "dismissed"),
];
