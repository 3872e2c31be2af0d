import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages";
import type { ChatModel, ChatRequest } from "../../agent/ports.ts";
import type { Effort } from "../../models/effort.ts";
import { type ConnectionOptions, type StreamedCall, streamAnswer, watchedFetch } from "../streamAnswer.ts";
import type { StreamWatch } from "../streamWatch.ts";
import { anthropicBody, type CacheTtl, maxTokensOf } from "./messages.ts";
import { anthropicProvider, anthropicService } from "./service.ts";
import { createAnswerReader } from "./stream.ts";
import type { AnthropicEvent } from "./wire.ts";

export interface AnthropicOptions extends ConnectionOptions {
  /** How long the service keeps a cached prompt; five minutes unless said. */
  readonly cacheTtl?: CacheTtl;
  readonly effort?: Effort;
}

/** The SDK's client with the one resource that we use, which makes a bundle three times smaller. */
class MessagesClient extends BaseAnthropic {
  readonly messages = new Messages(this);
}

/** Anthropic's models (PRV-3). One call of `stream` is one HTTP request: retrying is the caller's. */
export function createAnthropicModel(options: AnthropicOptions): ChatModel {
  return {
    provider: anthropicProvider,
    stream: (request, signal) => streamAnswer(anthropicService, options, signal, () => prepareCall(options, request)),
  };
}

function prepareCall(options: AnthropicOptions, request: ChatRequest): StreamedCall<AnthropicEvent> {
  const body = anthropicBody(request, {
    maxTokens: maxTokensOf(request.model),
    cacheTtl: options.cacheTtl ?? "5m",
    ...(options.effort === undefined ? {} : { effort: options.effort }),
  });
  return {
    model: request.model,
    messageCount: body.messages.length,
    send: (watch) =>
      createClient(options, watch)
        .messages.create({ ...body, stream: true }, { signal: watch.signal })
        .withResponse(),
    reader: createAnswerReader(),
  };
}

/** Nothing is read from the environment that can be said here: a key, an address or a log level of another tool. */
function createClient(options: AnthropicOptions, watch: StreamWatch): MessagesClient {
  return new MessagesClient({
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    webhookKey: null,
    maxRetries: 0,
    openTelemetry: false,
    logLevel: "off",
    fetch: watchedFetch(options, watch),
  });
}
