import { beforeEach, describe, expect, it } from "vitest";
import { ClaudeReader } from "../../../../src/cli/claudeCode/reader.ts";
import { kindOf, readClaudeRecord } from "../../../../src/cli/claudeCode/records.ts";
import type { SessionEvent } from "../../../../src/cli/session.ts";

let reader: ClaudeReader;
beforeEach(() => {
  reader = new ClaudeReader();
  reader.open();
});

function read(...records: readonly object[]): SessionEvent[] {
  return records.flatMap((value) => {
    const record = readClaudeRecord(value);
    if (record === undefined || record.type === "control_request" || record.type === "control_cancel_request")
      return [];
    return reader.read(record);
  });
}

const streamed = (event: object, parent: string | null = null) => ({
  type: "stream_event",
  event,
  parent_tool_use_id: parent,
});
const start = (id: string, usage: object = {}) => streamed({ type: "message_start", message: { id, usage } });
const text = (piece: string) =>
  streamed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } });
const whole = (id: string, ...content: readonly object[]) => ({ type: "assistant", message: { id, content } });
const init = (apiKeySource: string) => ({
  type: "system",
  subtype: "init",
  apiKeySource,
  mcp_servers: [{ name: "design", status: "connected" }],
});
const result = (fields: object) => ({ type: "result", subtype: "success", is_error: false, ...fields });

describe("what Claude Code's records mean", () => {
  it("CLI-1: says a text once that comes in pieces and then whole", () => {
    expect(read(start("a"), text("Hel"), text("lo"), whole("a", { type: "text", text: "Hello" }))).toEqual([
      { type: "usage", usage: expect.anything() },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
    ]);
  });

  it("CLI-1: goes on where a dropped answer comes anew and whole, and parts it where it is another one", () => {
    const texts = (events: readonly SessionEvent[]) => events.filter(({ type }) => type === "text");
    expect(texts(read(start("a"), text("Hel"), whole("b", { type: "text", text: "Hello" })))).toEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
    ]);
    expect(texts(read(start("c"), text("One"), whole("d", { type: "text", text: "Two" })))).toEqual([
      { type: "text", text: "One" },
      { type: "text", text: "\n\nTwo" },
    ]);
  });

  it("CLI-5: tells of our calls with the arguments as they were written, and waits when the answer is whole", () => {
    const block = (index: number, id: string, name: string) =>
      streamed({ type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } });
    const json = (index: number, partial_json: string) =>
      streamed({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } });
    const stop = (index: number) => streamed({ type: "content_block_stop", index });
    const events = read(
      start("a"),
      block(0, "t1", "mcp__design__get_document"),
      json(0, '{ "what":'),
      json(0, ' "whole" }'),
      whole("a", { type: "tool_use", id: "t1", name: "mcp__design__get_document", input: { what: "whole" } }),
      stop(0),
      block(1, "t2", "Bash"),
      stop(1),
      streamed({ type: "message_stop" }),
    );
    expect(events.slice(1)).toEqual([
      { type: "toolCall", id: "t1", name: "get_document", arguments: '{ "what": "whole" }' },
      { type: "requestEnd" },
      { type: "waiting" },
    ]);
    expect(read(start("b"), block(0, "t3", "Bash"), stop(0), streamed({ type: "message_stop" })).slice(1)).toEqual([
      { type: "requestEnd" },
    ]);
  });

  it("CLI-5: waits for calls of an answer that was never streamed", () => {
    const call = { type: "tool_use", id: "t1", name: "mcp__design__get_document", input: { what: "whole" } };
    expect(read(whole("a", call))).toEqual([
      { type: "toolCall", id: "t1", name: "get_document", arguments: '{"what":"whole"}' },
      { type: "requestEnd" },
      { type: "waiting" },
    ]);
  });

  it("FMT-9: counts a request's tokens as they come, and its cost as the difference to the turn before where it is billed", () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 5, output_tokens: 1 };
    const counted = read(
      init("ANTHROPIC_API_KEY"),
      start("a", usage),
      streamed({ type: "message_delta", usage: { output_tokens: 9 } }),
    );
    expect(counted.at(-1)).toEqual({
      type: "usage",
      usage: { input: 3, cacheRead: 4, cacheWrite: 5, output: 9, webSearchRequests: 0 },
    });
    expect(read(result({ total_cost_usd: 0.5 }))[0]).toMatchObject({ usage: { reportedCost: 0.5 } });
    expect(read(result({ total_cost_usd: 0.75 }))[0]).toMatchObject({ usage: { reportedCost: 0.25 } });
    expect(read(init("none"), result({ total_cost_usd: 2 }))).toEqual([{ type: "done", reason: "end" }]);
  });

  it("CLI-1: tells why an answer ended", () => {
    expect(read(result({ stop_reason: "end_turn" }))).toEqual([{ type: "done", reason: "end" }]);
    expect(read(result({ stop_reason: "max_tokens" }))).toEqual([{ type: "done", reason: "outputLimit" }]);
    expect(read(result({ stop_reason: "refusal" }))).toEqual([{ type: "done", reason: "refusal" }]);
    expect(read({ type: "result", subtype: "error_during_execution", is_error: true })).toEqual([{ type: "stopped" }]);
  });

  it.each([
    ["authentication_failed", 401, "Not logged in", "notLoggedIn"],
    ["rate_limit", 429, "Slow down", "rateLimited"],
    ["overloaded", 529, "Busy", "serverFailed"],
    ["model_not_found", 404, "No such model", "modelNotFound"],
    ["invalid_request", 400, "Prompt is too long", "contextOverflow"],
    ["from_tomorrow", 500, "Broken", "serverFailed"],
    [undefined, undefined, "Odd", "refused"],
  ])("CLI-4: names a failure (%s) and doesn't say it as an answer", (error, status, said, kind) => {
    const synthetic = { ...whole("s", { type: "text", text: said }), error };
    const events = read(
      ...(error === undefined ? [] : [synthetic]),
      result({ is_error: true, result: said, api_error_status: status }),
    );
    expect(events).toMatchObject([{ type: "failed", error: { kind } }]);
  });

  it("CLI-1: leaves out what an agent below it says", () => {
    const piece = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } };
    expect(read(streamed(piece, "toolu_parent"))).toEqual([]);
  });

  it("CLI-4: passes over what it doesn't know, naming no more than its kind", () => {
    expect(readClaudeRecord({ type: "from_tomorrow" })).toBeUndefined();
    expect(readClaudeRecord({ type: "result" })).toBeUndefined();
    expect(kindOf({ type: "system", subtype: "status", secret: "x" })).toBe("system/status");
    expect(kindOf({ type: 3 })).toBe("unnamed");
    expect(kindOf({})).toBe("unnamed");
  });
});
