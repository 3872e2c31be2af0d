import fc from "fast-check";
import { emptyConversation } from "../../src/archive/defaults.ts";
import { hashBytes } from "../../src/archive/images.ts";
import { type ArchivedConversation, type Block, itemTypes } from "../../src/archive/types.ts";

export interface Picture {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** A picture of our own: its bytes are a text, its name their hash. */
export async function makePicture(text: string): Promise<Picture> {
  const bytes = new TextEncoder().encode(text);
  return { bytes, sha256: await hashBytes(bytes) };
}

/** Bytes by their hash, as `save` and `writeArchive` take them. */
export function bytesByHash(pictures: readonly Picture[]): Map<string, Uint8Array> {
  return new Map(pictures.map(({ sha256, bytes }) => [sha256, bytes]));
}

/** A conversation of one message that shows pictures. */
export function makeConversation(text: string, pictures: readonly Picture[] = []): ArchivedConversation {
  const shown = pictures.map(({ sha256 }): Block => ({ type: "image", sha256, mimeType: "image/png" }));
  return {
    ...emptyConversation,
    items: [{ id: `id of ${text}`, type: "user", text }],
    history: [{ role: "user", content: [{ type: "text", text }, ...shown] }],
    sentFacts: [{ message: 0 }],
  };
}

const awkwardKey = fc.constantFrom("__proto__", "10", "9", "é", "\ud800", "zz", "constructor");
const openKeys = fc.dictionary(awkwardKey, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 2, noNullPrototype: true });
const text = fc.string({ unit: "binary", maxLength: 12 });
const amount = fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true }));

function open<Value extends object>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.tuple(openKeys, arbitrary).map(([unknown, known]) => ({ ...unknown, ...known }));
}

const base64 = fc.base64String({ maxLength: 16 });
const omitted = fc.record({ type: fc.constant("imageOmitted" as const), mimeType: text });

function block(pictures: readonly Picture[]): fc.Arbitrary<Block> {
  const sha256 = fc.constantFrom(...pictures.map((picture) => picture.sha256));
  const call = { type: fc.constant("toolCall" as const), id: text, name: text };
  const result = { type: fc.constant("toolResult" as const), callID: text, toolName: text, isError: fc.boolean() };
  return fc.oneof(
    open(fc.record({ type: fc.constant("text" as const), text })),
    open(
      fc.record({ type: fc.constant("image" as const), sha256, mimeType: fc.constantFrom("image/png", "image/webp") }),
    ),
    open(omitted),
    open(fc.record({ ...call, arguments: text })),
    open(fc.record({ ...call, argumentsBase64: base64 })),
    open(fc.record({ ...result, content: text })),
    open(fc.record({ ...result, contentBase64: base64 })),
  );
}

/** Any conversation that format 1 can hold, with keys that nobody knows at every level. */
export function anyConversation(pictures: readonly Picture[]): fc.Arbitrary<ArchivedConversation> {
  const usage = open(
    fc.record(
      {
        input: amount,
        output: amount,
        cacheRead: amount,
        cacheWrite: amount,
        webSearchRequests: amount,
        cacheWrite1h: amount,
        reportedCost: amount,
      },
      { requiredKeys: ["input", "output", "cacheRead", "cacheWrite", "webSearchRequests"] },
    ),
  );
  const item = fc.record(
    {
      id: fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
      type: fc.constantFrom(...itemTypes),
      text,
      hasImage: fc.boolean(),
      status: text,
      detail: text,
      citations: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
    },
    { requiredKeys: ["id", "type"] },
  );
  const role = fc.constantFrom("user" as const, "assistant" as const, "tool" as const);
  const kind = fc.constantFrom("reported" as const, "estimated" as const, "unknown" as const, "notBilled" as const);
  const waiting = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 2 });
  return open(
    fc.record(
      {
        formatVersion: fc.constant(1 as const),
        provider: text,
        model: text,
        items: fc.array(open(item), { minLength: 1, maxLength: 4 }),
        feedback: openKeys,
        skillCards: openKeys,
        lintRuleCards: openKeys,
        approvalCards: openKeys,
        resolvedCards: waiting,
        history: fc.array(open(fc.record({ role, content: fc.array(block(pictures), { maxLength: 4 }) })), {
          maxLength: 4,
        }),
        queued: waiting,
        unsent: waiting,
        usage,
        lastRoundUsage: usage,
        estimatedCost: open(fc.record({ kind, dollars: amount }, { requiredKeys: ["kind"] })),
        sentFacts: fc.array(open(fc.record({ message: fc.nat() })), { maxLength: 3 }),
      },
      {
        requiredKeys: [
          "formatVersion",
          "items",
          "feedback",
          "skillCards",
          "lintRuleCards",
          "approvalCards",
          "resolvedCards",
          "history",
          "queued",
          "unsent",
          "usage",
          "lastRoundUsage",
          "estimatedCost",
          "sentFacts",
        ],
      },
    ),
  );
}
