import { describe, expect, it } from "vitest";
import { compactionFigures } from "../../../../src/conversation/compaction/figures.ts";
import { fullContext } from "../../../../src/conversation/compaction/fullContext.ts";
import { promptSize } from "../../../../src/conversation/compaction/sizes.ts";
import { summaryMessage } from "../../../../src/conversation/compaction/turnOpenings.ts";
import { conversationOf, plainTurns, usageOf } from "../../../support/compactions.ts";

const at = new Date("2026-11-30T12:00:00Z");
const opus = { provider: "anthropic", model: "claude-opus-5-5", at };
/** 100,000 characters in front of every history. */
const prompt = { characters: 100_000 };
const hash = (digit: string) => digit.repeat(64);

/** Three turns: what is summarized holds 300,000 characters, what stays 2 × 200, the words around the messages included. */
const conversation = (more = {}) =>
  conversationOf(
    [
      { text: "x".repeat(99_000), answer: "y".repeat(200_970) },
      { text: "a".repeat(70), answer: "b".repeat(100) },
      { text: "c".repeat(70), answer: "d".repeat(100) },
    ],
    more,
  );

describe("the figures of the confirmation", () => {
  it("CMP-2: what it sends is the last request's input total, as the provider counted it", () => {
    const lastRoundUsage = usageOf({ input: 200, cacheRead: 90_000, cacheWrite: 10_000, output: 700 });
    const figures = compactionFigures(conversation({ lastRoundUsage }), prompt, opus);
    // 100,200 tokens: written to the cache at $5, or read from it at $0.20, and 2,000 tokens of summary at $20 a million.
    expect(figures).toMatchObject({
      tokens: 100_200,
      isReported: true,
      cost: { kind: "estimated", dollars: 0.541 },
      cachedCost: { kind: "estimated", dollars: 0.06004 },
      summarizedTurns: 1,
      keptTurns: 2,
      foldsSummary: false,
      goingImages: 0,
      limit: 1_000_000,
    });
    // 400,400 characters are 100,200 tokens; 100,400 of them stay, 25,126 tokens, and 2,000 of summary come.
    expect(figures?.tokensAfter).toBe(27_126);
    expect(figures?.nextMessageCost).toEqual({ kind: "estimated", dollars: 0.13563 });
  });

  it("CMP-2: before any usage it is the history's text, arguments and results ÷ 4, rounded up", () => {
    const turns = conversationOf([{ text: "Größe 😀", results: ["four", "x".repeat(400)] }, ...plainTurns(2)]);
    // Each opening has 30 characters around its message, each call {} as arguments, each answer is “Done.”
    const characters = 30 + 8 + 2 + 4 + 2 + 400 + 5 + 2 * (30 + 9 + 5);
    const figures = compactionFigures(turns, prompt, opus);
    expect(figures).toMatchObject({ tokens: Math.ceil(characters / 4), isReported: false });
    expect(figures?.tokens).toBe(135);
    // No more than it is now.
    expect(figures?.tokensAfter).toBe(135);
    // 135 tokens at $5 and 2,000 at $20 a million.
    expect(figures?.cost).toEqual({ kind: "estimated", dollars: 0.040675 });
  });

  it("CMP-2: arguments and results in the Base64 form count as the text that they are", () => {
    const base = conversationOf(plainTurns(3));
    const call = { type: "toolCall", id: "t", name: "x", argumentsBase64: btoa("{}{}") } as const;
    const result = {
      type: "toolResult",
      callID: "t",
      toolName: "x",
      isError: false,
      contentBase64: btoa("12345678"),
    } as const;
    const history = [
      ...base.history,
      { role: "assistant", content: [call] },
      { role: "tool", content: [result] },
    ] as const;
    const before = compactionFigures(base, prompt, opus)?.tokens ?? 0;
    expect(compactionFigures({ ...base, history }, prompt, opus)?.tokens).toBe(before + 3);
  });

  it("CMP-2: tokens only for a provider that doesn't bill them, and for a model without a price", () => {
    const lastRoundUsage = usageOf({ input: 5_000 });
    const figuresOn = (provider: string, model: string) =>
      compactionFigures(conversation({ lastRoundUsage }), prompt, { provider, model, at });
    expect(figuresOn("claudeCode", "claude-opus-5-5")).toMatchObject({
      tokens: 5_000,
      cost: { kind: "notBilled" },
      cachedCost: { kind: "notBilled" },
      nextMessageCost: { kind: "notBilled" },
    });
    expect(figuresOn("anthropic", "claude-new-9")).toMatchObject({
      tokens: 5_000,
      cost: { kind: "unknown" },
      nextMessageCost: { kind: "unknown" },
    });
  });

  it("CMP-2: a model whose price rises with the size of the request is priced by what is sent", () => {
    const figuresWith = (input: number) =>
      compactionFigures(conversation({ lastRoundUsage: usageOf({ input }) }), prompt, {
        ...opus,
        model: "claude-haiku-5-5",
      })?.cost.dollars;
    // Up to 100,000 tokens $0.125 and $0.50 a million, above them $0.625 and $2.50 for all.
    expect([figuresWith(100_000), figuresWith(100_001)]).toEqual([0.0135, 0.067500625]);
  });

  it("CMP-2: images that go are counted once, and not those that stay", () => {
    const figures = compactionFigures(
      conversationOf([
        { text: "a", images: [hash("1"), hash("2"), hash("1")] },
        { text: "b", images: [hash("2")] },
        { text: "c", images: [hash("2"), hash("3")] },
        { text: "d", images: [hash("3")] },
      ]),
      prompt,
      opus,
    );
    expect(figures).toMatchObject({ goingImages: 1, summarizedTurns: 2 });
  });

  it("CMP-2: says that an earlier summary is folded in, which is no turn", () => {
    const { history, sentFacts } = conversationOf(plainTurns(3));
    const compacted = conversationOf(plainTurns(3), {
      history: [summaryMessage("So it was."), ...history],
      sentFacts: sentFacts.map(({ message }) => ({ message: message + 1 })),
    });
    expect(compactionFigures(compacted, prompt, opus)).toMatchObject({ foldsSummary: true, summarizedTurns: 1 });
  });

  it("CMP-6: there are none where nothing is to be compacted", () => {
    expect(compactionFigures(conversationOf(plainTurns(2)), prompt, opus)).toBeUndefined();
  });

  it("FMT-5: stay sensible whatever numbers a file holds", () => {
    for (const input of [-5, 0.5, 1e300, Number.MAX_VALUE]) {
      const figures = compactionFigures(conversation({ lastRoundUsage: usageOf({ input }) }), prompt, opus);
      expect(figures?.tokens).toBeGreaterThan(0);
      expect(figures?.tokensAfter).toBeLessThanOrEqual(figures?.tokens ?? 0);
    }
  });

  it("CMP-2: what stands before every history is measured too", () => {
    expect(promptSize("1234567890", [{ name: "x" }])).toEqual({ characters: 10 + '[{"name":"x"}]'.length });
  });
});

