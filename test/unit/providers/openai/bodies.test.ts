import { describe, expect, it } from "vitest";
import type { ChatRequest } from "../../../../src/agent/ports.ts";
import type { Block, Message } from "../../../../src/archive/types.ts";
import { cacheKey } from "../../../../src/providers/openai/cacheKey.ts";
import { type ChatOptions, chatBody } from "../../../../src/providers/openai/chatBody.ts";
import { responsesBody } from "../../../../src/providers/openai/responsesBody.ts";
import { validateChatRequest } from "../../../support/wire/chatValidator.ts";
import { validateResponsesRequest } from "../../../support/wire/responsesValidator.ts";
import { call, pngHash, requestOf, result, user } from "../anthropic/histories.ts";

const hello = user("hello");
const assistant = (...content: readonly Block[]): Message => ({ role: "assistant", content });
const tool = (...content: readonly Block[]): Message => ({ role: "tool", content });
const text = (one: string): Block => ({ type: "text", text: one });

const history: readonly Message[] = [
  user("# This turn\nMode: Just do it\n\nMake a card", "# Design system\nBlue."),
  assistant(text("Adding a card."), call("call|1", '{"operations":"[]","2":1,"1":2}'), call("b", ""), text("Done.")),
  tool(result("call|1", '{"created":[]}'), { ...result("b"), isError: true, content: "Not an object." } as Block),
  {
    role: "user",
    content: [
      text("Here is the image you asked for."),
      { type: "image", sha256: pngHash, mimeType: "image/png" },
      { type: "imageOmitted", mimeType: "image/png" },
    ],
  },
  assistant(text("Made a card.")),
  user("# This turn\nMode: Discuss\n\nThanks"),
];

function responses(request: ChatRequest, more: Partial<Parameters<typeof responsesBody>[1]> = {}) {
  const raw = JSON.stringify(responsesBody(request, { maxTokens: 32_000, takesImages: true, ...more }));
  expect(validateResponsesRequest(raw)).toEqual([]);
  return JSON.parse(raw);
}

function chat(request: ChatRequest, more: Partial<ChatOptions> = {}) {
  const options = { provider: "openrouter", maxTokens: 32_000, takesImages: true, cacheTtl: "5m", ...more } as const;
  const raw = JSON.stringify(chatBody(request, options));
  expect(validateChatRequest(raw)).toEqual([]);
  return JSON.parse(raw);
}

function argumentsSent(raw: string): readonly string[] {
  const request = requestOf([hello, assistant(call("a", raw)), tool(result("a"))]);
  return [responses(request).input[1].arguments, chat(request).messages[2].tool_calls[0].function.arguments];
}

