import type { Prices } from "../models/catalog.ts";
import { freePrices, type ListedModel } from "../models/listedModel.ts";
import { countAt, textAt, valueAt } from "./valueAt.ts";

/** What isn't for conversations with tools among the models that OpenAI lists. */
const otherPurpose = /image|audio|realtime|transcribe|tts|search|instruct|embedding|moderation|oss/;

/** Anthropic's `GET /v1/models`. */
export function readAnthropicModels(wire: unknown): readonly ListedModel[] {
  return listIn(wire, "data").map((model) => ({
    ...named(model, "display_name"),
    ...limits(countAt(model, "max_input_tokens"), countAt(model, "max_tokens")),
  }));
}

/** OpenAI's `GET /v1/models`: ids only, of everything that it has. */
export function readOpenAIModels(wire: unknown): readonly ListedModel[] {
  const models = listIn(wire, "data").map((model) => named(model, "id"));
  return models.filter(({ id }) => /^(gpt-|o\d)/.test(id) && !otherPurpose.test(id));
}

/** OpenRouter's `GET /api/v1/models`: of the models that can call tools. Prices are texts, in dollars per token. */
export function readOpenRouterModels(wire: unknown): readonly ListedModel[] {
  return listIn(wire, "data")
    .filter(takesTools)
    .map((model) => {
      const inputs = valueAt(valueAt(model, "architecture"), "input_modalities");
      const prices = readPrices(valueAt(model, "pricing"));
      return {
        ...named(model, "name"),
        ...limits(countAt(model, "context_length"), countAt(valueAt(model, "top_provider"), "max_completion_tokens")),
        ...(Array.isArray(inputs) ? { takesImages: inputs.includes("image") } : {}),
        ...(prices === undefined ? {} : { prices }),
      };
    });
}

/** `GET /v1/models` of a compatible server; some of them say how much a model holds. */
export function readCompatibleModels(wire: unknown): readonly ListedModel[] {
  return listIn(wire, "data").map((model) => ({
    ...named(model, "id"),
    ...limits(countAt(model, "max_model_len") ?? countAt(model, "context_length"), undefined),
  }));
}

/** LM Studio's `GET /api/v0/models`, without those that only embed. What is loaded may hold less than the model can. */
export function readLmStudioModels(wire: unknown): readonly ListedModel[] {
  return listIn(wire, "data")
    .filter((model) => textAt(model, "type") !== "embeddings")
    .map((model) => ({
      ...named(model, "id"),
      ...limits(countAt(model, "loaded_context_length") ?? countAt(model, "max_context_length"), undefined),
      takesImages: textAt(model, "type") === "vlm",
      prices: freePrices,
    }));
}

/** Ollama's `GET /api/tags`: what it has. What each of them holds, `POST /api/show` says. */
export function readOllamaTags(wire: unknown): readonly ListedModel[] {
  return listIn(wire, "models").map((model) => ({ ...named(model, "name", "name"), prices: freePrices }));
}

/** The model with what Ollama's `POST /api/show` says of it. */
export function withOllamaDetails(model: ListedModel, wire: unknown): ListedModel {
  const info = valueAt(wire, "model_info");
  const keys = typeof info === "object" && info !== null ? Object.keys(info) : [];
  const key = keys.find((each) => each.endsWith(".context_length"));
  const capabilities = valueAt(wire, "capabilities");
  return {
    ...model,
    ...limits(key === undefined ? undefined : countAt(info, key), undefined),
    ...(Array.isArray(capabilities) ? { takesImages: capabilities.includes("vision") } : {}),
  };
}

/** The entries of a list that have a name. */
function listIn(wire: unknown, key: string): readonly unknown[] {
  const list = valueAt(wire, key);
  if (!Array.isArray(list)) return [];
  return list.filter((model) => textAt(model, "id") !== undefined || textAt(model, "name") !== undefined);
}

function named(model: unknown, labelKey: string, idKey = "id"): { readonly id: string; readonly label: string } {
  const id = textAt(model, idKey) ?? textAt(model, "name") ?? "";
  return { id, label: textAt(model, labelKey) ?? id };
}

function limits(
  context: number | undefined,
  maxOutput: number | undefined,
): Pick<ListedModel, "context" | "maxOutput"> {
  return {
    ...(context !== undefined && context >= 1 ? { context: Math.trunc(context) } : {}),
    ...(maxOutput !== undefined && maxOutput >= 1 ? { maxOutput: Math.trunc(maxOutput) } : {}),
  };
}

function takesTools(model: unknown): boolean {
  const parameters = valueAt(model, "supported_parameters");
  return !Array.isArray(parameters) || parameters.includes("tools");
}

/** Undefined where a price is missing that every request has, or is no price, as with a router that chooses by itself. */
function readPrices(pricing: unknown): Prices | undefined {
  const input = perMillion(pricing, "prompt");
  const output = perMillion(pricing, "completion");
  if (input === undefined || output === undefined) return undefined;
  const write = perMillion(pricing, "input_cache_write") ?? input;
  return {
    input,
    output,
    cacheRead: perMillion(pricing, "input_cache_read") ?? input,
    cacheWrite5m: write,
    cacheWrite1h: perMillion(pricing, "input_cache_write_1h") ?? write,
    webSearchPerThousand: shifted(pricing, "web_search", 3) ?? 0,
  };
}

function perMillion(pricing: unknown, key: string): number | undefined {
  return shifted(pricing, key, 6);
}

/** A decimal with its point moved, without the error of a multiplication. */
function shifted(pricing: unknown, key: string, places: number): number | undefined {
  const text = textAt(pricing, key);
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(`${text}e${places}`) : undefined;
}
