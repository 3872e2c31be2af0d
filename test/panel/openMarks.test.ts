import { describe, expect, it } from "vitest";
import { MarkdownBlocks } from "../../webview/markdown/blocks.ts";
import { endingOf } from "../../webview/markdown/openMarks.ts";

describe("marks that are open at the end", () => {
  it.each([
    ["**Set", 0, "**"],
    ["a **Set the", 0, "**"],
    ["*a **b", 0, "***"],
    ["***both**", 0, "*"],
    ["**bold*", 0, "*"],
    ["_em", 0, "_"],
    ["~~gone", 0, "~~"],
    ["a `co", 0, "`"],
    ["**a ``co`d", 0, "``**"],
    ["a **", 2, ""],
    ["*a **_", 3, "*"],
    ["``", 2, ""],
  ])("%s drops %i characters and ends with %s", (text, dropped, closers) => {
    expect(endingOf(text)).toEqual({ dropped, closers });
  });

  it.each([
    "plain",
    "**done** and *that*",
    "5*3 and a * b",
    "\\*not \\`this",
    "snake_case_name",
    "_snake_case_",
    "`**` as it is",
    "``a`b``",
  ])("%s has none", (text) => expect(endingOf(text)).toBeUndefined());
});

describe("the live end of a text", () => {
  it.each([
    ["paragraph", "one\n\n**Set the", "<strong>Set the</strong>"],
    ["list item", "1. one\n2. `ab", "<code>ab</code>"],
    ["later paragraph of a list item", "- a\n\n  **second", "<strong>second</strong>"],
    ["quote", "> *q", "<em>q</em>"],
    ["heading", "## He **ad", "<strong>ad</strong>"],
  ])("shows no mark in a %s", (_kind, text, expected) => {
    const html = new MarkdownBlocks(endingOf).update(text).html.join("");
    expect(html).toContain(expected);
    expect(html).not.toMatch(/[*`]/);
  });

  it("leaves code and tables as they are", () => {
    for (const text of ["```js\n**x", "    **x", "| a |\n|---|\n| **b"]) {
      expect(new MarkdownBlocks(endingOf).update(text).html.join("")).toContain("**");
    }
  });

  it("changes nothing of what comes after", () => {
    const blocks = new MarkdownBlocks(endingOf);
    blocks.update("one **two");
    expect(blocks.update("one **two").html).toEqual(["<p>one <strong>two</strong></p>\n"]);
    expect(blocks.update("one **two\n\nthree\n\nfour").html[0]).toBe("<p>one **two</p>\n");
    expect(blocks.update("one **two\n\nthree\n\nfour *five").html.at(-1)).toBe("<p>four <em>five</em></p>\n");
  });
});
