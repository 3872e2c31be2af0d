/**
 * What format 1 asks of a parsed conversation.json, and no more (FMT-5). The schemas only check: their copies are thrown
 * away, and the parsed objects go on as they are, so that keys which nobody here knows survive at every level.
 */

import * as z from "zod";
import { isBase64 } from "./blocks.ts";
import { itemTypes } from "./types.ts";

const optionalText = z.exactOptional(z.string());
const optionalNumber = z.exactOptional(z.number());
const optionalBase64 = z.exactOptional(
  z.string().refine(isBase64, "is not valid Base64").meta({ contentEncoding: "base64" }),
);
const openObject = z.exactOptional(z.looseObject({}));
const openList = z.exactOptional(z.array(z.unknown()));

/** Says in JSON Schema what two refinements say here. */
function oneOf(...keys: readonly string[]) {
  return { oneOf: keys.map((key) => ({ required: [key] })) };
}

const item = z.looseObject({
  id: z.string().min(1),
  type: z.enum(itemTypes),
  text: optionalText,
  hasImage: z.exactOptional(z.boolean()),
  name: optionalText,
  status: optionalText,
  statusText: optionalText,
  summary: optionalText,
  detail: optionalText,
  citations: openList,
});

const block = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("image"), sha256: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal("imageOmitted"), mimeType: z.string() }),
  z
    .looseObject({
      type: z.literal("toolCall"),
      id: z.string(),
      name: z.string(),
      arguments: optionalText,
      argumentsBase64: optionalBase64,
    })
    .refine(
      (block) => block.arguments === undefined || block.argumentsBase64 === undefined,
      "has both arguments and argumentsBase64",
    )
    .refine(
      (block) => block.arguments !== undefined || block.argumentsBase64 !== undefined,
      "has neither arguments nor argumentsBase64",
    )
    .meta(oneOf("arguments", "argumentsBase64")),
  z
    .looseObject({
      type: z.literal("toolResult"),
      callID: z.string(),
      toolName: z.string(),
      isError: z.boolean(),
      content: optionalText,
      contentBase64: optionalBase64,
    })
    .refine(
      (block) => block.content === undefined || block.contentBase64 === undefined,
      "has both content and contentBase64",
    )
    .refine(
      (block) => block.content !== undefined || block.contentBase64 !== undefined,
      "has neither content nor contentBase64",
    )
    .meta(oneOf("content", "contentBase64")),
]);

const message = z.looseObject({ role: z.enum(["user", "assistant", "tool"]), content: z.array(block) });

const usage = z.looseObject({
  input: optionalNumber,
  output: optionalNumber,
  cacheRead: optionalNumber,
  cacheWrite: optionalNumber,
  webSearchRequests: optionalNumber,
  cacheWrite1h: optionalNumber,
  reportedCost: optionalNumber,
});

const cost = z.looseObject({
  kind: z.exactOptional(z.enum(["reported", "estimated", "unknown", "notBilled"])),
  dollars: optionalNumber,
});

export const conversationSchema = z.looseObject({
  formatVersion: z.literal(1),
  provider: optionalText,
  model: optionalText,
  items: z.exactOptional(z.array(item)),
  feedback: openObject,
  skillCards: openObject,
  lintRuleCards: openObject,
  approvalCards: openObject,
  resolvedCards: openList,
  history: z.exactOptional(z.array(message)),
  queued: openList,
  unsent: openList,
  usage: z.exactOptional(usage),
  lastRoundUsage: z.exactOptional(usage),
  estimatedCost: z.exactOptional(cost),
  sentFacts: z.exactOptional(z.array(z.looseObject({ message: optionalNumber }))),
});

/** A conversation as it may stand in a file: format 1, with keys missing that have a default (FMT-2). */
export type StoredConversation = z.infer<typeof conversationSchema>;
