import { describe, expect, it } from "vitest";
import type { Item } from "../../../src/archive/types.ts";
import { findItems } from "../../../src/panel/find.ts";

function found(query: string, text: string, matchCase = false): number {
  const item: Item = { id: "1", type: "user", text };
  return findItems([item], { query, matchCase, from: 0 })[0]?.[1] ?? 0;
}

describe("what is found in a conversation", () => {
  it.each([
    ["moon", "Moon and MOON", 2],
    ["ΟΔΟΣ", "οδός, οδος", 1],
    ["straẞe", "Straße", 1],
    ["ПРИВЕТ", "привет", 1],
    ["café", "cafe\u0301 CAFÉ", 2],
    ["cafe\u0301", "café", 1],
    ["cafe", "cafe\u0301", 0],
    ["가", "가\u1100\u1161", 2],
    ["𐐨", "𐐀", 1],
    ["a  b", "a\nb", 1],
    ["1+1 (a.b)*", "is 1+1 (a.b)* or 11 ab", 1],
    ["\ud800", "\ud800", 0],
    ["", "anything", 0],
    ["  ", "  ", 0],
  ])("“%s” in “%s”: %i", (query, text, count) => {
    expect(found(query, text)).toBe(count);
  });

  it("case counts when it is to be matched", () => {
    expect(found("Moon", "Moon moon MOON", true)).toBe(1);
  });

  it("marks of Markdown between the letters of an answer don't hide a text, but do in what isn't Markdown", () => {
    const text = "The **Nee**dle of `old`";
    const items: Item[] = [
      { id: "1", type: "assistant", text },
      { id: "2", type: "user", text },
    ];
    expect(findItems(items, { query: "needle of old", matchCase: false, from: 0 })).toEqual([[0, 1]]);
  });

  it("FMT-5: every text that an item shows is searched, and nothing that only names it", () => {
    const item: Item = {
      id: "here",
      type: "tool",
      text: "here",
      name: "here",
      statusText: "here",
      summary: "here",
      detail: "here and here",
      citations: [{ title: "here", url: "https://here.example" }],
      somethingElse: { deep: ["here"] },
    };
    const card: Item = { id: "2", type: "toolApproval", reason: "here", arguments: '{"text":"here"}' };
    const items = [item, { id: "3", type: "user", text: "nothing" } as Item, card];
    expect(findItems(items, { query: "here", matchCase: false, from: 0 })).toEqual([
      [0, 8],
      [2, 2],
    ]);
    expect(findItems(items, { query: "here", matchCase: false, from: 1 })).toEqual([[2, 2]]);
  });
});
