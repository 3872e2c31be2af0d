import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages";
import type { ChatModel, ChatRequest, TurnEvent } from "../../agent/ports.ts";
import { noticeBytes } from "../noticeBytes.ts";
import { redact } from "../redact.ts";
import { shownAddress } from "../shownAddress.ts";
import { type StreamWatch, watchStream } from "../streamWatch.ts";
import { findKeyFault, notTheApiError, silentError, toProviderError } from "./errors.ts";
import { anthropicBody, anthropicProvider, type CacheTtl, maxTokensOf } from "./messages.ts";
import { createAnswerReader } from "./stream.ts";
import type { AnthropicEvent } from "./wire.ts";

export interface AnthropicOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** How long the service keeps a cached prompt; five minutes unless said. */
  readonly cacheTtl?: CacheTtl;
  /** How long the service may be silent, in milliseconds; 90 s unless said. */
  readonly idleMilliseconds?: number;
  /** Taken at each call, because VS Code replaces the global one when proxy settings change. */
  readonly fetch?: typeof globalThis.fetch;
  /** Gets a line for each step of a request. No line holds a key. */
  readonly log?: (line: string) => void;
}

const defaultIdleMilliseconds = 90_000;
/** How long a finished answer's connection is waited for, so that it can carry the next request. */
const drainMilliseconds = 250;

/** The SDK's client with the one resource that we use, which makes a bundle three times smaller. */
class MessagesClient extends BaseAnthropic {
  readonly messages = new Messages(this);
}

/** Anthropic's models (PRV-3). One call of `stream` is one HTTP request: retrying is the caller's. */
export function createAnthropicModel(options: AnthropicOptions): ChatModel {
  return {
    provider: anthropicProvider,
    stream: (request, signal) => streamAnswer(options, request, signal),
  };
}

async function* streamAnswer(
  options: AnthropicOptions,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, void, undefined> {
  signal.throwIfAborted();
  const keyFault = findKeyFault(options.apiKey);
  if (keyFault !== undefined) throw keyFault;
  const body = anthropicBody(request, {
    maxTokens: maxTokensOf(request.model),
    cacheTtl: options.cacheTtl ?? "5m",
  });
  const idle = options.idleMilliseconds ?? defaultIdleMilliseconds;
  const watch = watchStream(signal, idle, () => silentError(idle));
  const log = (line: string): void => options.log?.(`anthropic: ${redact(line, [options.apiKey])}`);
  let hasBegun = false;
  try {
    log(`request to ${shownAddress(options.baseUrl)}, model ${request.model}, ${body.messages.length} messages`);
    const call = createClient(options, watch).messages.create({ ...body, stream: true }, { signal: watch.signal });
    const { data, response, request_id } = await watch.waitFor(call.withResponse());
    hasBegun = true;
    log(`status ${response.status}, request ${request_id ?? "without an id"}`);
    expectEventStream(response, shownAddress(options.baseUrl));
    yield* readAnswer(data, watch);
    log("answer complete");
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const context = { model: request.model, baseUrl: shownAddress(options.baseUrl), secrets: [options.apiKey] };
    const failure = toProviderError(error, { ...context, hasBegun, now: Date.now() });
    log(`failed, ${failure.code}: ${failure.message}`);
    throw failure;
  } finally {
    watch.close();
  }
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
    fetch: async (url, init) =>
      noticeBytes(await (options.fetch ?? globalThis.fetch)(url, { ...init, redirect: "manual" }), watch.noticeBytes),
  });
}

async function* readAnswer(stream: AsyncIterable<AnthropicEvent>, watch: StreamWatch): AsyncGenerator<TurnEvent> {
  const reader = createAnswerReader();
  const events = stream[Symbol.asyncIterator]();
  while (!reader.isComplete) {
    const step = await watch.waitFor(events.next());
    if (step.done === true) break;
    for (const event of reader.read(step.value)) {
      watch.signal.throwIfAborted();
      yield event;
    }
  }
  reader.finish();
  await drain(events);
}

/** Reads to the end of the body, so that the connection can be used again; gives up soon. */
async function drain(events: AsyncIterator<AnthropicEvent>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainMilliseconds);
  });
  await Promise.race([patience, readToEnd(events)]);
  clearTimeout(timer);
}

/** The answer is complete: how its connection ends is of no interest. */
async function readToEnd(events: AsyncIterator<AnthropicEvent>): Promise<void> {
  try {
    let step = await events.next();
    while (step.done !== true) step = await events.next();
  } catch {
    return;
  }
}

function expectEventStream(response: Response, baseUrl: string): void {
  const contentType = response.headers.get("content-type") ?? "";
  if (contentType !== "" && !contentType.includes("text/event-stream"))
    throw notTheApiError(baseUrl, contentType, response.status);
}
