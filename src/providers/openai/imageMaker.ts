import { ProviderError } from "../../agent/errors.ts";
import type { ImageMaker, ImageRequest, MadeImage } from "../../agent/tools/imageMaker.ts";
import { imageModel } from "../../models/images.ts";
import { redact } from "../redact.ts";
import { shownAddress } from "../shownAddress.ts";
import { openClient } from "./client.ts";
import { readImageAnswer } from "./imageAnswer.ts";
import { toImageError } from "./imageFailure.ts";

export interface ImageMakerOptions {
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
export function createImageMaker(options: ImageMakerOptions): ImageMaker {
  return { make: (request, signal) => makeImage(options, request, signal) };
}

async function makeImage(
  { apiKey, baseUrl, patienceMilliseconds = defaultPatience, log: write }: ImageMakerOptions,
  { prompt, size, quality }: ImageRequest,
  signal: AbortSignal,
): Promise<MadeImage> {
  signal.throwIfAborted();
  const log = (line: string): void => write?.(`openai: ${redact(line, [apiKey])}`);
  const patience = AbortSignal.timeout(patienceMilliseconds);
  try {
    log(`image request to ${shownAddress(baseUrl)}, model ${imageModel}, ${size}, ${quality}`);
    const client = openClient({
      apiKey,
      baseUrl,
      // Taken at each call, because VS Code replaces the global one when proxy settings change.
      fetch: (url, init) => globalThis.fetch(url, { ...init, redirect: "manual" }),
    });
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

function silentError(milliseconds: number): ProviderError {
  const minutes = Math.ceil(milliseconds / 60_000);
  return new ProviderError(
    "silent",
    `OpenAI sent no image within ${minutes} ${minutes === 1 ? "minute" : "minutes"}. It may have been billed.`,
  );
}
