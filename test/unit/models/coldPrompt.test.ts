import { describe, expect, it } from "vitest";
import { zeroUsage } from "../../../src/archive/defaults.ts";
import type { Message } from "../../../src/archive/types.ts";
import { findModel } from "../../../src/models/catalog.ts";
import { coldPrompt } from "../../../src/models/coldPrompt.ts";

const at = new Date("2026-11-30T00:00:00Z");
const opus = { provider: "anthropic", model: "claude-opus-5-5" };
const history: readonly Message[] = [
  { role: "user", content: [{ type: "text", text: "12345" }] },
  { role: "assistant", content: [{ type: "toolCall", id: "1", name: "get_document", arguments: "{}" }] },
  {
    role: "tool",
    content: [{ type: "toolResult", callID: "1", toolName: "get_document", isError: false, content: "ab" }],
  },
];
const lastRoundUsage = { ...zeroUsage, input: 2_000, cacheRead: 170_000, cacheWrite: 10_000, output: 500 };

describe("reading a conversation anew", () => {
  it("BYT-4: costs what the last request read, at the price of writing it to the cache", () => {
    const price = findModel(opus.provider, opus.model, at)?.prices.cacheWrite5m ?? 0;
    expect(price).toBeGreaterThan(0);
    const { tokens, cost } = coldPrompt(opus, { history, lastRoundUsage }, at);
    expect(tokens).toBe(182_000);
    expect(cost.kind).toBe("estimated");
    expect(cost.dollars).toBeCloseTo((182_000 * price) / 1_000_000, 10);
  });

  it("BYT-4: takes the history's characters ÷ 4 where no request has reported its tokens, rounded up", () => {
    expect(coldPrompt(opus, { history, lastRoundUsage: zeroUsage }, at).tokens).toBe(3);
  });

  it("BYT-4: has no price where none is known, and none where nothing is billed", () => {
    const unknown = coldPrompt({ provider: "openaiCompatible", model: "llama" }, { history, lastRoundUsage }, at);
    expect(unknown).toEqual({ tokens: 182_000, cost: { kind: "unknown" } });
    expect(coldPrompt({ provider: "codex", model: "any" }, { history, lastRoundUsage }, at).cost.kind).toBe(
      "notBilled",
    );
  });
});
