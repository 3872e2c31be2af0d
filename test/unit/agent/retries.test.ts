import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Retry } from "../../../src/agent/turns.ts";
import { message } from "../../support/messages.ts";
import {
  answer,
  failure,
  type ModelServer,
  type Script,
  type Step,
  startModelServer,
  text,
  thinking,
  toolCall,
  webSearch,
} from "../../support/modelServer/index.ts";
import { type ServedTurnsOptions, servedTurns, waitedBefore } from "../../support/servedTurns.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ answer: () => answer("At last.") });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const busy = (headers: Readonly<Record<string, string>> = {}) =>
  failure(529, "overloaded_error", "Overloaded", headers);
const errorInside: Step = { do: "error", type: "api_error", message: "Internal" };

/** Runs one turn whose requests meet these scripts; all further ones are answered. */
async function run(scripts: readonly Script[], options: ServedTurnsOptions = {}) {
  server.enqueue(...scripts);
  const served = servedTurns(server.url, options);
  const end = await served.turns.send(message("Go"));
  expect(server.violations).toEqual([]);
  const shown = served.conversation.items.map(({ type, code, text: said }) => code ?? said ?? type);
  return { ...served, end, shown, tries: server.requests.length, waited: waitedBefore(served.waits) };
}

describe("a request that failed before anything was kept", () => {
  it.each<[string, Script]>([
    ["too many requests", failure(429, "rate_limit_error", "Slow down")],
    ["a server that fails", failure(500, "api_error", "Internal")],
    ["a gateway that fails", { kind: "response", status: 502, body: "<p>Bad gateway</p>" }],
    ["a server that is busy", busy()],
    ["a connection that is closed before the headers", { kind: "cut", how: "fin" }],
    ["a connection that is reset before the headers", { kind: "cut", how: "rst" }],
    ["a connection that is cut before the first event", answer({ do: "cut", how: "fin" })],
    [
      "a connection that is cut in the middle of a call",
      answer(toolCall("t", "echo", '{"a":'), { do: "cut", how: "fin" }),
    ],
    ["a connection that is cut after blank text", answer(text(" \n"), { do: "cut", how: "fin" })],
    ["an error inside the stream", answer(errorInside)],
    ["a stream without its end", { kind: "response", status: 200, body: "" }],
  ])("TRN-8: is tried again: %s", async (_, script) => {
    const { end, shown, tries, waited, conversation } = await run([script]);
    expect([end, shown, waited]).toEqual([{ kind: "completed" }, ["Go", "At last."], [2000]]);
    expect([tries, conversation.unsent, conversation.history.length]).toEqual([2, [], 2]);
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
  });

  it("TRN-8: is tried eight times at most, after 2, 4, 8, 16 and then 30 seconds, and then handed back", async () => {
    const { end, tries, waited, conversation } = await run(Array.from({ length: 9 }, () => busy()));
    expect(tries).toBe(8);
    expect(waited).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(end).toEqual({
      kind: "failed",
      reason: expect.stringMatching(/overloaded \(529\).*It was tried 8 times\.$/),
    });
    expect(conversation.items).toMatchObject([{ type: "failure", code: "overloaded" }]);
    expect([conversation.history, conversation.unsent]).toMatchObject([[], [{ text: "Go" }]]);
  });

  it("TRN-8: an answer between two failures begins the count anew", async () => {
    const failures = Array.from({ length: 7 }, () => busy());
    const { end, tries } = await run([...failures, answer(toolCall("t", "echo", "{}")), ...failures]);
    expect([end, tries]).toEqual([{ kind: "completed" }, 16]);
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ["milliseconds, before all else", { "retry-after-ms": "1500", "retry-after": "7" }, 1500],
    ["seconds", { "retry-after": "7" }, 7000],
    ["a minute", { "retry-after": "60" }, 60_000],
    ["a moment that has passed", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 2000],
    ["words", { "retry-after": "soon" }, 2000],
  ])("TRN-8: waits as long as the server asks: %s", async (_, headers, milliseconds) => {
    expect((await run([busy(headers)])).waited).toEqual([milliseconds]);
  });

  it("TRN-8: waits until the date that the server names", async () => {
    const date = new Date(Date.now() + 40_000).toUTCString();
    const [waited] = (await run([failure(429, "rate_limit_error", "Slow", { "retry-after": date })])).waited;
    // A date has whole seconds, and some time has gone by since.
    expect(waited).toBeLessThanOrEqual(40_000);
    expect(waited).toBeGreaterThan(2000);
  });

  it.each(["61", "3600"])("TRN-8: asked to wait %s seconds it says so and stops", async (seconds) => {
    const { end, tries, waits, conversation } = await run([
      failure(429, "rate_limit_error", "Slow", { "retry-after": seconds }),
    ]);
    expect([tries, waits]).toEqual([1, []]);
    const minutes = Math.ceil(Number(seconds) / 60);
    expect(end.reason).toContain(`The server asks to wait ${minutes} minutes: send the message again after that.`);
    expect(conversation.unsent).toMatchObject([{ text: "Go" }]);
  });

  it("TRN-8: what was thought before a connection dropped goes, and the next try begins anew", async () => {
    const { shown, conversation } = await run([
      answer(thinking("Hm."), { do: "cut", how: "fin" }),
      answer(thinking("Aha."), "Blue."),
    ]);
    expect(shown).toEqual(["Go", "Aha.", "Blue."]);
    expect(conversation.items.some(({ status }) => status !== undefined)).toBe(false);
  });

  it("FMT-9, FMT-10: what the tries cost counts, and a try of which not all is known makes it “at least”", async () => {
    const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
    const answered: Script = { kind: "answer", steps: [text("Done.")], usage };
    const { conversation } = await run([{ kind: "answer", steps: [errorInside], usage }, busy(), answered]);
    expect(conversation.usage).toMatchObject({ input: 200, output: 11 });
    expect(conversation.lastRoundUsage).toMatchObject({ input: 100, output: 10 });
    expect(conversation.estimatedCost).toMatchObject({ kind: "estimated", atLeast: true });
    server.reset();
    const refused = await run([busy(), failure(429, "rate_limit_error", "Slow"), answered]);
    expect(refused.conversation.estimatedCost).not.toHaveProperty("atLeast");
    expect(refused.conversation.usage.input).toBe(100);
  });

  it("TRN-8: the wait is counted down, with the try that it leads to and what went wrong", async () => {
    const seen: (Retry | undefined)[] = [];
    const options: ServedTurnsOptions = { onProgress: () => seen.push(served.turns.retry) };
    server.enqueue(busy(), busy({ "retry-after-ms": "2500" }));
    const served = servedTurns(server.url, options);
    await served.turns.send(message("Go"));
    const shown = seen.flatMap((retry) =>
      retry === undefined ? [] : [[retry.attempt, retry.tries, retry.milliseconds]],
    );
    expect(shown).toEqual([
      [2, 8, 2000],
      [2, 8, 1000],
      [3, 8, 2500],
      [3, 8, 1500],
      [3, 8, 500],
    ]);
    expect(seen.find((retry) => retry !== undefined)?.reason).toContain("overloaded (529)");
    expect([seen.at(-1), served.turns.retry]).toEqual([undefined, undefined]);
  });

  it("TRN-8: a try that is under way isn't waited for any more, however silent the server is", async () => {
    server.enqueue(busy(), { kind: "silence" });
    const { turns } = servedTurns(server.url);
    const turn = turns.send(message("Go"));
    await server.reached("request");
    await server.reached("request");
    expect([turns.state, turns.retry]).toEqual(["running", undefined]);
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
  });

  it("TRN-6: Stop while it waits hands the message back, and nothing more is sent", async () => {
    server.enqueue(busy());
    let waiting: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    const untilStopped: ServedTurnsOptions["wait"] = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        waiting();
      });
    const { turns, conversation } = servedTurns(server.url, { wait: untilStopped });
    const turn = turns.send(message("Go"));
    await waits;
    expect(turns.retry).toMatchObject({ attempt: 2 });
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
    expect([turns.state, turns.retry, server.requests.length]).toEqual(["idle", undefined, 1]);
    expect(conversation.snapshot()).toMatchObject({ items: [], history: [], unsent: [{ text: "Go" }] });
  });

  it("TRN-6: Stop while it waits within a turn keeps what came before", async () => {
    server.enqueue(answer("Let me see.", toolCall("t", "echo", "{}")), busy());
    const { turns, conversation } = servedTurns(server.url, {
      wait: (_, signal) => {
        void turns.stop();
        return Promise.reject(signal.reason);
      },
    });
    expect(await turns.send(message("Go"))).toEqual({ kind: "stopped" });
    expect(conversation.unsent).toEqual([]);
    expect(conversation.history.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(await turns.send(message("On"))).toEqual({ kind: "completed" });
    expect(server.violations).toEqual([]);
  });
});

