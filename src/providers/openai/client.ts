import OpenAI from "openai";
import { ProviderError } from "../../agent/errors.ts";
import type { ImageMaker, ImageRequest, MadeImage } from "../../agent/tools/imageMaker.ts";
import { imageModel } from "../../models/images.ts";
import { redact } from "../redact.ts";
import { shownAddress } from "../shownAddress.ts";
import { readImageAnswer } from "./imageAnswer.ts";
import { toImageError } from "./imageFailure.ts";

export interface OpenAIOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** How long an image may take, in milliseconds; four minutes unless said. */
  readonly patienceMilliseconds?: number;
  /** Gets a line for each step of a request. No line holds a key. */
  readonly log?: (line: string) => void;
}

const provider = "openai";
const defaultPatience = 4 * 60_000;

/** OpenAI's images. One call of `make` is one HTTP request. */
export function createImageMaker(options: OpenAIOptions): ImageMaker {
  return { make: (request, signal) => makeImage(options, request, signal) };
}

async function makeImage(
  { apiKey, baseUrl, patienceMilliseconds = defaultPatience, log: write }: OpenAIOptions,
  { prompt, size, quality }: ImageRequest,
  signal: AbortSignal,
): Promise<MadeImage> {
  signal.throwIfAborted();
  const log = (line: string): void => write?.(`openai: ${redact(line, [apiKey])}`);
  const patience = AbortSignal.timeout(patienceMilliseconds);
  try {
    log(`image request to ${shownAddress(baseUrl)}, model ${imageModel}, ${size}, ${quality}`);
    const client = createClient(apiKey, baseUrl);
    const answer = await client.images.generate(
      { model: imageModel, prompt, size, quality, n: 1 },
      { signal: AbortSignal.any([signal, patience]), timeout: patienceMilliseconds + 1000 },
    );
    const made = readImageAnswer(answer, provider, imageModel);
    log(`image of ${made.bytes.byteLength} bytes`);
    return made;
  } catch (error) {
    signal.throwIfAborted();
    const failure = patience.aborted
      ? silentError(patienceMilliseconds)
      : toImageError(error, { baseUrl: shownAddress(baseUrl), secrets: [apiKey] });
    log(`failed, ${failure.code}: ${failure.message}`);
    throw failure;
  }
}

/** Nothing is read from the environment that can be said here: an address, an organization or a log level of another tool. */
function createClient(apiKey: string, baseUrl: string): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    // Taken at each call, because VS Code replaces the global one when proxy settings change.
    fetch: (url, init) => globalThis.fetch(url, { ...init, redirect: "manual" }),
  });
}

function silentError(milliseconds: number): ProviderError {
  const minutes = Math.ceil(milliseconds / 60_000);
  return new ProviderError(
    "silent",
    `OpenAI sent no image within ${minutes} ${minutes === 1 ? "minute" : "minutes"}. It may have been billed.`,
  );
}
