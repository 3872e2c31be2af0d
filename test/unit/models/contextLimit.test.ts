import { describe, expect, it } from "vitest";
import { emptyConversation, zeroUsage } from "../../../src/archive/defaults.ts";
import { fullContext } from "../../../src/conversation/compaction/fullContext.ts";
import { contextLimit } from "../../../src/models/catalog.ts";

describe("contextLimit", () => {
  it("PRV-1: is that of the current model: what its provider says, else what the table knows", () => {
    expect(contextLimit({ provider: "openaiCompatible", model: "qwen4:8b", context: 40_960 })).toBe(40_960);
    expect(contextLimit({ provider: "openai", model: "gpt-6.2-sol" })).toBe(1_050_000);
    expect(contextLimit({ provider: "openaiCompatible", model: "qwen4:8b" })).toBeUndefined();
  });

  it("CMP-1: the notice shows from 80 % on of what the provider says", () => {
    const shownAt = (input: number) => {
      const conversation = { ...emptyConversation, lastRoundUsage: { ...zeroUsage, input } };
      const next = { provider: "openaiCompatible", model: "qwen4:8b", context: 10_000 };
      return fullContext(conversation, next, { characters: 0 }, { kind: "offered" })?.limit;
    };
    expect([shownAt(7_999), shownAt(8_000)]).toEqual([undefined, 10_000]);
  });
});
