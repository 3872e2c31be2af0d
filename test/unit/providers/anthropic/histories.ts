import fc from "fast-check";
import type { ChatRequest } from "../../../../src/agent/ports.ts";
import type { Block, Message } from "../../../../src/archive/types.ts";

export const pngBytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const jpegBytes = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9);
const svgBytes = new TextEncoder().encode("<svg/>");

export const pngHash = "a".repeat(64);
export const svgHash = "c".repeat(64);

/** Two images that are kept, one of a kind that no model takes; any other hash is lost. */
const images: ReadonlyMap<string, Uint8Array> = new Map([
  [pngHash, pngBytes],
  ["b".repeat(64), jpegBytes],
  [svgHash, svgBytes],
]);

export const tools: ChatRequest["tools"] = [
  { name: "get_document", description: "Reads.", inputSchema: { type: "object", properties: {} } },
  { name: "batch_design", description: "Changes.", inputSchema: { properties: {}, type: "object" } },
];

export function requestOf(history: readonly Message[], more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: "claude-opus-5-5",
    systemPrompt: "You design.",
    tools,
    webSearch: false,
    history,
    image: (sha256) => images.get(sha256),
    ...more,
  };
}

export function user(...texts: readonly string[]): Message {
  return { role: "user", content: texts.map((text): Block => ({ type: "text", text })) };
}

export function call(id: string, argumentsText = "{}"): Block {
  return { type: "toolCall", id, name: "batch_design", arguments: argumentsText };
}

export function result(callID: string, content = `result of ${callID}`): Block {
  return { type: "toolResult", callID, toolName: "batch_design", isError: false, content };
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", " ", "\n", "\u200b", "\u0000", "\ud800", "a\udc00b", "😀"),
);
const callId = fc.constantFrom("t", "toolu_1", "a|b", "a:b", "", "ü", "x".repeat(64), "x".repeat(65), "x".repeat(200));
const argumentsText = fc.oneof(
  fc.json(),
  fc.constantFrom("", " ", "null", "[]", '"{}"', '{"a":', '{"a":1}{"b":2}', '{"s":"\\ud83d"}', '{"__proto__":1,"2":1}'),
);
const imageBlock = fc.constantFrom(...images.keys(), "d".repeat(64)).map((sha256): Block => {
  return { type: "image", sha256, mimeType: "image/png" };
});
const textBlock = text.map((one): Block => ({ type: "text", text: one }));
const omittedBlock = fc.constant<Block>({ type: "imageOmitted", mimeType: "image/png" });
const callBlock = fc.tuple(callId, argumentsText, fc.boolean()).map(([id, raw, isBase64]): Block => {
  const name = id === "t" ? "an odd name" : "batch_design";
  return { type: "toolCall", id, name, ...(isBase64 ? { argumentsBase64: "eyJhIjoi/yJ9" } : { arguments: raw }) };
});
const resultBlock = fc
  .tuple(callId, text, fc.boolean(), fc.boolean())
  .map(([callID, said, isError, isBase64]): Block => {
    const content = isBase64 ? { contentBase64: "//4AgA==" } : { content: said };
    return { type: "toolResult", callID, toolName: "batch_design", isError, ...content };
  });

/** Histories that any program may have stored: results that are missing, doubled or of no call, blocks anywhere. */
const message = fc.oneof(
  fc.record({ role: fc.constant("user" as const), content: fc.array(fc.oneof(textBlock, imageBlock, omittedBlock)) }),
  fc.record({ role: fc.constant("assistant" as const), content: fc.array(fc.oneof(textBlock, callBlock, imageBlock)) }),
  fc.record({ role: fc.constant("tool" as const), content: fc.array(fc.oneof(resultBlock, imageBlock)) }),
);

export const anyHistory: fc.Arbitrary<readonly Message[]> = fc
  .array(message, { maxLength: 14 })
  .map((messages) => [user("# This turn\nMode: Just do it\n\nhello"), ...messages, user("go on")]);
