import type { TurnEvent } from "../agent/ports.ts";
import type { AnswerReader } from "./answerReader.ts";
import { noticeBytes } from "./noticeBytes.ts";
import { redact } from "./redact.ts";
import type { Service } from "./service.ts";
import { findKeyFault, notTheApiError, silentError, toProviderError } from "./serviceErrors.ts";
import { shownAddress } from "./shownAddress.ts";
import { type StreamWatch, watchStream } from "./streamWatch.ts";

/** How a provider is reached. */
export interface ConnectionOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** How long the service may be silent, in milliseconds; 90 s unless said. */
  readonly idleMilliseconds?: number;
  /** Taken at each call, because VS Code replaces the global one when proxy settings change. */
  readonly fetch?: typeof globalThis.fetch;
  /** Gets a line for each step of a request. No line holds a key. */
  readonly log?: (line: string) => void;
}

/** A streamed request of an SDK, once its headers are there. */
interface Opened<Event> {
  readonly data: AsyncIterable<Event>;
  readonly response: Response;
  readonly request_id?: string | null | undefined;
}

/** One request: what it says in the log, how it is sent, and who reads its answer. */
export interface StreamedCall<Event> {
  readonly model: string;
  readonly messageCount: number;
  send(watch: StreamWatch): PromiseLike<Opened<Event>>;
  readonly reader: AnswerReader<Event>;
}

const defaultIdleMilliseconds = 90_000;
/** How long a finished answer's connection is waited for, so that it can carry the next request. */
const drainMilliseconds = 250;

/**
 * Sends one request and yields what its answer means. Throws a `ProviderError` that holds no key, and the signal's reason
 * after an abort. `prepare` is asked only once the key and the signal allow a request.
 */
export async function* streamAnswer<Event>(
  service: Service,
  options: ConnectionOptions,
  signal: AbortSignal,
  prepare: () => StreamedCall<Event>,
): AsyncGenerator<TurnEvent, void, undefined> {
  signal.throwIfAborted();
  const keyFault = findKeyFault(service, options.apiKey);
  if (keyFault !== undefined) throw keyFault;
  const call = prepare();
  const idle = options.idleMilliseconds ?? defaultIdleMilliseconds;
  const watch = watchStream(signal, idle, () => silentError(service, idle));
  const baseUrl = shownAddress(options.baseUrl);
  const log = (line: string): void => options.log?.(`${service.provider}: ${redact(line, [options.apiKey])}`);
  let hasBegun = false;
  try {
    log(`request to ${baseUrl}, model ${call.model}, ${call.messageCount} messages`);
    const { data, response, request_id } = await watch.waitFor(call.send(watch));
    hasBegun = true;
    log(`status ${response.status}, request ${request_id ?? "without an id"}`);
    expectEventStream(service, response, baseUrl);
    yield* readAnswer(data, call.reader, watch);
    log("answer complete");
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const context = { model: call.model, baseUrl, secrets: [options.apiKey] };
    const failure = toProviderError(service, error, { ...context, hasBegun, now: Date.now() });
    log(`failed, ${failure.code}: ${failure.message}`);
    throw failure;
  } finally {
    watch.close();
  }
}

/** The `fetch` for an SDK: tells the watch of every byte, and follows no redirect. */
export function watchedFetch(options: ConnectionOptions, watch: StreamWatch): typeof globalThis.fetch {
  return async (url, init) =>
    noticeBytes(await (options.fetch ?? globalThis.fetch)(url, { ...init, redirect: "manual" }), watch.noticeBytes);
}

async function* readAnswer<Event>(
  stream: AsyncIterable<Event>,
  reader: AnswerReader<Event>,
  watch: StreamWatch,
): AsyncGenerator<TurnEvent> {
  const events = stream[Symbol.asyncIterator]();
  while (!reader.isComplete) {
    const step = await nextStep(events, reader, watch);
    if (step === undefined) break;
    for (const event of reader.read(step)) {
      watch.signal.throwIfAborted();
      yield event;
    }
  }
  for (const event of reader.finish()) {
    watch.signal.throwIfAborted();
    yield event;
  }
  await drain(events);
}

/** The next event; undefined after the last. A connection that breaks when all has come was only closed rudely. */
async function nextStep<Event>(
  events: AsyncIterator<Event>,
  reader: AnswerReader<Event>,
  watch: StreamWatch,
): Promise<Event | undefined> {
  try {
    const step = await watch.waitFor(events.next());
    return step.done === true ? undefined : step.value;
  } catch (error) {
    if (reader.isEnough && !watch.signal.aborted) return undefined;
    throw error;
  }
}

/** Reads to the end of the body, so that the connection can be used again; gives up soon. */
async function drain(events: AsyncIterator<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainMilliseconds);
  });
  await Promise.race([patience, readToEnd(events)]);
  clearTimeout(timer);
}

/** The answer is complete: how its connection ends is of no interest. */
async function readToEnd(events: AsyncIterator<unknown>): Promise<void> {
  try {
    let step = await events.next();
    while (step.done !== true) step = await events.next();
  } catch {
    return;
  }
}

function expectEventStream(service: Service, response: Response, baseUrl: string): void {
  const contentType = response.headers.get("content-type") ?? "";
  if (contentType !== "" && !contentType.includes("text/event-stream"))
    throw notTheApiError(service, baseUrl, contentType, response.status);
}
