import { describe, expect, it } from "vitest";
import { momentWords, spentWords } from "../../../webview/items/moment.ts";

const now = new Date(2026, 2, 4, 18, 0);
const iso = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const plain = (text: string | undefined) => text?.replace(/\s/g, " ");

describe("when a message was", () => {
  it("FMT-4: is the time alone today, and the day with it on any other", () => {
    expect(plain(momentWords(iso(2026, 2, 4, 9, 5), now, "en-US")?.short)).toBe("9:05 AM");
    expect(plain(momentWords(iso(2026, 2, 3, 9, 5), now, "en-US")?.short)).toBe("Mar 3, 2026, 9:05 AM");
    expect(plain(momentWords(iso(2025, 2, 4, 9, 5), now, "en-US")?.short)).toBe("Mar 4, 2025, 9:05 AM");
  });

  it("FMT-4: has the whole day in its long form, in the person's locale", () => {
    expect(plain(momentWords(iso(2026, 2, 4, 9, 5), now, "en-US")?.whole)).toContain("Wednesday, March 4, 2026");
    expect(momentWords(iso(2026, 2, 4, 9, 5), now, "ja")?.whole).toContain("2026年3月4日");
  });

  it("FMT-5: a text that is no time is none", () => {
    for (const text of ["", "yesterday", "<b>"]) expect(momentWords(text, now, "en-US")).toBeUndefined();
  });
});

describe("what a turn used", () => {
  it.each([
    [{ kind: "estimated", dollars: 0.25 }, "This turn: 1,300 tokens in, 20 out, $0.25 estimated"],
    [{ kind: "notBilled" }, "This turn: 1,300 tokens in, 20 out, not billed"],
    [{ kind: "unknown" }, "This turn: 1,300 tokens in, 20 out, cost unknown"],
  ] as const)("FMT-10: says the tokens and what they cost: %#", (cost, words) => {
    expect(spentWords({ input: 100, output: 20, cacheRead: 1000, cacheWrite: 200, cost })).toBe(words);
  });

  it("FMT-9: leaves tokens out that nobody counted", () => {
    const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    expect(spentWords({ ...none, cost: { kind: "estimated", dollars: 1 } })).toBe("This turn: $1.00 estimated");
  });
});
