import { describe, expect, it } from "vitest";
import { validateAnthropicRequest } from "../../support/wireValidator.ts";

const hello = { role: "user", content: [{ type: "text", text: "hello" }] };
const call = (id: string, input: unknown = {}) => ({ type: "tool_use", id, name: "n", input });
const calls = (...ids: string[]) => ({ role: "assistant", content: ids.map((id) => call(id)) });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "done" });
const results = (...ids: string[]) => ({ role: "user", content: ids.map(result) });
const search = { type: "web_search_20250305", name: "web_search", max_uses: 5 };
const mark = { type: "ephemeral" };
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString("base64");
const image = (media_type: string, data: string) => ({ type: "image", source: { type: "base64", media_type, data } });
const says = (...content: object[]) => ({ messages: [{ role: "user", content }] });

function validate(more: object): readonly string[] {
  return validateAnthropicRequest(
    JSON.stringify({ model: "claude-opus-5-5", max_tokens: 10, messages: [hello], ...more }),
  );
}

describe("validateAnthropicRequest", () => {
  it.each<[string, object]>([
    ["a message", {}],
    ["a call and its result", { messages: [hello, calls("a"), results("a")] }],
    [
      "results over two messages of one turn",
      { messages: [hello, calls("a", "b"), results("a"), results("b"), hello] },
    ],
    [
      "a result without content",
      { messages: [hello, calls("a"), { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }] },
    ],
    ["four marks", { system: [{ type: "text", text: "x", cache_control: mark }] }],
    ["an image", says(image("image/png", png))],
    ["tools", { tools: [{ name: "n", description: "d", input_schema: { type: "object" } }] }],
    ["the service's search", { tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }] }],
    ["an emoji and a NUL", says({ type: "text", text: "😀\u0000" })],
  ])("takes %s", (_, more) => {
    expect(validate(more)).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ["no limit", { max_tokens: undefined }, /max_tokens/],
    ["a temperature", { temperature: 1 }, /temperature: not permitted/],
    ["top_p", { top_p: 1 }, /top_p/],
    ["top_k", { top_k: 1 }, /top_k/],
    ["an empty list of tools", { tools: [] }, /empty list/],
    ["two tools of a name", { tools: [1, 2].map(() => ({ name: "n", input_schema: { type: "object" } })) }, /twice/],
    ["a tool of the service that isn't ours", { tools: [{ type: "bash_20250124", name: "bash" }] }, /unknown type/],
    ["a search by another name", { tools: [{ ...search, name: "search" }] }, /named "search"/],
    ["a search with a key of no search", { tools: [{ ...search, input_schema: {} }] }, /input_schema: not permitted/],
    ["a search without a use", { tools: [{ ...search, max_uses: 0 }] }, /max_uses: no count/],
    [
      "a tool of ours by the name of the search",
      { tools: [search, { name: "web_search", input_schema: { type: "object" } }] },
      /web_search is there twice/,
    ],
    [
      "a tool whose description isn't text",
      { tools: [{ name: "n", description: 1, input_schema: { type: "object" } }] },
      /isn't text/,
    ],
    ["a stream that isn't a boolean", { stream: 1 }, /stream/],
    [
      "what the service found, sent back",
      { messages: [hello, { role: "assistant", content: [{ type: "server_tool_use", id: "s" }] }, hello] },
      /"server_tool_use" isn't taken/,
    ],
    [
      "a call of the person's",
      { messages: [{ role: "user", content: [call("a")] }, results("a")] },
      /"tool_use" isn't taken/,
    ],
    [
      "adaptive thinking where there is none",
      { model: "claude-haiku-4-5", thinking: { type: "adaptive" } },
      /adaptively/,
    ],
    ["five marks", says(...[1, 2, 3, 4, 5].map(() => ({ type: "text", text: "x", cache_control: mark }))), /5 marks/],
    [
      "an hour after five minutes",
      says(...[mark, { ...mark, ttl: "1h" }].map((cache_control) => ({ type: "text", text: "x", cache_control }))),
      /an hour's mark/,
    ],
    ["no messages", { messages: [] }, /at least one/],
    ["an assistant first", { messages: [calls("a"), results("a")] }, /first/],
    ["an assistant last", { messages: [hello, { role: "assistant", content: [{ type: "text", text: "x" }] }] }, /last/],
    ["a system role", { messages: [hello, { role: "system", content: "x" }] }, /role/],
    ["an empty message", { messages: [hello, { role: "user", content: [] }] }, /no content/],
    ["blank text", says({ type: "text", text: " \n" }), /blank/],
    ["a key that isn't known", says({ type: "text", text: "x", sha256: "y" }), /sha256: not permitted/],
    [
      "thinking",
      { messages: [hello, { role: "assistant", content: [{ type: "thinking", thinking: "x" }] }, hello] },
      /"thinking" isn't taken/,
    ],
    ["a call without a result", { messages: [hello, calls("a"), hello] }, /no result in the next turn/],
    [
      "a result too late",
      { messages: [hello, calls("a"), hello, calls("b"), results("a", "b")] },
      /no result in the next turn/,
    ],
    ["a result without a call", { messages: [hello, calls("a"), results("a", "b")] }, /no call/],
    ["two results", { messages: [hello, calls("a"), results("a", "a")] }, /second result/],
    ["text before a result", { messages: [hello, calls("a"), hello, results("a")] }, /stands before/],
    ["an id twice", { messages: [hello, calls("a"), results("a"), calls("a"), results("a")] }, /twice/],
    ["an odd id", { messages: [hello, calls("a|b"), results("a|b")] }, /bad id/],
    ["a long id", { messages: [hello, calls("x".repeat(65)), results("x".repeat(65))] }, /65 characters/],
    [
      "an input that isn't an object",
      { messages: [hello, { role: "assistant", content: [call("a", [])] }, results("a")] },
      /input/,
    ],
    ["an image of another type", says(image("image/jpeg", png)), /image\/png found/],
    ["an image that isn't one", says(image("image/png", "AAAA")), /undefined found/],
    ["half a surrogate pair", says({ type: "text", text: "x\ud83d" }), /half a surrogate pair: \\ud83d/],
  ])("refuses %s", (_, more, fault) => {
    expect(validate(more).join("; ")).toMatch(fault);
  });

  it("doesn't take an escaped backslash for an escape", () => {
    expect(validate(says({ type: "text", text: "\\ud83d" }))).toEqual([]);
  });

  it("refuses what isn't a JSON object", () => {
    for (const raw of ["", "[]", "{"]) expect(validateAnthropicRequest(raw)).toHaveLength(1);
  });
});
