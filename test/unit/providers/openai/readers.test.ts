import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../../../../src/agent/ports.ts";
import { createChatReader } from "../../../../src/providers/openai/chatStream.ts";
import type { ChatChunk } from "../../../../src/providers/openai/chatWire.ts";
import { createResponsesReader } from "../../../../src/providers/openai/responsesStream.ts";
import type { ResponsesEvent } from "../../../../src/providers/openai/responsesWire.ts";
import { compatibleService, openaiService } from "../../../../src/providers/openai/services.ts";

function readChat(...chunks: readonly ChatChunk[]): readonly TurnEvent[] {
  const reader = createChatReader(compatibleService, false);
  return [...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.finish()];
}

function readResponses(...events: readonly ResponsesEvent[]): readonly TurnEvent[] {
  const reader = createResponsesReader(openaiService);
  return [...events.flatMap((event) => reader.read(event)), ...reader.finish()];
}

const says = (delta: unknown, more: object = {}): ChatChunk => ({ choices: [{ index: 0, delta, ...more }] });
const ends = (finish_reason: unknown): ChatChunk => says({}, { finish_reason });
const calls = (...tool_calls: readonly unknown[]): ChatChunk => says({ tool_calls });
const fn = (name: string | undefined, args: unknown) => ({ function: { name, arguments: args } });
const callsIn = (events: readonly TurnEvent[]) =>
  events.flatMap((event) => (event.type === "toolCall" ? [[event.id, event.name, event.arguments]] : []));

describe("createChatReader", () => {
  it.each([
    ["stop", "end"],
    ["length", "outputLimit"],
    ["content_filter", "refusal"],
    ["tool_calls", "toolCalls"],
    ["something_new", "end"],
    ["constructor", "end"],
  ])("reads the reason %s as %s", (wire, reason) => {
    expect(readChat(ends(wire))).toEqual([{ type: "end", reason }]);
  });

  it("takes a stop after calls for a wait for their results", () => {
    expect(readChat(calls({ index: 0, id: "a", ...fn("n", "{}") }), ends("stop")).at(-1)).toEqual({
      type: "end",
      reason: "toolCalls",
    });
  });

  it.each<[string, readonly ChatChunk[], readonly (readonly string[])[]]>([
    [
      "all numbered 0",
      [calls({ index: 0, id: "a", ...fn("n", "{}") }), calls({ index: 0, id: "b", ...fn("m", "{}") })],
      [
        ["a", "n", "{}"],
        ["b", "m", "{}"],
      ],
    ],
    [
      "not numbered",
      [calls({ id: "a", ...fn("n", '{"x":') }), calls(fn(undefined, "1}")), calls({ id: "b", ...fn("m", "{}") })],
      [
        ["a", "n", '{"x":1}'],
        ["b", "m", "{}"],
      ],
    ],
    [
      "neither numbered nor named",
      [calls(fn("n", "{}"), fn("m", "{}"))],
      [
        ["call_1", "n", "{}"],
        ["call_2", "m", "{}"],
      ],
    ],
    [
      "numbered, without ids",
      [calls({ index: 0, ...fn("n", "{}") }, { index: 1, ...fn("m", "{}") })],
      [
        ["call_1", "n", "{}"],
        ["call_2", "m", "{}"],
      ],
    ],
    [
      "interleaved",
      [
        calls({ index: 0, id: "a", ...fn("n", "1") }, { index: 1, id: "b", ...fn("m", "2") }),
        calls({ index: 0, ...fn("", "3") }, { index: 1, ...fn("", "4") }),
      ],
      [
        ["a", "n", "13"],
        ["b", "m", "24"],
      ],
    ],
    ["with arguments as an object", [calls({ index: 0, id: "a", ...fn("n", { b: 1 }) })], [["a", "n", '{"b":1}']]],
    [
      "with the id again in each piece",
      [calls({ index: 0, id: "a", ...fn("n", "1") }), calls({ index: 0, id: "a", ...fn("n", "2") })],
      [["a", "n", "12"]],
    ],
    ["that aren't any", [calls(null, 7, "x"), says({ tool_calls: "x" })], []],
  ])("BYT-1: puts calls together that are %s", (_, chunks, expected) => {
    expect(callsIn(readChat(...chunks, ends("tool_calls")))).toEqual(expected);
  });

  it("reads text that comes as a list of parts, a refusal, and both words for thinking", () => {
    const text = says({ content: [{ type: "text", text: "a" }, { type: "thinking", thinking: "x" }, 3] });
    expect(
      readChat(text, says({ refusal: "no" }), says({ reasoning_content: "r" }), says({ reasoning: "s" }), ends("stop")),
    ).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "no" },
      { type: "thinking", text: "r" },
      { type: "thinking", text: "s" },
      { type: "end", reason: "end" },
    ]);
  });

  it("takes what isn't text, other answers and what comes after the end for nothing", () => {
    expect(
      readChat(
        says({ content: 42, reasoning: ["x"] }),
        says({ content: "second" }, { index: 1 }),
        { choices: "x" },
        {},
        ends("stop"),
        says({ content: "late" }),
      ),
    ).toEqual([{ type: "end", reason: "end" }]);
  });

  it.each([undefined, null, { prompt_tokens: "5" }, "x"])("FMT-9: with the usage %o there is none", (usage) => {
    expect(readChat(ends("stop"), { choices: [], usage })).toEqual([{ type: "end", reason: "end" }]);
  });

  it("FMT-9: the newest usage counts, wherever it stands", () => {
    const usage = (prompt_tokens: number) => ({ prompt_tokens, completion_tokens: 1 });
    const events = readChat({ ...says({ content: "a" }), usage: usage(1) }, { ...ends("stop"), usage: usage(2) });
    expect(events.map((event) => (event.type === "usage" ? event.usage.input : event.type))).toEqual([
      "text",
      1,
      2,
      "end",
    ]);
  });

  it("an answer that ends with the reason “error” is none", () => {
    expect(() => readChat(says({}, { finish_reason: "error" }))).toThrow("ended the answer with an error");
  });
});

