import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatRequest } from "../../../../src/agent/ports.ts";
import type { Block, Message } from "../../../../src/archive/types.ts";
import { anthropicBody, maxTokensOf } from "../../../../src/providers/anthropic/messages.ts";
import { isRequestPrefix } from "../../../support/requestPrefix.ts";
import { validateAnthropicRequest } from "../../../support/wireValidator.ts";
import { anyHistory, call, pngBytes, pngHash, requestOf, result, svgHash, user } from "./histories.ts";

function rawBody(request: ChatRequest, cacheTtl: "5m" | "1h" = "5m"): string {
  const raw = JSON.stringify(anthropicBody(request, { maxTokens: 32_000, cacheTtl }));
  expect(validateAnthropicRequest(raw)).toEqual([]);
  return raw;
}

function wireMessages(...history: readonly Message[]) {
  return JSON.parse(rawBody(requestOf(history)), (key, value) => (key === "cache_control" ? undefined : value))
    .messages;
}

function assistant(...content: readonly Block[]): Message {
  return { role: "assistant", content };
}

function tool(...content: readonly Block[]): Message {
  return { role: "tool", content };
}

const hello = user("hello");

describe("anthropicBody", () => {
  it("PRV-2: makes what the service takes out of any history", () => {
    fc.assert(
      fc.property(anyHistory, (history) => void rawBody(requestOf(history))),
      { numRuns: 300 },
    );
  });

  it("BYT-3: a request is an exact prefix of every later one", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (history, choice) => {
        const ends = history.flatMap((message, index) => (message.role === "user" ? [index + 1] : []));
        const earlier = rawBody(requestOf(history.slice(0, ends[0])));
        const cut = history.slice(0, ends[choice % ends.length]);
        const middle = JSON.stringify(anthropicBody(requestOf(cut), { maxTokens: 32_000, cacheTtl: "5m" }));
        const later = rawBody(requestOf(history));
        expect(isRequestPrefix(earlier, middle) && isRequestPrefix(middle, later)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("BYT-3: so is the request of a round within a turn", () => {
    const rounds = [hello, assistant(call("a"), call("b")), tool(result("b"), result("a")), user("a picture")];
    const more = [...rounds, assistant(call("a")), tool(result("a"))];
    expect(isRequestPrefix(rawBody(requestOf(rounds.slice(0, 3))), rawBody(requestOf(rounds)))).toBe(true);
    expect(isRequestPrefix(rawBody(requestOf(rounds)), rawBody(requestOf(more)))).toBe(true);
  });

  it("has its keys in one order, and no tools when there are none", () => {
    expect(Object.keys(JSON.parse(rawBody(requestOf([hello]))))).toEqual([
      "model",
      "max_tokens",
      "system",
      "tools",
      "thinking",
      "messages",
    ]);
    expect(rawBody(requestOf([hello], { tools: [] }))).not.toContain('"tools"');
    expect(rawBody(requestOf([hello], { systemPrompt: " " }))).not.toContain('"system"');
  });

  it("TRN-4: the service's search stands before our tools, whose last keeps the cache mark", () => {
    const search = { type: "web_search_20250305", name: "web_search", max_uses: 5 };
    const toolsOf = (more: Partial<ChatRequest>) =>
      JSON.parse(rawBody(requestOf([hello], { webSearch: true, ...more }))).tools;
    expect(toolsOf({})[0]).toEqual(search);
    expect(toolsOf({}).map((one: object) => "cache_control" in one)).toEqual([false, false, true]);
    expect(toolsOf({ tools: [] })).toEqual([search]);
    expect(rawBody(requestOf([hello]))).not.toContain("web_search");
  });

  it("TRN-4: asks adaptive models for a summary of their thinking, and others for none", () => {
    const thinkingOf = (model: string) => JSON.parse(rawBody(requestOf([hello], { model }))).thinking;
    for (const model of ["claude-opus-5-5", "claude-sonnet-4-6", "claude-fable-5-2"]) {
      expect(thinkingOf(model), model).toEqual({ type: "adaptive", display: "summarized" });
    }
    for (const model of ["claude-opus-4-5-20251101", "claude-sonnet-4-5", "claude-haiku-4-5", "something-else"]) {
      expect(thinkingOf(model), model).toBeUndefined();
    }
  });

  it("asks adaptive models for an effort where one is chosen", () => {
    const bodyOf = (model: string) =>
      anthropicBody(requestOf([hello], { model }), { maxTokens: 1000, cacheTtl: "5m", effort: "low" });
    expect(bodyOf("claude-opus-5-5").output_config).toEqual({ effort: "low" });
    expect(validateAnthropicRequest(JSON.stringify(bodyOf("claude-opus-5-5")))).toEqual([]);
    expect(bodyOf("claude-haiku-4-5")).not.toHaveProperty("output_config");
    expect(rawBody(requestOf([hello]))).not.toContain("effort");
  });

  it("asks for at most 32,000 tokens", () => {
    expect(["claude-opus-5-5", "claude-haiku-4-5", "unknown"].map(maxTokensOf)).toEqual([32_000, 32_000, 32_000]);
  });

  it("PRV-2: marks the system prompt, the last tool and the last two user messages for the cache", () => {
    const history = [hello, assistant(call("a")), tool(result("a")), user("more", "and more")];
    const body = JSON.parse(rawBody(requestOf(history)));
    const mark = { type: "ephemeral" };
    expect(body.system).toEqual([{ type: "text", text: "You design.", cache_control: mark }]);
    expect(body.tools.map((one: object) => "cache_control" in one)).toEqual([false, true]);
    expect(body.messages[0].content[0]).not.toHaveProperty("cache_control");
    expect(body.messages[2].content[0].cache_control).toEqual(mark);
    expect(body.messages[3].content.map((one: object) => "cache_control" in one)).toEqual([false, true]);
    expect(rawBody(requestOf(history)).match(/cache_control/g)).toHaveLength(4);
    expect(rawBody(requestOf(history), "1h").match(/"cache_control":{"type":"ephemeral","ttl":"1h"}/g)).toHaveLength(4);
  });

  it("PRV-2: puts results into one message in the order of the calls, before anything else", () => {
    const image: Block = { type: "image", sha256: pngHash, mimeType: "image/png" };
    const [, , results] = wireMessages(hello, assistant(call("a"), call("b")), tool(image, result("b"), result("a")));
    expect(results.content.map((block: { type: string; content?: string }) => block.content ?? block.type)).toEqual([
      "result of a",
      "result of b",
      "image",
    ]);
  });

  it("PRV-2: a missing result reads as aborted, a result without a call is left out", () => {
    const messages = wireMessages(hello, assistant(call("a"), call("b")), tool(result("b"), result("zz")), user("go"));
    expect(messages[2].content).toEqual([
      { type: "tool_result", tool_use_id: "a", content: "Tool execution aborted", is_error: true },
      { type: "tool_result", tool_use_id: "b", content: "result of b" },
    ]);
    expect(wireMessages(hello, assistant(call("a")), user("go"))[2].content[0].is_error).toBe(true);
    expect(wireMessages(hello, tool(result("a")), user("go"))).toHaveLength(2);
  });

  it("PRV-2: repeated ids stay apart and pair with what they belong to", () => {
    const round = (said: string) => [assistant(call("t")), tool(result("t", said))];
    const messages = wireMessages(hello, ...round("one"), ...round("two"), ...round("three"));
    const pairs = [1, 3, 5].map((index) => [
      messages[index].content[0].id,
      messages[index + 1].content[0].tool_use_id,
      messages[index + 1].content[0].content,
    ]);
    expect(pairs).toEqual([
      ["t", "t", "one"],
      ["t_2", "t_2", "two"],
      ["t_3", "t_3", "three"],
    ]);
    const twins = wireMessages(hello, assistant(call("t"), call("t")), tool(result("t", "one"), result("t", "two")));
    expect(twins[2].content.map((block: { content: string }) => block.content)).toEqual(["one", "two"]);
  });

  it("PRV-2: ids that aren't acceptable are made so, without a collision", () => {
    const ids = ["a|b", "a:b", "a_b", "x".repeat(64), "x".repeat(65), `${"x".repeat(64)}y`, "", "ü"];
    const wire = wireMessages(hello, assistant(...ids.map((id) => call(id))), user("go"))[1].content;
    expect(wire.map((block: { id: string }) => block.id)).toEqual([
      "a_b",
      "a_b_2",
      "a_b_3",
      "x".repeat(64),
      `${"x".repeat(62)}_2`,
      `${"x".repeat(62)}_3`,
      "_",
      "__2",
    ]);
  });

  const deep = `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
  it.each([
    ["{}", "{}"],
    ['{"b":1.0,"2":"x","1":1e3}', '{"1":1000,"2":"x","b":1}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['{"s":"\\ud83d","\\udc00":["\\ud83d\\ude00"]}', '{"s":"\ufffd","\ufffd":["😀"]}'],
    ...["", " ", "null", "[]", '"{}"', '{"a":', '{"a":1}{"b":2}', "{'a':1}", '{"a":NaN}', deep].map((raw) => [
      raw,
      "{}",
    ]),
  ])("PRV-2: arguments %.40s are sent as %s", (raw, sent) => {
    expect(JSON.stringify(wireMessages(hello, assistant(call("a", raw)), user("go"))[1].content[0].input)).toBe(sent);
  });

  it("PRV-2: arguments that are kept as bytes are read as UTF-8", () => {
    const block: Block = { type: "toolCall", id: "a", name: "n", argumentsBase64: btoa('{"a":"\xff"}') };
    expect(wireMessages(hello, assistant(block), user("go"))[1].content[0].input).toEqual({ a: "\ufffd" });
  });

  it("PRV-2: blank text and messages that hold nothing else are left out", () => {
    const blank = ["", " ", "\n\t", "\u200b", "\u00a0"];
    expect(wireMessages(user(...blank, "hello"), user(...blank), assistant(), user("x\u0000", "\ud800y"))).toEqual([
      { role: "user", content: [{ type: "text", text: "hello" }] },
      {
        role: "user",
        content: [
          { type: "text", text: "x\u0000" },
          { type: "text", text: "\ufffdy" },
        ],
      },
    ]);
    expect(wireMessages(hello, assistant(call("a")), tool(result("a", " ")))[2].content).toEqual([
      { type: "tool_result", tool_use_id: "a" },
    ]);
  });

  it("PRV-2: sends an image as what its bytes are", () => {
    const [message] = wireMessages({
      role: "user",
      content: [{ type: "image", sha256: pngHash, mimeType: "image/jpeg" }],
    });
    const data = Buffer.from(pngBytes).toString("base64");
    expect(message.content).toEqual([{ type: "image", source: { type: "base64", media_type: "image/png", data } }]);
  });

  it("IMG-3: an omitted or lost image reads as the fixed text", () => {
    const [message] = wireMessages({
      role: "user",
      content: [
        { type: "imageOmitted", mimeType: "image/png" },
        { type: "image", sha256: "f".repeat(64), mimeType: "image/png" },
        { type: "image", sha256: svgHash, mimeType: "image/svg+xml" },
      ],
    });
    const omitted = "[Image omitted: an image was here but was dropped from the saved conversation to save space.]";
    expect(message.content.map((block: { text: string }) => block.text)).toEqual([
      omitted,
      omitted,
      "[Image: an image is here in a form that this model can't be shown.]",
    ]);
  });

  it("PRV-2: the body's bytes", async () => {
    const history = [
      user("# This turn\nMode: Just do it\n\nMake a card", "# Design system\nBlue."),
      assistant(
        { type: "text", text: "Adding a card." },
        call("call|1", '{"operations":"[]","2":1,"1":2}'),
        call("b", ""),
      ),
      tool(result("call|1", '{"created":[]}'), { ...result("b"), isError: true, content: "Not an object." } as Block),
      { role: "user", content: [{ type: "text", text: "Here is the image you asked for." }, ...picture] } as Message,
      assistant({ type: "text", text: "Made a card." }),
      user("# This turn\nMode: Discuss\n\nThanks"),
    ];
    const raw = rawBody(requestOf(history));
    await expect(`${JSON.stringify(JSON.parse(raw), null, 2)}\n`).toMatchFileSnapshot(
      "../../../golden/anthropic/body.json",
    );
  });

  it("PRV-2: a history that the model begins gets a fixed text before it, the same each time", () => {
    const blank: Message = { role: "user", content: [{ type: "text", text: " " }] };
    const said = assistant({ type: "text", text: "Hello" });
    const messages = wireMessages(blank, said, user("Hi"));
    expect(messages.map((message: { role: string }) => message.role)).toEqual(["user", "assistant", "user"]);
    expect(messages).toEqual(wireMessages(said, user("Hi")));
    expect(
      isRequestPrefix(rawBody(requestOf([said, user("Hi")])), rawBody(requestOf([said, user("Hi"), said, user("2")]))),
    ).toBe(true);
  });
});

const picture: readonly Block[] = [
  { type: "image", sha256: pngHash, mimeType: "image/png" },
  { type: "imageOmitted", mimeType: "image/png" },
];
