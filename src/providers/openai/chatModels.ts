import type { ChatModel, ChatRequest } from "../../agent/ports.ts";
import { type ConnectionOptions, type StreamedCall, streamAnswer, watchedFetch } from "../streamAnswer.ts";
import type { StreamWatch } from "../streamWatch.ts";
import { type ChatOptions, chatBody } from "./chatBody.ts";
import { createChatReader } from "./chatStream.ts";
import type { ChatChunk } from "./chatWire.ts";
import { openClient } from "./client.ts";
import { type ResponsesOptions, responsesBody } from "./responsesBody.ts";
import { createResponsesReader } from "./responsesStream.ts";
import type { ResponsesEvent } from "./responsesWire.ts";
import { compatibleService, openaiService, openrouterService } from "./services.ts";

export type ResponsesModelOptions = ConnectionOptions & ResponsesOptions;
export type ChatModelOptions = ConnectionOptions & ChatOptions;

/** OpenAI thinks for minutes before it says something. */
const thinkingMilliseconds = 300_000;

/** OpenAI's models (PRV-3). One call of `stream` is one HTTP request: retrying is the caller's. */
export function createResponsesModel(options: ResponsesModelOptions): ChatModel {
  const patient = { idleMilliseconds: thinkingMilliseconds, ...options };
  return {
    provider: openaiService.provider,
    stream: (request, signal) => streamAnswer(openaiService, patient, signal, () => responsesCall(options, request)),
  };
}

/** The models of OpenRouter, or of any server that speaks Chat Completions (PRV-3). */
export function createChatModel(options: ChatModelOptions): ChatModel {
  const service = options.provider === "openrouter" ? openrouterService : compatibleService;
  const prepare = (request: ChatRequest): StreamedCall<ChatChunk> => {
    const body = chatBody(request, options);
    return {
      model: request.model,
      messageCount: body.messages.length,
      send: (watch) => clientFor(options, watch).chat.completions.create(body, { signal: watch.signal }).withResponse(),
      reader: createChatReader(service, options.provider === "openrouter"),
    };
  };
  return {
    provider: service.provider,
    stream: (request, signal) => streamAnswer(service, options, signal, () => prepare(request)),
  };
}

function responsesCall(options: ResponsesModelOptions, request: ChatRequest): StreamedCall<ResponsesEvent> {
  const body = responsesBody(request, options);
  return {
    model: request.model,
    messageCount: body.input.length,
    send: (watch) => clientFor(options, watch).responses.create(body, { signal: watch.signal }).withResponse(),
    reader: createResponsesReader(openaiService),
  };
}

function clientFor({ apiKey, baseUrl, ...rest }: ConnectionOptions, watch: StreamWatch): ReturnType<typeof openClient> {
  return openClient({ apiKey: apiKey.trim(), baseUrl, fetch: watchedFetch({ apiKey, baseUrl, ...rest }, watch) });
}
