import type { ChatRequest } from "../../../src/agent/ports.ts";
import { anthropicBody } from "../../../src/providers/anthropic/messages.ts";
import { type ChatProvider, chatBody } from "../../../src/providers/openai/chatBody.ts";
import { responsesBody } from "../../../src/providers/openai/responsesBody.ts";
import { languageModelRequest } from "../../../src/providers/vscode/messages.ts";
import { validateAnthropicRequest } from "../wireValidator.ts";
import { validateChatRequest } from "./chatValidator.ts";
import { validateLanguageModelRequest } from "./languageModelValidator.ts";
import { validateResponsesRequest } from "./responsesValidator.ts";

/** One provider's projection of a request, as bytes, with who judges it. */
export interface Mapping {
  readonly name: string;
  readonly model: string;
  rawBody(request: ChatRequest, takesImages?: boolean): string;
  validate(raw: string): readonly string[];
  /** How the body's list of messages is named. */
  readonly messages: string;
}

/** Every projection that there is. Anthropic's models all see. */
export const mappings: readonly Mapping[] = [
  {
    name: "Anthropic",
    model: "claude-opus-5-5",
    rawBody: (request) => JSON.stringify(anthropicBody(request, { maxTokens: 32_000, cacheTtl: "5m" })),
    validate: validateAnthropicRequest,
    messages: "messages",
  },
  {
    name: "OpenAI",
    model: "gpt-6.2-sol",
    rawBody: (request, takesImages = true) =>
      JSON.stringify(responsesBody(request, { maxTokens: 32_000, takesImages, effort: "high" })),
    validate: validateResponsesRequest,
    messages: "input",
  },
  chatMapping("Anthropic through OpenRouter", "openrouter", "anthropic/claude-opus-5.5"),
  chatMapping("another model through OpenRouter", "openrouter", "z-ai/glm-6"),
  chatMapping("a compatible server", "openaiCompatible", "qwen4:8b"),
  {
    name: "VS Code",
    model: "copilot/gpt-6",
    rawBody: (request, takesImages = true) => JSON.stringify(languageModelRequest(request, takesImages)),
    validate: (raw) => validateLanguageModelRequest(JSON.parse(raw)),
    messages: "messages",
  },
];

function chatMapping(name: string, provider: ChatProvider, model: string): Mapping {
  return {
    name,
    model,
    rawBody: (request, takesImages = true) =>
      JSON.stringify(chatBody(request, { provider, maxTokens: 8_000, takesImages, cacheTtl: "1h", effort: "low" })),
    validate: validateChatRequest,
    messages: "messages",
  };
}

/** All that stands before the messages, then each message, without cache marks: what requests are compared by (BYT-3). */
export function wireUnits({ messages }: Mapping, raw: string): readonly string[] {
  const { [messages]: list, ...rest } = JSON.parse(raw);
  return [rest, ...list].map((unit) =>
    JSON.stringify(unit, (key, value: unknown) => (key === "cache_control" ? undefined : value)),
  );
}
