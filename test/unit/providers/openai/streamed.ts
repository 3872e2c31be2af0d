import type { ChatModel, TurnEvent } from "../../../../src/agent/ports.ts";
import { createChatModel, createResponsesModel } from "../../../../src/providers/openai/index.ts";
import { requestOf, user } from "../anthropic/histories.ts";

export const apiKey = "sk-test-canary-0123456789";

/** What a model is reached with; the rest is of its own. */
interface Reach {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly log?: (line: string) => void;
  readonly idleMilliseconds?: number;
}

/** A provider's stream as its events' data, and what it means. */
export interface Format {
  readonly name: string;
  readonly path: string;
  readonly model: string;
  create(reach: Reach): ChatModel;
  readonly events: readonly string[];
  readonly meaning: readonly TurnEvent[];
  /** After so many events a cut does no harm. */
  readonly enough: number;
}

const chunk = (delta: object, more: object = {}): string =>
  JSON.stringify({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });

const chatEvents = (usage: object): readonly string[] => [
  chunk({ role: "assistant", content: "" }),
  chunk({ reasoning: "Hm, " }),
  chunk({ reasoning: "blau." }),
  chunk({ content: "Grün 😀" }),
  chunk({ content: " and\n\nmore" }),
  chunk({
    tool_calls: [{ index: 0, id: "call_a", type: "function", function: { name: "batch_design", arguments: "" } }],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"ä": 1.0,' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"2":"x"}' } }] }),
  chunk({
    tool_calls: [{ index: 1, id: "call_b", type: "function", function: { name: "get_document", arguments: "{}" } }],
  }),
  chunk({}, { finish_reason: "tool_calls" }),
  JSON.stringify({ id: "c", choices: [], usage }),
  "[DONE]",
];

const chatMeaning = (usage: Extract<TurnEvent, { type: "usage" }>["usage"]): readonly TurnEvent[] => [
  { type: "thinking", text: "Hm, " },
  { type: "thinking", text: "blau." },
  { type: "text", text: "Grün 😀" },
  { type: "text", text: " and\n\nmore" },
  { type: "toolCall", id: "call_a", name: "batch_design", arguments: '{"ä": 1.0,"2":"x"}' },
  { type: "toolCall", id: "call_b", name: "get_document", arguments: "{}" },
  { type: "usage", usage },
  { type: "end", reason: "toolCalls" },
];

const event = (type: string, fields: object = {}): string => JSON.stringify({ type, sequence_number: 1, ...fields });
const callItem = { type: "function_call", id: "fc_1", call_id: "call_a", name: "batch_design", status: "in_progress" };