describe("createResponsesReader", () => {
  const done = (response: object): ResponsesEvent => ({ type: "response.completed", response });
  const item = (fields: object, output_index = 0): ResponsesEvent => ({
    type: "response.output_item.done",
    output_index,
    item: fields,
  });

  it.each([
    ["response.completed", {}, "end"],
    ["response.incomplete", { incomplete_details: { reason: "max_output_tokens" } }, "outputLimit"],
    ["response.incomplete", { incomplete_details: { reason: "content_filter" } }, "refusal"],
    ["response.incomplete", {}, "outputLimit"],
  ])("reads %s %o as %s", (type, response, reason) => {
    expect(readResponses({ type, response })).toEqual([{ type: "end", reason }]);
  });

  it("reads a refusal as text, and as the reason of the end", () => {
    expect(readResponses({ type: "response.refusal.delta", delta: "No." }, done({}))).toEqual([
      { type: "text", text: "No." },
      { type: "end", reason: "refusal" },
    ]);
  });

  it("takes texts and calls that come whole, and calls whose own end is missing", () => {
    const added = { type: "function_call", call_id: "b", name: "m", arguments: "" };
    const events = readResponses(
      { type: "response.output_text.done", output_index: 0, content_index: 0, text: "whole" },
      item({ type: "function_call", call_id: "a", name: "n", arguments: '{"x":1.0}' }, 1),
      { type: "response.output_item.added", output_index: 2, item: added },
      { type: "response.function_call_arguments.delta", output_index: 2, delta: "{}" },
      done({}),
    );
    expect(events[0]).toEqual({ type: "text", text: "whole" });
    expect(callsIn(events)).toEqual([
      ["a", "n", '{"x":1.0}'],
      ["b", "m", "{}"],
    ]);
  });

  it("TRN-4: tells failed searches, and leaves out what only opens or reads a page", () => {
    const call = (fields: object) => item({ type: "web_search_call", ...fields });
    const events = readResponses(
      call({ status: "failed", action: { type: "search", query: "q" } }),
      call({ action: { type: "search", queries: ["a", "b", 3], sources: [{ url: "https://a.test/" }, { url: 7 }] } }),
      call({ action: { type: "open_page", url: "https://b.test/" } }),
      call({ action: { type: "find_in_page", pattern: "x" } }),
      done({ usage: { input_tokens: 1, output_tokens: 1 } }),
    );
    expect(events.slice(0, 2)).toEqual([
      { type: "webSearch", query: "q", results: [], error: "The search failed." },
      { type: "webSearch", query: "a; b", results: [{ title: "https://a.test/", url: "https://a.test/" }] },
    ]);
    expect(events[2]).toMatchObject({ type: "usage", usage: { webSearchRequests: 2 } });
  });

  it("TRN-4: a source that is no page of the web is left out", () => {
    const cites = (annotation: unknown): ResponsesEvent => ({
      type: "response.output_text.annotation.added",
      annotation,
    });
    const odd = [{ type: "file_citation", url: "x" }, { type: "url_citation" }, null, 3];
    expect(readResponses(...odd.map(cites), done({}))).toEqual([{ type: "end", reason: "end" }]);
  });

  it("throws what the service says inside the answer", () => {
    const error = { code: "server_error", message: "oh" };
    for (const event of [
      { type: "response.failed", response: { error } },
      { type: "error", ...error },
    ]) {
      expect(() => readResponses(event)).toThrow("ended the answer with an error");
    }
    expect(() => readResponses({ type: "response.failed" })).toThrow("ended the answer with an error");
  });
});
