import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TurnEvent } from "../../../../src/agent/ports.ts";
import { type AnthropicOptions, createAnthropicModel } from "../../../../src/providers/anthropic/index.ts";
import { anthropicBody } from "../../../../src/providers/anthropic/messages.ts";
import {
  answer,
  failure,
  hold,
  type ModelServer,
  type Script,
  type Step,
  startModelServer,
  text,
  thinking,
  toolCall,
  webPage,
} from "../../../support/modelServer/index.ts";
import { requestOf, user } from "./histories.ts";

const apiKey = "sk-ant-canary-0123456789";
const request = requestOf([user("hello")]);
const never = new AbortController().signal;

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
});

function createModel(more: Partial<AnthropicOptions> = {}) {
  return createAnthropicModel({ apiKey, baseUrl: server.url, ...more });
}

async function collect(stream: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const events: TurnEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function textIn(events: readonly TurnEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

/** What came before the failure, and the failure. */
async function fail(script: Script, more: Partial<AnthropicOptions> = {}) {
  server.enqueue(script);
  const events: TurnEvent[] = [];
  try {
    for await (const event of createModel(more).stream(request, never)) events.push(event);
  } catch (error) {
    return { events, error: error as Error & { code: string; status?: number; retryAfterMilliseconds?: number } };
  }
  throw new Error("It did not fail.");
}

describe("createAnthropicModel", () => {
  it("yields thinking, text, a call, usage and the end", async () => {
    server.enqueue({
      kind: "answer",
      steps: [
        thinking("A card ", "it is."),
        text("Adding", " a card."),
        toolCall("toolu_1", "batch_design", '{"a":', "1.0}"),
      ],
      usage: { input: 5, output: 9, cacheRead: 3, cacheWrite5m: 2, cacheWrite1h: 4, webSearchRequests: 1 },
    });
    const usage = { input: 5, cacheRead: 3, cacheWrite: 6, cacheWrite1h: 4 };
    expect(await collect(createModel().stream(request, never))).toEqual([
      { type: "usage", usage: { ...usage, output: 1, webSearchRequests: 0 } },
      { type: "thinking", text: "A card " },
      { type: "thinking", text: "it is." },
      { type: "text", text: "Adding" },
      { type: "text", text: " a card." },
      { type: "toolCall", id: "toolu_1", name: "batch_design", arguments: '{"a":1.0}' },
      { type: "usage", usage: { ...usage, output: 9, webSearchRequests: 1 } },
      { type: "end", reason: "toolCalls" },
    ]);
  });

  it("BYT-2: the bytes that go out are the projection's", async () => {
    await collect(createModel({ cacheTtl: "1h" }).stream(request, never));
    const body = anthropicBody(request, { maxTokens: 32_000, cacheTtl: "1h" });
    expect(server.requests[0]?.body).toBe(JSON.stringify({ ...body, stream: true }));
  });

  it("sends the key and the version of the API that the SDK is made for", async () => {
    await collect(createModel().stream(request, never));
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      "anthropic-version": "2026-10-21",
      "content-type": "application/json",
    });
  });

  it("PRV-3: reads no key, address or log level from the environment", async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      ANTHROPIC_API_KEY: "sk-ant-other",
      ANTHROPIC_AUTH_TOKEN: "other",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
      ANTHROPIC_LOG: "debug",
    });
    try {
      await collect(createModel().stream(request, never));
    } finally {
      process.env = before;
    }
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it("uses connections again, also when the server closes the answer a little later", async () => {
    const model = createModel();
    const end: Step = { do: "raw", text: 'event: message_stop\ndata: {"type":"message_stop"}\n\n' };
    for (let round = 0; round < 6; round++) {
      server.enqueue(answer(end, hold("after the end")));
      for await (const event of model.stream(request, never)) {
        if (event.type === "end") server.release("after the end");
      }
    }
    const connections = server.requests.map((one) => one.connection);
    expect(new Set(connections).size).toBeLessThan(connections.length);
  });

  it("takes `fetch` at each call", async () => {
    const original = globalThis.fetch;
    const model = createModel();
    let calls = 0;
    globalThis.fetch = (...parameters) => {
      calls++;
      return original(...parameters);
    };
    try {
      await collect(model.stream(request, never));
    } finally {
      globalThis.fetch = original;
    }
    expect(calls).toBe(1);
  });

  it("TRN-8: never retries by itself", async () => {
    await fail(failure(529, "overloaded_error", "Overloaded"));
    await fail({ kind: "cut", how: "rst" });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [400, "invalid_request_error", "refusedRequest"],
    [401, "authentication_error", "authentication"],
    [402, "billing_error", "permission"],
    [403, "permission_error", "permission"],
    [404, "not_found_error", "notFound"],
    [413, "request_too_large", "tooLarge"],
    [429, "rate_limit_error", "rateLimited"],
    [500, "api_error", "serverError"],
    [529, "overloaded_error", "overloaded"],
  ])("answers %i %s with %s", async (status, type, code) => {
    const script = failure(status, type, `It repeats ${apiKey}`, { "retry-after": "7" });
    const { error } = await fail(script);
    expect(error).toMatchObject({ name: "ProviderError", code, status, retryAfterMilliseconds: 7000 });
  });

  it("tells an error inside the stream from an answer", async () => {
    const overloaded = { do: "error", type: "overloaded_error", message: "Overloaded" } as const;
    expect((await fail(answer(overloaded))).error.code).toBe("overloaded");
    const late = await fail(answer(text("Half"), overloaded));
    expect(late.error.code).toBe("overloaded");
    expect(textIn(late.events)).toBe("Half");
  });

  it("tells a web page from an answer", async () => {
    const portal = await fail(webPage());
    expect(portal.error.code).toBe("protocol");
    expect(portal.error.message).toContain("it sent a web page");
    expect((await fail(webPage(502))).error).toMatchObject({ code: "serverError", status: 502 });
    expect((await fail(webPage(404))).error.message).toContain("silverpoint.anthropic.baseUrl");
  });

  it("tells an empty and an unreadable answer from a whole one", async () => {
    const stream = { "content-type": "text/event-stream" };
    const empty = await fail({ kind: "response", status: 200, headers: stream, body: "" });
    expect(empty.error.code).toBe("cutOff");
    const broken = await fail({
      kind: "response",
      status: 200,
      headers: stream,
      body: "event: message_start\ndata: {\n\n",
    });
    expect(broken.error.code).toBe("protocol");
  });

  it("says where it could not connect", async () => {
    const gone = await startModelServer();
    await gone.close();
    const { error } = await fail(answer(), { baseUrl: gone.url });
    expect(error).toMatchObject({ code: "network" });
    expect(error.message).toContain(`${gone.url} (ECONNREFUSED)`);
  });

  const steps = [text("One", " two"), toolCall("t", "batch_design", "{}")];
  const eventCount = 10;
  it.each([
    ...[...Array(eventCount - 1).keys()].map((index) => ["fin", index + 1] as const),
    ...[...Array(eventCount - 1).keys()].map((index) => ["rst", index + 1] as const),
  ])("a connection that ends (%s) after %i events is cut off", async (how, events) => {
    const { error, events: read } = await fail({ kind: "answer", steps, cutAfter: { events, how } });
    expect(error.code).toBe("cutOff");
    expect(read.some((event) => event.type === "end")).toBe(false);
  });

  it("a whole answer of as many events isn't cut off", async () => {
    server.enqueue({ kind: "answer", steps, cutAfter: { events: eventCount + 1, how: "fin" } });
    expect((await collect(createModel().stream(request, never))).at(-1)).toEqual({ type: "end", reason: "toolCalls" });
  });

  it.each(["fin", "rst"] as const)("a connection that ends (%s) before the headers is cut off", async (how) => {
    expect((await fail({ kind: "cut", how })).error.code).toBe("cutOff");
  });

  it.each<[string, Script]>([
    ["before the headers", { kind: "silence" }],
    ["before the first event", { kind: "answer", steps: [{ do: "silence" }] }],
    ["mid text", answer("Half", { do: "silence" })],
  ])("gives up on a server that is silent %s, and hangs up", async (_, script) => {
    const { error } = await fail(script, { idleMilliseconds: 60 });
    expect(error.code).toBe("silent");
    await server.reached("aborted");
  });

  it.each<[string, Script, string]>([
    ["before the headers", { kind: "silence" }, "request"],
    ["in a silent stream", answer("Half", hold("half")), "half"],
  ])("TRN-6: Stop %s ends at once with the signal's reason, and hangs up", async (_, script, point) => {
    server.enqueue(script);
    const stop = new AbortController();
    const reading = collect(createModel().stream(request, stop.signal));
    await server.reached(point);
    const reason = new Error("stopped by the person");
    stop.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await server.reached("aborted");
    expect(server.requests[0]?.outcome).toBe("aborted");
  });

  it("TRN-6: Stop hangs up while nobody reads, and nothing late comes out", async () => {
    server.enqueue(answer(text("One", "two", "three"), hold("end")));
    const stop = new AbortController();
    const events = createModel().stream(request, stop.signal)[Symbol.asyncIterator]();
    for (let step = await events.next(); step.value?.type !== "text"; ) step = await events.next();
    await server.reached("end");
    stop.abort();
    await server.reached("aborted");
    await expect(events.next()).rejects.toBe(stop.signal.reason);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("TRN-6: a signal that is aborted already sends nothing", async () => {
    await expect(collect(createModel().stream(request, AbortSignal.abort("no")))).rejects.toBe("no");
    expect(server.requests).toHaveLength(0);
  });

  it("hangs up when its reader leaves", async () => {
    server.enqueue(answer("Half", hold("half")));
    for await (const event of createModel().stream(request, never)) if (event.type === "text") break;
    await server.reached("aborted");
  });

  it("PRV-3: a key that is cut where the service's words are cut doesn't get through by half", async () => {
    const key = `gw_${"0123456789abcdef".repeat(3)}`;
    for (let start = 250; start <= 300; start += 10) {
      server.reset();
      const script = failure(400, "invalid_request_error", `${"x".repeat(start)} ${key}`);
      const { error } = await fail(script, { apiKey: key });
      expect(error.message).not.toContain("0123456789");
    }
  });

  it("PRV-3: a redirect isn't followed: it would hand the conversation to somebody else", async () => {
    const other = await startModelServer();
    try {
      const { error } = await fail({
        kind: "response",
        status: 307,
        headers: { location: `${other.url}/v1/messages` },
        body: "",
      });
      expect(error).toMatchObject({ code: "network", status: 307 });
      expect(error.message).toContain("redirects elsewhere");
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("PRV-3: no error and no log line holds the key", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const scripts: Script[] = [
      failure(401, "authentication_error", `invalid key ${apiKey}`),
      failure(400, "invalid_request_error", `Authorization: Bearer ${apiKey}`),
      answer({ do: "error", type: "api_error", message: apiKey }),
      { kind: "response", status: 500, body: `trace ${apiKey}` },
    ];
    const baseUrl = `${server.url.replace("//", `//user:${apiKey}@`)}`;
    const failures = [await fail(answer(), { log, baseUrl }), await fail(answer(), { log, apiKey: `${apiKey}\n` })];
    server.reset();
    for (const script of scripts) failures.push(await fail(script, { log }));
    const said = failures.flatMap(({ error }) => [
      error.message,
      error.stack,
      String(error.cause),
      (error.cause as Error)?.stack,
    ]);
    expect(lines.length).toBeGreaterThan(5);
    expect([...said, ...lines].join("\n")).not.toContain("canary");
  });
});
