/** Markdown that a block-by-block renderer could get wrong: each is streamed and compared with a rendering at once. */
export const markdownCorpus: Readonly<Record<string, string>> = {
  paragraphs: "One *line*\nand another.\n\nA second **paragraph** with `code`, ~~gone~~ and a hard  \nbreak.\n",
  headings: "# One\n\nText\n\nTwo\n===\n\nThree\n---\n\n### Four ###\nright after\n\n---\n\nend",
  tightList: "Before:\n- a\n- b\n  - b1\n  - b2\n\n    more of b2\n- c\n\nAfter.\n",
  looseList: "- a\n\n- b\n\n  second paragraph of b\n\n- c\n\n1. one\n2. two\n\n10. ten\n",
  orderedStart: "7. seven\n8. eight\n   ```js\n   let x = 1;\n   ```\n9. nine\n",
  tasks: "- [ ] open\n- [x] done\n- plain\n",
  listThenCode: "- item\n\n      indented code in the item\n\n    indented code\n\ntext\n",
  fences: "```ts\nconst a = `x`;\n\n\n// # not a heading\n- not a list\n```\n\n~~~\n```\n~~~\nafter\n",
  openFence: "Look:\n\n```python\nprint('never closed')\n\n* still code\n",
  indented: "para\n\n    code one\n\n    code two\n\npara\n",
  tables: "| a | b |\n|:--|--:|\n| 1 | 2 |\n| `x|y` | **z** |\nafter without blank\n\n| not | a table\n",
  tableAtEnd: "text\n| h |\n| - |\n| c |\n",
  quotes: "> one\n> two\nlazy\n\n> - list\n>   > deeper\n>\n> ```\n> code\n> ```\n\nend\n",
  references:
    "See [the spec][spec], [spec] and [later].\n\n[spec]: https://example.com/spec 'Title'\n\n![alt][pic]\n\n[later]: <https://example.com/later>\n[pic]: https://example.com/pic.png\n",
  links:
    "<https://example.com> and https://example.com/a_(b), www.example.com, a@example.com, [x](https://e.com 'q \"w\"').\n",
  html: "<div>\n# raw *html*\n</div>\n\ntext <b>bold</b> <!-- gone? --> &copy; &lt; <br> <pre>a < b</pre> end\n\n<script>\nlet a = 1 < 2;\n\nlet b;\n</script>\n",
  escapes: "\\*not em\\* \\[x\\](y) & < > \" ' \\\\ `\\`` &amp;amp; 1 < 2 && 3 > 2\n",
  lineEnds: "one\r\n\r\n- a\r\n- b\r\rlast\r\n",
  emoji: "👩‍👩‍👧 **é** e\u0301 עברית `日本語`\n\n- 한국어\n",
  spaces: "\n\n\n   \n\ntext\n\n\n\n   \n\nmore\n   \n",
  tabs: "\tcode\n\n-\ta\n\n\tb\n\n1.\tc\n",
};
