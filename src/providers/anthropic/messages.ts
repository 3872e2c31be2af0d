import type { ChatRequest } from "../../agent/ports.ts";
import { findModelTraits } from "../../models/catalog.ts";
import type { Effort } from "../../models/effort.ts";
import { projectHistory } from "./history.ts";
import { anthropicProvider } from "./service.ts";
import type { AnthropicBody, CacheMark, WireMessage, WireSearchTool, WireTool } from "./wire.ts";

export type CacheTtl = "5m" | "1h";

const mostOutputTokens = 32_000;
const markedMessages = 2;

/** The service's own search. It stands first, so that the cache mark stays on the last of our tools. */
const searchTool: WireSearchTool = { type: "web_search_20250305", name: "web_search", max_uses: 5 };

/** The longest answer that a request asks for: the model's own limit, but at most 32,000 tokens. */
export function maxTokensOf(model: string): number {
  return Math.min(findModelTraits(anthropicProvider, model)?.maxOutput ?? mostOutputTokens, mostOutputTokens);
}

/**
 * The body of a request: a pure projection of what the request holds, and nothing else (BYT-3). Its bytes are
 * `JSON.stringify` of it. Cache marks stand on the system prompt, the last tool and the last two user messages:
 * four at most, the most that the API takes. They are the only thing that moves from request to request.
 */
export function anthropicBody(
  request: ChatRequest,
  options: { readonly maxTokens: number; readonly cacheTtl: CacheTtl; readonly effort?: Effort },
): AnthropicBody {
  const mark: CacheMark = options.cacheTtl === "1h" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" };
  const systemPrompt = request.systemPrompt.toWellFormed();
  const tools = [...(request.webSearch ? [searchTool] : []), ...projectTools(request.tools, mark)];
  return {
    model: request.model,
    max_tokens: options.maxTokens,
    ...(systemPrompt.trim() === "" ? {} : { system: [{ type: "text", text: systemPrompt, cache_control: mark }] }),
    ...(tools.length === 0 ? {} : { tools }),
    ...thinkingOf(request.model, options.effort),
    messages: markLastUserMessages(projectHistory(request.history, request.image), mark),
  };
}

/**
 * The one place that decides about thinking (TRN-4). It is never sent back, which only models that think adaptively
 * accept; so manual ones, and models that the table doesn't know, are not asked to think, or how hard.
 */
function thinkingOf(model: string, effort: Effort | undefined): Pick<AnthropicBody, "thinking" | "output_config"> {
  const isAdaptive = findModelTraits(anthropicProvider, model)?.thinking === "adaptive";
  if (!isAdaptive) return {};
  return {
    thinking: { type: "adaptive", display: "summarized" },
    ...(effort === undefined ? {} : { output_config: { effort } }),
  };
}

function projectTools(tools: ChatRequest["tools"], mark: CacheMark): WireTool[] {
  return tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.inputSchema, type: "object" },
    ...(index === tools.length - 1 ? { cache_control: mark } : {}),
  }));
}

function markLastUserMessages(messages: readonly WireMessage[], mark: CacheMark): WireMessage[] {
  const lastUserMessages = new Set(messages.filter((message) => message.role === "user").slice(-markedMessages));
  return messages.map((message) => (lastUserMessages.has(message) ? markLastBlock(message, mark) : message));
}

function markLastBlock(message: WireMessage, mark: CacheMark): WireMessage {
  const last = message.content.length - 1;
  return {
    role: message.role,
    content: message.content.map((block, index) => (index === last ? { ...block, cache_control: mark } : block)),
  };
}