describe("a request that isn't tried again", () => {
  it.each<[string, Script, string]>([
    ["a refused key", failure(401, "authentication_error", "invalid x-api-key"), "authentication"],
    ["a key that may not", failure(403, "permission_error", "No"), "permission"],
    ["an unknown model", failure(404, "not_found_error", "model"), "notFound"],
    [
      "a conversation too long for the model",
      failure(400, "invalid_request_error", "prompt is too long"),
      "contextOverflow",
    ],
    ["one too large to send", failure(413, "request_too_large", "Too large"), "tooLarge"],
    ["a refused request", failure(400, "invalid_request_error", "tools: bad"), "refusedRequest"],
    [
      "a refused key inside the stream",
      answer({ do: "error", type: "authentication_error", message: "x" }),
      "authentication",
    ],
  ])("TRN-8: before anything came it is handed back: %s", async (_, script, code) => {
    const { end, shown, tries, waits, conversation } = await run([script]);
    expect([end.kind, shown, tries, waits]).toEqual(["failed", [code], 1, []]);
    expect(conversation.unsent).toMatchObject([{ text: "Go" }]);
  });

  it.each<[string, Step]>([
    ["text", text("Half")],
    ["a search", webSearch("cobalt", { title: "A", url: "https://a.test/" })],
  ])("TRN-8: after %s was kept, whatever goes wrong", async (_, step) => {
    for (const trouble of [errorInside, { do: "cut", how: "fin" }] as const) {
      server.reset();
      const { end, tries, conversation } = await run([answer(step, trouble)]);
      expect([end.kind, tries, conversation.unsent, conversation.history.length]).toEqual(["failed", 1, [], 2]);
    }
  });

  it("TRN-8: after a whole call was kept; the call doesn't run, and gets the stored error result", async () => {
    const { end, tries, ran, conversation } = await run([
      answer(toolCall("t", "echo", "{}"), text(" "), { do: "cut", how: "fin" }),
    ]);
    expect([end.kind, tries, ran]).toEqual(["failed", 1, []]);
    expect(conversation.history.at(-1)?.content).toMatchObject([{ callID: "t", content: "Tool execution aborted" }]);
  });
});
