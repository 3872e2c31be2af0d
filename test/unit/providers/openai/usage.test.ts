import { describe, expect, it } from "vitest";
import { chatUsage, responsesUsage } from "../../../../src/providers/openai/usage.ts";

const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 };

describe("OpenAI's usage", () => {
  it("FMT-9: the input that it counts includes what was read from and written to the cache", () => {
    const details = { cached_tokens: 600, cache_write_tokens: 300 };
    const expected = { ...none, input: 100, output: 50, cacheRead: 600, cacheWrite: 300 };
    expect(chatUsage({ prompt_tokens: 1000, completion_tokens: 50, prompt_tokens_details: details }, false)).toEqual(
      expected,
    );
    expect(responsesUsage({ input_tokens: 1000, output_tokens: 50, input_tokens_details: details }, 2)).toEqual({
      ...expected,
      webSearchRequests: 2,
    });
  });

  it("FMT-9: a server that lies about a part is believed about the whole", () => {
    const lies = { cached_tokens: 900, cache_write_tokens: 900, cache_write_tokens_details: { ttl_12h_tokens: 5000 } };
    expect(chatUsage({ prompt_tokens: 1000, completion_tokens: 1, prompt_tokens_details: lies }, false)).toEqual({
      ...none,
      output: 1,
      cacheRead: 900,
      cacheWrite: 100,
      cacheWrite1h: 100,
    });
    expect(chatUsage({ completion_tokens: 1, prompt_tokens_details: { cached_tokens: 7 } }, false)).toEqual({
      ...none,
      output: 1,
    });
  });

  it.each([
    undefined,
    null,
    7,
    "many",
    {},
    { prompt_tokens: null, completion_tokens: null },
    { prompt_tokens: Number.NaN, completion_tokens: Number.POSITIVE_INFINITY },
    { prompt_tokens: "12", completion_tokens: "3" },
    { prompt_tokens: -1 },
  ])("FMT-9: %o is no usage", (wire) => {
    expect(chatUsage(wire, true)).toBeUndefined();
    expect(responsesUsage(wire, 0)).toBeUndefined();
  });

  it("FMT-9: a part that can't be read counts as none, and figures are whole", () => {
    const details = { cached_tokens: "5", cache_write_tokens: null };
    expect(chatUsage({ prompt_tokens: 9.7, completion_tokens: "x", prompt_tokens_details: details }, false)).toEqual({
      ...none,
      input: 9,
    });
  });

  it("FMT-10: OpenRouter's own cost is taken, exactly, and with a key of the person's own what the provider takes too", () => {
    const tokens = { prompt_tokens: 1, completion_tokens: 2 };
    expect(chatUsage({ ...tokens, cost: 0 }, true)?.reportedCost).toBe(0);
    expect(chatUsage({ ...tokens, cost: 0.000000001 }, true)?.reportedCost).toBe(0.000000001);
    expect(chatUsage({ cost: 0.5 }, true)).toEqual({ ...none, reportedCost: 0.5 });
    const own = { cost: 0.1, is_byok: true, cost_details: { upstream_inference_cost: 0.2 } };
    expect(chatUsage({ ...tokens, ...own }, true)?.reportedCost).toBe(0.3);
    expect(chatUsage({ ...tokens, ...own, is_byok: false }, true)?.reportedCost).toBe(0.1);
  });

  it("FMT-10: a cost that can't be one, or a stranger's, isn't taken", () => {
    for (const cost of ["0.1", -1, Number.NaN, null]) {
      expect(chatUsage({ prompt_tokens: 1, cost }, true)).not.toHaveProperty("reportedCost");
    }
    expect(chatUsage({ prompt_tokens: 1, cost: 3 }, false)).not.toHaveProperty("reportedCost");
  });
});
