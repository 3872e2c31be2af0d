import * as z from "zod";
import { ProviderError } from "../../agent/errors.ts";
import type { MadeImage } from "../../agent/tools/imageMaker.ts";
import { decodeBase64 } from "../../archive/base64.ts";
import { type ImageUsage, imageCostOf } from "../../models/images.ts";

const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

const answer = z.object({ data: z.array(z.object({ b64_json: z.string().min(1) })).min(1) });
const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: z.object({ text_tokens: count, image_tokens: count }).optional(),
});

/** Reads the image and its price off an answer. Throws `protocol` where there is no image in it. */
export function readImageAnswer(value: unknown, provider: string, model: string): MadeImage {
  const read = answer.safeParse(value);
  const [image] = read.success ? read.data.data : [];
  const bytes = image && decoded(image.b64_json);
  if (bytes === undefined) {
    throw new ProviderError("protocol", "What the image service sent holds no image. Try again, or go on without it.");
  }
  return { bytes, cost: imageCostOf(provider, model, usageIn(value)) };
}

/** Input tokens of which nothing more is known are the prompt's text. */
function usageIn(value: unknown): ImageUsage | undefined {
  const read = usage.safeParse(typeof value === "object" && value !== null ? Reflect.get(value, "usage") : undefined);
  if (!read.success) return undefined;
  const { input_tokens, output_tokens, input_tokens_details: details } = read.data;
  return {
    textInput: details?.text_tokens ?? input_tokens,
    imageInput: details?.image_tokens ?? 0,
    output: output_tokens,
  };
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text);
  } catch {
    return undefined;
  }
}
