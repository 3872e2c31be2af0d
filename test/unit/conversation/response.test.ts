import { describe, expect, it } from "vitest";
import {
  appendCitation,
  appendText,
  appendThinking,
  appendToolCall,
  appendWebSearch,
  assistantMessage,
  nothingYet,
  type Response,
  settledItems,
} from "../../../src/conversation/response.ts";

type Step = (response: Response, newId: () => string) => Response;

const says =
  (piece: string): Step =>
  (response, newId) =>
    appendText(response, piece, newId);
const thinks =
  (piece: string): Step =>
  (response, newId) =>
    appendThinking(response, piece, newId);
const calls =
  (id: string, args = "{}"): Step =>
  (response, newId) =>
    appendToolCall(response, { id, name: "echo", arguments: args }, newId);
const cites =
  (title: string, url: string): Step =>
  (response) =>
    appendCitation(response, { title, url });
const searches =
  (query: string, titles: readonly string[], error?: string): Step =>
  (response, newId) => {
    const results = titles.map((title) => ({ title, url: `https://${title}.test/` }));
    return appendWebSearch(response, { query, results, ...(error === undefined ? {} : { error }) }, newId);
  };

function respond(...steps: readonly Step[]): Response {
  let count = 0;
  return steps.reduce((response, step) => step(response, () => `item-${++count}`), nothingYet);
}

function textsOf(response: Response): readonly unknown[] {
  return (assistantMessage(response)?.content ?? []).map((block) => (block.type === "text" ? block.text : block.type));
}

describe("a web search in a response", () => {
  it("TRN-4: is an item with its findings, and a text block with their addresses", () => {
    const response = respond(searches("cobalt", ["a", "b"]));
    expect(settledItems(response, "completed")).toEqual([
      {
        id: "item-1",
        type: "webSearch",
        text: "cobalt",
        status: "succeeded",
        statusText: "2 results",
        citations: [
          { title: "a", url: "https://a.test/" },
          { title: "b", url: "https://b.test/" },
        ],
      },
    ]);
    expect(assistantMessage(response)).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "Web search for “cobalt”:\n1. a: https://a.test/\n2. b: https://b.test/" }],
    });
  });

  it.each<[string, Step, object, string]>([
    ["one result", searches("q", ["a"]), { status: "succeeded", statusText: "1 result" }, "1. a: https://a.test/"],
    ["none", searches("q", []), { status: "succeeded", statusText: "0 results" }, "Nothing was found."],
    [
      "a failure",
      searches("q", [], "Too long."),
      { status: "failed", statusText: "Too long." },
      "It failed: Too long.",
    ],
  ])("TRN-4: says how it ended: %s", (_, step, item, line) => {
    const response = respond(step);
    expect(response.items).toMatchObject([item]);
    expect(textsOf(response)).toEqual([`Web search for “q”:\n${line}`]);
  });

  it("TRN-4: text before and after it are blocks and items of their own", () => {
    const response = respond(says("Let me "), says("look."), searches("q", []), says("It "), says("is blue."));
    expect(textsOf(response)).toEqual(["Let me look.", "Web search for “q”:\nNothing was found.", "It is blue."]);
    expect(response.items.map(({ type, text, status }) => [type, text, status])).toEqual([
      ["assistant", "Let me look.", undefined],
      ["webSearch", "q", "succeeded"],
      ["assistant", "It is blue.", "running"],
    ]);
  });

  it("TRN-7: searches in a row, and one before a call, leave no blank block", () => {
    const found = "Web search for “q”:\nNothing was found.";
    expect(textsOf(respond(searches("q", []), searches("q", []), calls("a")))).toEqual([found, found, "toolCall"]);
    expect(textsOf(respond(searches("q", []), says(" \n")))).toEqual([found]);
  });

  it("TRN-7: lone surrogates of a query, a title and an address are replaced", () => {
    const response = respond(searches("q\ud83d", ["t\udc00"]), says("x"), cites("\ud83d", "https://\ud83d"));
    expect(JSON.stringify(response.items)).not.toMatch(/\\ud[89a-f]/i);
    expect(textsOf(response)[0]).toBe("Web search for “q\ufffd”:\n1. t\ufffd: https://t\ufffd.test/");
  });
});

describe("a source", () => {
  it("TRN-4: stands once on the text before it, and not in the history", () => {
    const response = respond(
      searches("q", ["a"]),
      says("Blue."),
      cites("A", "https://a.test/"),
      cites("A again", "https://a.test/"),
      cites("B", "https://b.test/"),
      says(" And deep."),
    );
    expect(response.items[1]).toMatchObject({
      type: "assistant",
      text: "Blue. And deep.",
      citations: [
        { title: "A", url: "https://a.test/" },
        { title: "B", url: "https://b.test/" },
      ],
    });
    expect(textsOf(response)[1]).toBe("Blue. And deep.");
  });

  it("TRN-4: without a text before it is left out", () => {
    const alone = respond(cites("A", "https://a.test/"));
    expect([alone.items, assistantMessage(alone)]).toEqual([[], undefined]);
    const late = respond(says("x"), calls("a"), cites("A", "https://a.test/"));
    expect(late.items.some((item) => "citations" in item)).toBe(false);
  });
});

describe("a response that is over", () => {
  const steps = [thinks("Hm."), says("Once"), calls("a"), searches("q", []), says("upon")];

  it("TRN-6: an interrupted one says so on its last item, and not in its text", () => {
    const response = respond(...steps);
    expect(settledItems(response, "interrupted").map(({ type, status }) => [type, status])).toEqual([
      ["thinking", undefined],
      ["assistant", undefined],
      ["tool", "running"],
      ["webSearch", "succeeded"],
      ["assistant", "interrupted"],
    ]);
    expect(textsOf(response).at(-1)).toBe("upon");
  });

  it("TRN-6: one that came whole has no states but those of its calls and searches", () => {
    expect(settledItems(respond(...steps), "completed").map(({ status }) => status)).toEqual([
      undefined,
      undefined,
      "running",
      "succeeded",
      undefined,
    ]);
  });

  it("TRN-6: a search that came whole wasn't interrupted", () => {
    expect(settledItems(respond(searches("q", [])), "interrupted")).toMatchObject([{ status: "succeeded" }]);
  });

  it("TRN-7: is no message when it holds nothing, or only blank text and thinking", () => {
    for (const blank of [[], [says("")], [says(" \n")], [thinks("Hm.")], [thinks("Hm."), says("\t")]]) {
      expect(assistantMessage(respond(...blank))).toBeUndefined();
    }
  });

  it("BYT-1: keeps a call's arguments as they were written, and the order of all", () => {
    const response = respond(says("a"), calls("1", '{ "x": 1.0 }'), says("b"), calls("2", ""));
    expect(assistantMessage(response)?.content).toEqual([
      { type: "text", text: "a" },
      { type: "toolCall", id: "1", name: "echo", arguments: '{ "x": 1.0 }' },
      { type: "text", text: "b" },
      { type: "toolCall", id: "2", name: "echo", arguments: "" },
    ]);
    expect(response.calls.map(({ id, itemId }) => [id, itemId])).toEqual([
      ["1", "item-2"],
      ["2", "item-4"],
    ]);
  });
});
