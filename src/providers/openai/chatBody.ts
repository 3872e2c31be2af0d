import type { ChatRequest } from "../../agent/ports.ts";
import type { Effort } from "../../models/effort.ts";
import { objectSchema } from "../objectSchema.ts";
import { wireToolName } from "../toolIds.ts";
import { markForCache } from "./chatCache.ts";
import { chatMessages, longestName } from "./chatHistory.ts";
import type { CacheMark, ChatBody, ChatTool } from "./chatWire.ts";

/** Who is spoken to: OpenRouter, or any server that resembles OpenAI's. */
export type ChatProvider = "openrouter" | "openaiCompatible";

/** What of a request doesn't come from the conversation. */
export interface ChatOptions {
  readonly provider: ChatProvider;
  readonly maxTokens: number;
  readonly effort?: Effort;
  readonly takesImages: boolean;
  readonly cacheTtl: "5m" | "1h";
}

/**
 * The body of a Chat Completions request: a pure projection of what the request holds, and nothing else (BYT-3). Its bytes
 * are `JSON.stringify` of it. Anthropic's models behind OpenRouter get cache marks, for which texts have to be lists of
 * parts; all else is sent in the plainest form, because that is what every server and every model's template takes.
 */
export function chatBody(request: ChatRequest, options: ChatOptions): ChatBody {
  const { provider, maxTokens, effort, takesImages } = options;
  const marks = provider === "openrouter" && request.model.startsWith("anthropic/");
  const messages = chatMessages(request, { image: request.image, takesImages, asParts: marks });
  const mark: CacheMark = options.cacheTtl === "1h" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" };
  return {
    model: request.model,
    max_tokens: maxTokens,
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(chatTool) }),
    ...effortOf(provider, effort),
    stream: true,
    stream_options: { include_usage: true },
    messages: marks ? markForCache(messages, mark) : messages,
  };
}

function effortOf(
  provider: ChatProvider,
  effort: Effort | undefined,
): Pick<ChatBody, "reasoning" | "reasoning_effort"> {
  if (effort === undefined) return {};
  return provider === "openrouter" ? { reasoning: { effort } } : { reasoning_effort: effort };
}

function chatTool(tool: ChatRequest["tools"][number]): ChatTool {
  const name = wireToolName(tool.name, longestName);
  return { type: "function", function: { name, description: tool.description, parameters: objectSchema(tool) } };
}