describe("the notice of a nearly full context", () => {
  const offered = { kind: "offered" } as const;
  const long = "r".repeat(100_000);
  const full = (input: number, results: readonly string[], model = "claude-opus-5-5") =>
    fullContext(
      conversationOf([{ text: "a", results }, ...plainTurns(2)], { lastRoundUsage: usageOf({ input }) }),
      { provider: "anthropic", model },
      { characters: 0 },
      offered,
    );

  it("CMP-1: shows from 80 % of the model's context on, counted by the input total", () => {
    expect(full(799_999, [])).toBeUndefined();
    expect(full(800_000, [])).toMatchObject({ used: 800_000, limit: 1_000_000, compaction: offered });
    expect(full(160_000, [], "claude-opus-4-5")).toMatchObject({ used: 160_000, limit: 200_000 });
    expect(full(900_000, [], "claude-new-9")).toBeUndefined();
  });

  it("CMP-8: reclaiming is the first choice only where it brings the input under 95 % of where the notice begins", () => {
    // 760,000 tokens are to be undercut. A result of 26 in all is a 26th of the input.
    const results = (old: number) => [...Array(old).fill(long), ...Array(12).fill(long)];
    expect(full(800_000, results(14))?.reclaim).toMatchObject({ results: 14, isEnough: true });
    const many = full(1_000_000, results(1))?.reclaim;
    expect(many).toMatchObject({ results: 1, isEnough: false });
    expect(many?.tokensAfter).toBe((many?.tokens ?? 0) - (many?.freedTokens ?? 0));
    expect(full(800_000, results(0))).toMatchObject({ reclaim: undefined });
  });
});