describe("bodies for OpenAI and those that resemble it", () => {
  it.each([
    ["responses", () => responses(requestOf(history, { webSearch: true, model: "gpt-6.2-sol" }))],
    ["openrouter", () => chat(requestOf(history, { model: "anthropic/claude-opus-5.5" }))],
    ["compatible", () => chat(requestOf(history, { model: "qwen4:8b" }), { provider: "openaiCompatible" })],
  ])("PRV-2: the body's bytes: %s", async (name, body) => {
    await expect(`${JSON.stringify(body(), null, 2)}\n`).toMatchFileSnapshot(`../../../golden/openai/${name}.json`);
  });

  it.each([
    ['{"b": 1.0,"2":"x","1":1e3 }', '{"b": 1.0,"2":"x","1":1e3 }'],
    ["{}", "{}"],
    ['{"s":"\\ud83d"}', '{"s":"\ufffd"}'],
    ['{"s":"\\ud83d\\ude00"}', '{"s":"\\ud83d\\ude00"}'],
    ...["", " ", "null", "[]", '"{}"', '{"a":', '{"a":1}{"b":2}', `{"a":${"[".repeat(300)}${"]".repeat(300)}}`].map(
      (raw) => [raw, "{}"],
    ),
  ])("PRV-2: arguments %.40s are sent as their own text, or as an empty object: %.40s", (raw, sent) => {
    expect(argumentsSent(raw)).toEqual([sent, sent]);
  });

  it("PRV-2: ids are as long as the API takes them, 64 and 40 characters, without a collision", () => {
    const ids = ["a|b", "a:b", "x".repeat(40), "x".repeat(41), "x".repeat(64), "x".repeat(65), ""];
    const request = requestOf([hello, assistant(...ids.map((id) => call(id))), user("go")]);
    const long = responses(request)
      .input.slice(1, 8)
      .map((item: { call_id: string }) => item.call_id);
    const short = chat(request).messages[2].tool_calls.map(({ id }: { id: string }) => id);
    expect(long).toEqual(["a_b", "a_b_2", "x".repeat(40), "x".repeat(41), "x".repeat(64), `${"x".repeat(62)}_2`, "_"]);
    expect(short.slice(2)).toEqual(["x".repeat(40), ...[2, 3, 4].map((n) => `${"x".repeat(38)}_${n}`), "_"]);
  });

  it("PRV-2: each answer is directly followed by the results of its own calls", () => {
    const roles = chat(
      requestOf([hello, assistant(call("a")), assistant(call("b"), text("and")), tool(result("b"), result("a"))]),
    ).messages.map(({ role, content }: { role: string; content: string }) => [role, content]);
    expect(roles.slice(2)).toEqual([
      ["assistant", null],
      ["tool", "result of a"],
      ["assistant", "and"],
      ["tool", "result of b"],
    ]);
  });

  it("PRV-2: a failed, a missing and an empty result say so in words", () => {
    const failed = { ...result("a", "Not found."), isError: true } as Block;
    const known = { ...result("b", "Error: no."), isError: true } as Block;
    const calls = assistant(call("a"), call("b"), call("c"), call("d"));
    const outputs = responses(requestOf([hello, calls, tool(failed, known, result("d", " "))])).input.slice(5);
    expect(outputs.map(({ output }: { output: string }) => output)).toEqual([
      "Error: Not found.",
      "Error: no.",
      "Error: Tool execution aborted",
      "(The tool gave no output.)",
    ]);
  });

  it("PRV-2: images that a tool's message holds follow as a message of the person", () => {
    const image: Block = { type: "image", sha256: pngHash, mimeType: "image/png" };
    const request = requestOf([hello, assistant(call("a")), tool(image, result("a"))]);
    expect(responses(request).input.at(-1)).toMatchObject({ role: "user", content: [{ type: "input_image" }] });
    expect(chat(request).messages.slice(-2)).toMatchObject([
      { role: "tool" },
      { role: "user", content: [{ type: "image_url" }] },
    ]);
  });

  it("PRV-2: a schema without properties gets an empty list of them, and the output limit is always there", () => {
    const tools = [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }];
    const sent = responses(requestOf([hello], { tools }));
    expect(sent.tools[0].parameters).toEqual({ type: "object", properties: {} });
    expect([sent.max_output_tokens, chat(requestOf([hello])).max_tokens]).toEqual([32_000, 32_000]);
  });

  it("PRV-2: marks the system prompt and the ends of this request and the last one, for Anthropic's models only", () => {
    const rounds = [
      hello,
      assistant(call("a")),
      tool(result("a")),
      assistant(call("b")),
      tool(result("b")),
      user("x", "y"),
    ];
    const marked = chat(requestOf(rounds, { model: "anthropic/claude-opus-5.5" }), { cacheTtl: "1h" });
    const places = marked.messages.flatMap(({ content }: { content: unknown }, index: number) =>
      JSON.stringify(content).includes('"cache_control":{"type":"ephemeral","ttl":"1h"}') ? [index] : [],
    );
    expect(places).toEqual([0, 3, 6]);
    expect(marked.messages[6].content.map((part: object) => "cache_control" in part)).toEqual([false, true]);
    for (const provider of ["openrouter", "openaiCompatible"] as const) {
      expect(JSON.stringify(chat(requestOf(rounds, { model: "z-ai/glm-6" }), { provider }))).not.toContain(
        "cache_control",
      );
    }
    const compatible = chat(requestOf(rounds, { model: "anthropic/x" }), { provider: "openaiCompatible" });
    expect(JSON.stringify(compatible)).not.toContain("cache_control");
  });

  it("effort is sent in each API's words, and not unless it is chosen", () => {
    const request = requestOf([hello]);
    expect(responses(request, { effort: "high" }).reasoning).toEqual({ effort: "high" });
    expect(chat(request, { effort: "low" }).reasoning).toEqual({ effort: "low" });
    expect(chat(request, { effort: "low", provider: "openaiCompatible" }).reasoning_effort).toBe("low");
    expect(JSON.stringify([responses(request), chat(request)])).not.toContain("effort");
  });

  it("BYT-2: the cache's key is the conversation's beginning, and shows nothing of it", () => {
    const key = cacheKey(requestOf([hello]));
    expect(key).toMatch(/^silverpoint-[0-9a-f]{16}$/);
    expect(cacheKey(requestOf([hello, assistant(text("x")), user("more")]))).toBe(key);
    const others = [requestOf([user("hello!")]), requestOf([hello], { systemPrompt: "Other." }), requestOf([])];
    expect(new Set([key, ...others.map(cacheKey)]).size).toBe(4);
  });
});
