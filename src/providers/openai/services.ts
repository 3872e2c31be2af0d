import type { Service } from "../service.ts";

/** The words for errors that OpenAI's API and those that resemble it use, with the status that each stands for. */
const statusByType: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["invalid_prompt", 400],
  ["context_length_exceeded", 400],
  ["authentication_error", 401],
  ["invalid_api_key", 401],
  ["insufficient_quota", 402],
  ["permission_error", 403],
  ["model_not_found", 404],
  ["not_found_error", 404],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["server_error", 500],
  ["api_error", 500],
  ["overloaded_error", 529],
]);

const common = {
  statusByType,
  contextOverflow:
    /context[ _](length|window|limit|size)|maximum context|too many tokens|prompt is too long|exceeds? the (model's )?(maximum )?(input|context)/i,
  billing:
    /exceeded your current quota|insufficient (credits|quota|funds|balance)|requires more credits|credit balance/i,
  advice: [
    {
      said: /support(s)? tool|tool (use|calling)|function calling/i,
      because: "the tools",
      advice: "Choose a model that can call tools with “Silverpoint: Select Model…”.",
    },
    {
      said: /alternate/i,
      because: "the order of the messages",
      advice:
        "This model's template wants strictly alternating roles: choose another with “Silverpoint: Select Model…”.",
    },
  ],
} as const;

export const openaiService: Service = {
  ...common,
  provider: "openai",
  name: "OpenAI",
  api: "OpenAI's API",
  baseUrlSetting: "silverpoint.openai.baseUrl",
  baseUrlVariable: "OPENAI_BASE_URL",
  console: "OpenAI's platform settings",
  statusPage: "status.openai.com",
  needsKey: true,
};

export const openrouterService: Service = {
  ...common,
  provider: "openrouter",
  name: "OpenRouter",
  api: "OpenRouter's API",
  baseUrlSetting: "silverpoint.openrouter.baseUrl",
  console: "OpenRouter's settings",
  statusPage: "status.openrouter.ai",
  needsKey: true,
};

/** Ollama, LM Studio, and whatever else speaks Chat Completions; many of them want no key. */
export const compatibleService: Service = {
  ...common,
  provider: "openaiCompatible",
  name: "The model server",
  api: "an OpenAI-compatible API",
  baseUrlSetting: "silverpoint.openaiCompatible.baseUrl",
  needsKey: false,
};
