import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../../../../src/agent/ports.ts";
import { createAnswerReader } from "../../../../src/providers/anthropic/stream.ts";
import type { AnthropicEvent } from "../../../../src/providers/anthropic/wire.ts";

function readAll(events: readonly AnthropicEvent[]): readonly TurnEvent[] {
  const reader = createAnswerReader();
  const read = events.flatMap((event) => reader.read(event));
  reader.finish();
  return read;
}

const stop = (reason: string | null): AnthropicEvent[] => [
  { type: "message_delta", delta: { stop_reason: reason } },
  { type: "message_stop" },
];

const callEvents = (input: unknown, ...pieces: readonly string[]): AnthropicEvent[] => [
  { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "t", name: "n", input } },
  ...pieces.map((partial_json) => ({
    type: "content_block_delta",
    index: 1,
    delta: { type: "input_json_delta", partial_json },
  })),
  { type: "content_block_stop", index: 1 },
];

const usageOf = (...events: readonly AnthropicEvent[]) =>
  readAll([...events, ...stop("end_turn")]).findLast((event) => event.type === "usage")?.usage;

describe("createAnswerReader", () => {
  it("reads a whole recorded answer", async () => {
    const golden = new URL("../../../golden/anthropic/stream.json", import.meta.url);
    const { stream, events } = JSON.parse(await readFile(golden, "utf8"));
    expect(readAll(stream)).toEqual(events);
  });

  it.each([
    ["end_turn", "end"],
    ["stop_sequence", "end"],
    ["tool_use", "toolCalls"],
    ["max_tokens", "outputLimit"],
    ["model_context_window_exceeded", "contextLimit"],
    ["refusal", "refusal"],
    ["pause_turn", "paused"],
    ["constructor", "end"],
    [null, "end"],
  ])("reads the stop reason %s as %s", (wire, reason) => {
    expect(readAll(stop(wire))).toEqual([{ type: "end", reason }]);
  });

  it("BYT-1: keeps a call's arguments as they were written", () => {
    const argumentsOf = (events: AnthropicEvent[]) => {
      const [first] = readAll([...events, ...stop("tool_use")]);
      return first?.type === "toolCall" ? first.arguments : undefined;
    };
    expect(argumentsOf(callEvents({}, "", '{"b": 1.0', ',"2":"x"', ',"1":1e3 }'))).toBe('{"b": 1.0,"2":"x","1":1e3 }');
    expect(argumentsOf(callEvents({}))).toBe("");
    expect(argumentsOf(callEvents({}, '{"a":'))).toBe('{"a":');
    expect(argumentsOf(callEvents({ a: 1 }))).toBe('{"a":1}');
  });

  it("gives a call before the end, also where its own end is missing", () => {
    const events = readAll([...callEvents({}, "{}").slice(0, -1), ...stop(null)]);
    expect(events.map((event) => event.type)).toEqual(["toolCall", "end"]);
    expect(events.at(-1)).toEqual({ type: "end", reason: "toolCalls" });
  });

  it("FMT-9: takes the newest figures and the hour's share from the start", () => {
    const start = {
      input_tokens: 10,
      cache_creation_input_tokens: 7,
      cache_read_input_tokens: 3,
      cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 5 },
      output_tokens: 1,
    };
    const delta = { input_tokens: null, output_tokens: 40, server_tool_use: { web_search_requests: 2 } };
    expect(
      usageOf({ type: "message_start", message: { usage: start } }, { type: "message_delta", usage: delta }),
    ).toEqual({ input: 10, output: 40, cacheRead: 3, cacheWrite: 7, cacheWrite1h: 5, webSearchRequests: 2 });
  });

  it("FMT-9: figures are whole and never negative, and there is no hour's share without one", () => {
    const usage = { input_tokens: -3, output_tokens: 1.9, cache_read_input_tokens: Number.NaN };
    expect(usageOf({ type: "message_delta", usage })).toEqual({
      input: 0,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      webSearchRequests: 0,
    });
  });

  const search = (id: string, index: number, ...pieces: readonly string[]): AnthropicEvent[] => [
    {
      type: "content_block_start",
      index,
      content_block: { type: "server_tool_use", id, name: "web_search", input: {} },
    },
    ...pieces.map((partial_json) => ({
      type: "content_block_delta",
      index,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index },
  ];
  const found = (id: string, index: number, content: unknown): AnthropicEvent[] => [
    {
      type: "content_block_start",
      index,
      content_block: { type: "web_search_tool_result", tool_use_id: id, content },
    },
    { type: "content_block_stop", index },
  ];
  const page = (title: unknown, url: unknown) => ({
    type: "web_search_result",
    title,
    url,
    page_age: "2 days ago",
    encrypted_content: "secret",
  });
  const withoutEnd = (events: readonly AnthropicEvent[]) => readAll([...events, ...stop("end_turn")]).slice(0, -1);

  it("TRN-4: a search is one event, once its result is there, without what the service encrypts", () => {
    const events = [
      ...search("s1", 0, '{"que', 'ry":"cobalt"}'),
      ...search("s2", 1, '{"query":"zinc"}'),
      ...found("s1", 2, [page("Cobalt\n blue", "https://a.test/"), page(null, "https://b.test/"), page("c", 7), 3]),
      ...found("s2", 3, []),
    ];
    expect(withoutEnd(events)).toEqual([
      {
        type: "webSearch",
        query: "cobalt",
        results: [
          { title: "Cobalt blue", url: "https://a.test/" },
          { title: "https://b.test/", url: "https://b.test/" },
        ],
      },
      { type: "webSearch", query: "zinc", results: [] },
    ]);
  });

  it.each<[string, unknown, string]>([
    ["an error that is known", { error_code: "max_uses_exceeded" }, "No more searches are allowed in this answer."],
    ["one that isn't", { error_code: "out_of_ink" }, "The search failed (out_of_ink)."],
    ["neither a list nor an error", "x", "What came back can't be read."],
  ])("TRN-4: a search that failed says why: %s", (_, content, error) => {
    expect(withoutEnd([...search("s", 0, '{"query":"q"}'), ...found("s", 1, content)])).toEqual([
      { type: "webSearch", query: "q", results: [], error },
    ]);
  });

  it("TRN-4: a search without a result is told at the end, before the calls that are still open", () => {
    const events = [...search("s", 0, '{"query":"q"}'), ...callEvents({}, "{}").slice(0, -1)];
    expect(withoutEnd(events)).toEqual([
      { type: "webSearch", query: "q", results: [], error: "The search was not made." },
      { type: "toolCall", id: "t", name: "n", arguments: "{}" },
    ]);
  });

  it("TRN-4: a query that can't be read is empty, and one that comes whole is taken", () => {
    const whole: AnthropicEvent = {
      type: "content_block_start",
      index: 0,
      content_block: { type: "server_tool_use", id: "s", name: "web_search", input: { query: "whole" } },
    };
    const queries = [
      [...search("s", 0, '{"query":'), ...found("s", 1, [])],
      [...search("s", 0, '{"query":7}'), ...found("s", 1, [])],
      [whole, ...found("s", 1, [])],
      found("nothing", 1, []),
    ].map((events) => withoutEnd(events)[0]);
    expect(queries.map((event) => event?.type === "webSearch" && event.query)).toEqual(["", "", "whole", ""]);
  });

  it("TRN-4: other tools of the service, and blocks that nobody knows, are left out", () => {
    const [first, ...rest] = search("s", 0, "{}");
    const other = { ...first, content_block: { type: "server_tool_use", id: "s", name: "code_execution" } };
    const unknown: AnthropicEvent = { type: "content_block_start", index: 1, content_block: { type: "novelty" } };
    expect(withoutEnd([other as AnthropicEvent, ...rest, unknown])).toEqual([]);
  });

  const cites = (title: unknown, url: unknown, type = "web_search_result_location"): AnthropicEvent => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "citations_delta", citation: { type, title, url, cited_text: "x", encrypted_index: "secret" } },
  });
  const says = (text: string): AnthropicEvent[] => [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  ];

  it("TRN-4: a source follows the text that it belongs to, also when the service sends it first", () => {
    const source = { type: "citation", title: "A", url: "https://a.test/" };
    const text = { type: "text", text: "Blue." };
    const [start, piece] = says("Blue.") as [AnthropicEvent, AnthropicEvent];
    expect(withoutEnd([start, piece, cites("A", "https://a.test/")])).toEqual([text, source]);
    expect(withoutEnd([start, cites("A", "https://a.test/"), piece])).toEqual([text, source]);
    expect(withoutEnd([start, cites("A", "https://a.test/"), ...says("Blue.")])).toEqual([text]);
  });

  it("TRN-4: a source that is no page of the web is left out", () => {
    const events = [
      ...says("x"),
      cites("A", "https://a.test/", "page_location"),
      cites("A", undefined),
      cites("A", ""),
    ];
    expect(withoutEnd(events)).toEqual([{ type: "text", text: "x" }]);
  });

  it("says nothing after the end", () => {
    const late: AnthropicEvent = {
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: "late" },
    };
    expect(readAll([...stop("end_turn"), late])).toHaveLength(1);
  });

  it("takes what isn't text for nothing", () => {
    const odd = (delta: object) => ({ type: "content_block_delta", index: 0, delta }) as AnthropicEvent;
    const events = [
      odd({ type: "text_delta", text: 42 }),
      odd({ type: "text_delta", text: { a: 1 } }),
      odd({ type: "thinking_delta", thinking: ["x"] }),
    ];
    expect(readAll([...events, ...stop("end_turn")])).toEqual([{ type: "end", reason: "end" }]);
  });

  it("FMT-9: usage without a single figure that counts is no usage", () => {
    const odd = (usage: unknown) => ({ type: "message_start", message: { usage } }) as AnthropicEvent;
    for (const usage of [7, "many", {}, { input_tokens: "5" }, { input_tokens: -1 }, null]) {
      expect(readAll([odd(usage), ...stop("end_turn")])).toEqual([{ type: "end", reason: "end" }]);
    }
  });

  it("throws cutOff when the end is missing, after any event", () => {
    const events = [...callEvents({}, "{}"), ...stop("tool_use")];
    for (let count = 0; count < events.length; count++) {
      expect(() => readAll(events.slice(0, count))).toThrow(expect.objectContaining({ code: "cutOff" }));
    }
  });
});
