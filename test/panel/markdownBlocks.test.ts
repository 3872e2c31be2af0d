import { describe, expect, it } from "vitest";
import { MarkdownBlocks, renderBlocks } from "../../webview/markdown/blocks.ts";
import { safeUrl } from "../../webview/markdown/safeUrl.ts";
import { markdownCorpus } from "../support/panel/markdownCorpus.ts";

/** Forward references are known only when the text is complete. */
const texts = Object.entries(markdownCorpus).filter(([name]) => name !== "references");

describe("Markdown block by block", () => {
  it.each(texts)("equals a whole rendering after every character: %s", (_name, text) => {
    const blocks = new MarkdownBlocks();
    let shown: string[] = [];
    for (let end = 1; end <= text.length; end++) {
      const { start, html } = blocks.update(text.slice(0, end));
      shown = [...shown.slice(0, start), ...html];
      expect(shown).toEqual(renderBlocks(text.slice(0, end)));
    }
  });

  it("equals a whole rendering after every piece of all of them in a row", () => {
    const text = texts.map(([, part]) => part).join("\n\n***\n\n");
    const blocks = new MarkdownBlocks();
    let shown: string[] = [];
    for (let end = 13; end < text.length + 13; end += 13) {
      const { start, html } = blocks.update(text.slice(0, end));
      shown = [...shown.slice(0, start), ...html];
      expect(shown).toEqual(renderBlocks(text.slice(0, end)));
    }
  });

  it("lexes only the tail: the first blocks are settled", () => {
    const blocks = new MarkdownBlocks();
    blocks.update("one\n\ntwo\n\nthree\n\nfour");
    const { start, html } = blocks.update("one\n\ntwo\n\nthree\n\nfour and more");
    expect(start).toBe(2);
    expect(html).toEqual(["<p>three</p>\n", "<p>four and more</p>\n"]);
  });

  it("starts anew when the text doesn't continue the last one", () => {
    const blocks = new MarkdownBlocks();
    blocks.update("one\n\ntwo\n\nthree\n\nfour");
    expect(blocks.update("other")).toEqual({ start: 0, html: ["<p>other</p>\n"] });
  });

  it("knows a reference that was defined in a settled block", () => {
    const text = "[a]: https://example.com/\n\none\n\ntwo\n\nthree [a]";
    const blocks = new MarkdownBlocks();
    blocks.update(text.slice(0, -3));
    expect(blocks.update(text).html.at(-1)).toContain('href="https://example.com/"');
  });

  it("a block beyond the cap is plain text", () => {
    const text = `**a** ${"x".repeat(200_001)}`;
    const expected = [`<p class="verbatim">${text}</p>`];
    expect(new MarkdownBlocks().update(text).html).toEqual(expected);
    expect(renderBlocks(text)).toEqual(expected);
  });
});

describe("addresses", () => {
  it.each([
    ["https://example.com/a b", "https://example.com/a%20b"],
    ["HTTP://example.com", "http://example.com/"],
    ["mailto:a@example.com", "mailto:a@example.com"],
  ])("%s may be opened", (address, url) => expect(safeUrl(address)).toBe(url));

  it.each([
    "javascript:x",
    "java\tscript:x",
    " javascript:x",
    "\u0001javascript:x",
    "command:x",
    "file:///x",
    "vscode:x",
    "//e.com",
    "/x",
    "#x",
    "data:text/html,x",
    "",
  ])("%j may not", (address) => expect(safeUrl(address)).toBeUndefined());
});