export const formats: readonly Format[] = [
  {
    name: "Responses",
    path: "/v1/responses",
    model: "gpt-6.2-sol",
    create: (reach) => createResponsesModel({ apiKey, maxTokens: 32_000, takesImages: true, ...reach }),
    events: [
      event("response.created", { response: { id: "r", status: "in_progress", error: null, usage: null } }),
      event("response.output_item.added", { output_index: 0, item: { type: "reasoning", id: "rs", summary: [] } }),
      event("response.reasoning_summary_part.added", { output_index: 0, summary_index: 0 }),
      event("response.reasoning_summary_text.delta", { output_index: 0, summary_index: 0, delta: "Hm, blau." }),
      event("response.reasoning_summary_part.added", { output_index: 0, summary_index: 1 }),
      event("response.reasoning_summary_text.delta", { output_index: 0, summary_index: 1, delta: "Ja." }),
      event("response.output_item.added", { output_index: 1, item: { type: "web_search_call", id: "ws" } }),
      event("response.output_item.done", {
        output_index: 1,
        item: {
          type: "web_search_call",
          id: "ws",
          status: "completed",
          action: { type: "search", query: "grün", sources: [{ type: "url", url: "https://a.test/" }] },
        },
      }),
      event("response.output_item.added", { output_index: 2, item: { type: "message", role: "assistant" } }),
      event("response.output_text.delta", { output_index: 2, content_index: 0, delta: "Grün 😀" }),
      event("response.output_text.annotation.added", {
        output_index: 2,
        annotation: { type: "url_citation", title: "A\n page", url: "https://a.test/" },
      }),
      event("response.output_text.done", { output_index: 2, content_index: 0, text: "Grün 😀" }),
      event("response.output_item.added", { output_index: 3, item: { ...callItem, arguments: "" } }),
      event("response.function_call_arguments.delta", { output_index: 3, delta: '{"ä": 1.0,' }),
      event("response.function_call_arguments.delta", { output_index: 3, delta: '"2":"x"}' }),
      event("response.function_call_arguments.done", { output_index: 3, arguments: '{"ä": 1.0,"2":"x"}' }),
      event("response.output_item.done", { output_index: 3, item: { ...callItem, arguments: '{"ä": 1.0,"2":"x"}' } }),
      event("response.completed", {
        response: {
          status: "completed",
          usage: {
            input_tokens: 1000,
            input_tokens_details: {
              cached_tokens: 600,
              cache_write_tokens: 300,
              cache_write_tokens_details: { ttl_30m_tokens: 100, ttl_12h_tokens: 200 },
            },
            output_tokens: 50,
            output_tokens_details: { reasoning_tokens: 10 },
            total_tokens: 1050,
          },
        },
      }),
    ],
    meaning: [
      { type: "thinking", text: "Hm, blau." },
      { type: "thinking", text: "\n\n" },
      { type: "thinking", text: "Ja." },
      { type: "webSearch", query: "grün", results: [{ title: "https://a.test/", url: "https://a.test/" }] },
      { type: "text", text: "Grün 😀" },
      { type: "citation", title: "A page", url: "https://a.test/" },
      { type: "toolCall", id: "call_a", name: "batch_design", arguments: '{"ä": 1.0,"2":"x"}' },
      {
        type: "usage",
        usage: { input: 100, output: 50, cacheRead: 600, cacheWrite: 300, cacheWrite1h: 200, webSearchRequests: 1 },
      },
      { type: "end", reason: "toolCalls" },
    ],
    enough: 18,
  },
  {
    name: "OpenRouter",
    path: "/v1/chat/completions",
    model: "anthropic/claude-opus-5.5",
    create: (reach) =>
      createChatModel({
        apiKey,
        provider: "openrouter",
        maxTokens: 32_000,
        takesImages: true,
        cacheTtl: "5m",
        ...reach,
      }),
    events: chatEvents({
      prompt_tokens: 100,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      cost: 0.00123,
      cost_details: { upstream_inference_cost: 0.5 },
    }),
    meaning: chatMeaning({
      input: 10,
      output: 7,
      cacheRead: 60,
      cacheWrite: 30,
      webSearchRequests: 0,
      reportedCost: 0.00123,
    }),
    enough: 10,
  },
  {
    name: "a compatible server",
    path: "/v1/chat/completions",
    model: "qwen4:8b",
    create: (reach) =>
      createChatModel({
        apiKey,
        provider: "openaiCompatible",
        maxTokens: 8_000,
        takesImages: false,
        cacheTtl: "5m",
        ...reach,
      }),
    events: chatEvents({ prompt_tokens: 100, completion_tokens: 7, cost: 3 }),
    meaning: chatMeaning({ input: 100, output: 7, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 }),
    enough: 10,
  },
];

/** The request that the formats are asked with. */
export function helloTo({ model }: Format): ReturnType<typeof requestOf> {
  return requestOf([user("hello")], { model });
}

/** The events as the lines of a stream. */
export function sse(events: readonly string[], lineEnd = "\n", between = ""): string {
  return events.map((data) => `data: ${data}${lineEnd}${lineEnd}${between}`).join("");
}

/** All that came, and what it ended with. */
export async function collect(
  stream: AsyncIterable<TurnEvent>,
): Promise<{ readonly events: readonly TurnEvent[]; readonly error: unknown }> {
  const events: TurnEvent[] = [];
  try {
    for await (const one of stream) events.push(one);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}
