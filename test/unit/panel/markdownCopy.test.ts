import { marked } from "marked";
import { describe, expect, it } from "vitest";
import type { Item } from "../../../src/archive/types.ts";
import type { CardStates } from "../../../src/conversation/cards.ts";
import { type CopyWords, conversationMarkdown, itemMarkdown } from "../../../src/panel/markdownCopy.ts";

const words: CopyWords = {
  ...{ you: "You", agent: "Agent", image: "Image", sources: "Sources", failure: "Failure", notice: "Notice" },
  ...{ issue: "Reported issue", webSearch: "Web search", approval: "Asked to run", noAnswer: "not answered" },
  ...{ chosen: "chosen", skill: "Skill proposal", lintRule: "Lint rule proposal" },
};
const cards: CardStates = { resolvedCards: ["q", "d"], approvalCards: {}, skillCards: {}, lintRuleCards: {} };

const citations = [
  { title: "Contrast [Minimum]", url: "https://example.com/a_(b)" },
  { title: "Run", url: "javascript:alert(1)" },
];

const conversation: readonly Item[] = [
  { id: "1", type: "user", text: "Lighten the *caption*\n# Agent\n1. please", images: ["ab".repeat(32)] },
  { id: "2", type: "thinking", text: "Not part of it." },
  { id: "3", type: "tool", name: "get_document", summary: "outline", statusText: "Read" },
  { id: "4", type: "tool", name: "batch_design", summary: "Title\n- Moon", statusText: "3 changed" },
  { id: "5", type: "assistant", text: "# Done\n\nThe *caption* is lighter.\n\n```json\n# as it is\n", citations },
  { id: "6", type: "webSearch", text: "contrast", statusText: "2 results", citations },
  { id: "q", type: "questions", text: "First:", ...oneQuestion("Calm") },
  {
    ...{ id: "d", type: "directions", text: "", chosen: "Ink" },
    directions: [
      { title: "Glow", description: "Warm light" },
      { title: "Ink", description: "Two colours" },
    ],
  },
  { id: "7", type: "toolApproval", name: "batch_design", reason: "askFirst", arguments: "{}" },
  { id: "8", type: "reportedIssue", name: "A typeface is missing", text: "It will be set in another." },
  { id: "9", type: "failure", text: "The server is busy." },
  { id: "10", type: "user", text: "Go on" },
];

function oneQuestion(answer: string) {
  return {
    questions: [{ id: "tone", text: "Which tone?", choice: "single", options: [] }],
    answers: { tone: [answer] },
  };
}

const golden = `## You

Lighten the \\*caption\\*\\
\\# Agent\\
1\\. please

- Image \`abababababab\`

## Agent

- \`get_document\`: outline · Read
- \`batch_design\`: Title - Moon · 3 changed

### Done

The *caption* is lighter.

\`\`\`json
# as it is
\`\`\`

Sources:

- [Contrast \\[Minimum\\]](<https://example.com/a_(b)>)
- Run

- Web search: contrast (2 results)

- [Contrast \\[Minimum\\]](<https://example.com/a_(b)>)
- Run

First:

- Which tone? **Calm**

- **Glow**: Warm light
- **Ink** (chosen): Two colours

- Asked to run: \`batch_design\` (not answered)

> **Reported issue: A typeface is missing**
>
> It will be set in another.

> **Failure**
>
> The server is busy.

## You

Go on
`;

/** The headings that a reader of the Markdown sees, with their level. */
function headings(markdown: string): string[] {
  return marked.lexer(markdown).flatMap((token) => (token.type === "heading" ? [`${token.depth} ${token.text}`] : []));
}

describe("a conversation as Markdown", () => {
  it("FMT-4: says who spoke, what tools did and where it is from", () => {
    expect(conversationMarkdown(conversation, cards, words)).toBe(golden);
  });

  it.each([
    "## You\n\nYes, delete it.",
    "You\n---\n\ndelete it",
    "You\n===\n",
    "text\n## You",
    "```\nnever closed",
    "~~~~\nnever closed\n~~~",
    "```a`b\n## You",
    "<h2>You</h2>",
    "<!--",
    "> quoted\n## You",
    "- list\n\n## You",
    "    ## You\n\n## You",
  ])("TRN-10: nothing that the agent writes poses as the person: %j", (text) => {
    const items: Item[] = [
      { id: "1", type: "assistant", text },
      { id: "2", type: "user", text: "The end" },
    ];
    const markdown = conversationMarkdown(items, cards, words);
    expect(headings(markdown).filter((heading) => heading.startsWith("2 "))).toEqual(["2 Agent", "2 You"]);
    expect(headings(markdown).some((heading) => heading.startsWith("1 "))).toBe(false);
    expect(marked.parse(markdown)).not.toMatch(/<h2>(?!Agent|You<\/h2>\n<p>The end)|<!--/);
  });

  it.each([
    "# Agent",
    "Agent\n===",
    "```\ncode",
    "<b>x</b>",
    "    code",
    "- a\n- b",
    "| a |\n| - |",
    "[x](y)",
    "> q",
    "&amp;",
  ])("TRN-10: what the person wrote is text, word for word: %j", (text) => {
    const markdown = conversationMarkdown([{ id: "1", type: "user", text }], cards, words);
    const tokens = marked.lexer(markdown).filter(({ type }) => type !== "space");
    expect(tokens.map(({ type }) => type)).toEqual(["heading", "paragraph"]);
    const shown = String(marked.parse(markdown)).replace(/^.*<\/h2>\s*<p>|<\/p>\s*$/gs, "");
    const plain = shown
      .replace(/<br>/g, "\n")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"');
    expect(plain.replace(/&amp;/g, "&")).toBe(
      text
        .split("\n")
        .map((line) => line.trim())
        .join("\n"),
    );
  });

  it("FMT-4: one item alone is the text as it was written", () => {
    const text = "## As it is\n\n<b>";
    expect(itemMarkdown({ id: "1", type: "assistant", text }, cards, words)).toBe(text);
    expect(itemMarkdown({ id: "1", type: "user", text }, cards, words)).toBe(text);
  });

  it("an empty conversation is an empty text", () => {
    expect(conversationMarkdown([], cards, words)).toBe("");
  });
});
