import { describe, expect, it } from "vitest";
import { visiblePieces, visiblePlainText } from "../../../../webview/cards/visibleText.ts";

describe("visibleText", () => {
  it.each([
    ["abc\u202efdp.exe", "abc[U+202E]fdp.exe"],
    ["\u001b[2K\u001b[1A safe", "[U+001B][2K[U+001B][1A safe"],
    ["a\u0000b\u0007\u009b", "a[U+0000]b[U+0007][U+009B]"],
    ["one\r\ntwo\ttab", "one[U+000D]\ntwo\ttab"],
    ["\u2066\u2066\u2066x\u2069", "[U+2066 × 3]x[U+2069]"],
    ["\u200b\u00ad\u3164\u2028", "[U+200B][U+00AD][U+3164][U+2028]"],
    ["\u{e0041}\u{e0042}", "[U+E0041][U+E0042]"],
    ["half \ud83d of it", "half [U+D83D] of it"],
  ])("TRN-10: what can't be seen has a mark: %j", (text, shown) => {
    expect(visiblePlainText(text)).toBe(shown);
  });

  it("TRN-10: no run of blanks is long enough to push what follows out of sight", () => {
    expect(visiblePlainText(`a${" ".repeat(10_000)}b`)).toBe("a[10,000 spaces]b");
    expect(visiblePlainText(`a${"\n\u00a0".repeat(500)}b`)).toBe("a[1,000 blank characters]b");
  });

  it("leaves readable text of any script alone, and emoji whole", () => {
    const texts = ["Grüße", "日本語", "שלום", "मराठी", "👩‍👩‍👧", "❤️", "👍🏽", "   indented\n\tso"];
    for (const text of texts) expect(visiblePieces(text)).toEqual([text]);
  });

  it("a joiner outside an emoji has a mark", () => {
    expect(visiblePlainText("a\u200db\ufe0f")).toBe("a[U+200D]b[U+FE0F]");
  });
});
