import { describe, expect, it } from "vitest";
import { zeroUsage } from "../../../src/archive/defaults.ts";
import { costOf } from "../../../src/models/cost.ts";
import { answerLimit, freePrices, listedRows } from "../../../src/models/listedModel.ts";
import {
  readAnthropicModels,
  readCompatibleModels,
  readLmStudioModels,
  readOllamaTags,
  readOpenAIModels,
  readOpenRouterModels,
  withOllamaDetails,
} from "../../../src/providers/modelLists.ts";

const at = new Date("2026-12-01");

describe("the lists of models that providers give", () => {
  const pricing = {
    prompt: "0.00000025",
    completion: "0.000015",
    input_cache_read: "0.0000003",
    input_cache_write: "0.00000375",
    web_search: "0.01",
  };
  const openrouter = {
    data: [
      {
        id: "anthropic/claude-opus-5.5",
        name: "Anthropic: Claude Opus 5.5",
        context_length: 1_000_000,
        architecture: { input_modalities: ["text", "image"] },
        top_provider: { max_completion_tokens: 128_000 },
        supported_parameters: ["tools", "max_tokens"],
        pricing,
      },
      { id: "old/no-tools", supported_parameters: ["max_tokens"], pricing },
      { id: "openrouter/auto", context_length: 2e6, pricing: { prompt: "-1", completion: "-1" } },
    ],
  };

  it("FMT-10: OpenRouter's prices are read exactly, and only models that can call tools are offered", () => {
    const [opus, auto, ...others] = readOpenRouterModels(openrouter);
    expect(opus).toEqual({
      id: "anthropic/claude-opus-5.5",
      label: "Anthropic: Claude Opus 5.5",
      context: 1_000_000,
      maxOutput: 128_000,
      takesImages: true,
      prices: {
        input: 0.25,
        output: 15,
        cacheRead: 0.3,
        cacheWrite5m: 3.75,
        cacheWrite1h: 3.75,
        webSearchPerThousand: 10,
      },
    });
    expect(auto).toEqual({ id: "openrouter/auto", label: "openrouter/auto", context: 2_000_000 });
    expect(others).toEqual([]);
  });

  it("FMT-10: a cost without a reported one comes from the provider's own list, else it is unknown", () => {
    const rows = listedRows("openrouter", readOpenRouterModels(openrouter));
    const usage = { ...zeroUsage, input: 1000, output: 10, cacheWrite: 100 };
    expect(costOf("openrouter", "anthropic/claude-opus-5.5", usage, at, rows)).toEqual({
      kind: "estimated",
      dollars: 0.000775,
    });
    expect(costOf("openrouter", "openrouter/auto", usage, at, rows)).toEqual({ kind: "unknown" });
    expect(costOf("openrouter", "openrouter/auto", { ...usage, reportedCost: 0.1 }, at, rows)).toEqual({
      kind: "reported",
      dollars: 0.1,
    });
  });

  it("reads what Ollama and LM Studio hold, which costs nothing", () => {
    const [qwen] = readOllamaTags({ models: [{ name: "qwen4:8b", model: "qwen4:8b" }, { size: 1 }] });
    if (qwen === undefined) throw new Error("no model");
    expect(
      withOllamaDetails(qwen, { model_info: { "qwen4.context_length": 40_960 }, capabilities: ["tools"] }),
    ).toEqual({ id: "qwen4:8b", label: "qwen4:8b", context: 40_960, takesImages: false, prices: freePrices });
    expect(withOllamaDetails(qwen, null)).toEqual(qwen);
    const lmStudio = [
      { id: "gemma-4", type: "vlm", max_context_length: 131_072, loaded_context_length: 8_192 },
      { id: "embed", type: "embeddings" },
    ];
    expect(readLmStudioModels({ data: lmStudio })).toEqual([
      { id: "gemma-4", label: "gemma-4", context: 8_192, takesImages: true, prices: freePrices },
    ]);
    const rows = listedRows("openaiCompatible", readLmStudioModels({ data: lmStudio }));
    expect(costOf("openaiCompatible", "gemma-4", { ...zeroUsage, input: 5 }, at, rows).dollars).toBe(0);
  });

  it("reads Anthropic's, OpenAI's and a compatible server's lists", () => {
    const data = [{ id: "claude-x", display_name: "Claude X", max_input_tokens: 1000, max_tokens: 10 }];
    expect(readAnthropicModels({ data })).toEqual([
      { id: "claude-x", label: "Claude X", context: 1000, maxOutput: 10 },
    ]);
    const ids = ["gpt-6.2-sol", "gpt-image-2", "text-embedding-3", "o4-mini", "gpt-realtime", "whisper-1"];
    expect(readOpenAIModels({ data: ids.map((id) => ({ id })) }).map(({ id }) => id)).toEqual([
      "gpt-6.2-sol",
      "o4-mini",
    ]);
    expect(readCompatibleModels({ data: [{ id: "m", max_model_len: 8192 }, { id: "n" }] })).toEqual([
      { id: "m", label: "m", context: 8192 },
      { id: "n", label: "n" },
    ]);
  });

  it.each([undefined, null, 7, {}, { data: 3, models: "x" }, { data: [null, 3, {}], models: [null, {}] }])(
    "reads nothing out of %o",
    (wire) => {
      const readers = [
        readAnthropicModels,
        readOpenAIModels,
        readOpenRouterModels,
        readCompatibleModels,
        readLmStudioModels,
        readOllamaTags,
      ];
      expect(readers.flatMap((read) => read(wire))).toEqual([]);
    },
  );

  it("PRV-2: asks for an answer that fits: the model's limit, a quarter of its window, 32,000 tokens at most", () => {
    expect(
      [{}, { context: 8192 }, { context: 8192, maxOutput: 1000 }, { context: 1e6, maxOutput: 128_000 }].map(
        answerLimit,
      ),
    ).toEqual([8000, 2048, 1000, 32_000]);
    expect(answerLimit({ context: 0, maxOutput: 0 })).toBe(8000);
  });
});
