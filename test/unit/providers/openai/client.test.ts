import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatBody } from "../../../../src/providers/openai/chatBody.ts";
import { responsesBody } from "../../../../src/providers/openai/responsesBody.ts";
import { type Reply, type SseServer, startSseServer } from "../../../support/wire/sseServer.ts";
import { apiKey, collect, type Format, formats, helloTo, sse } from "./streamed.ts";

const never = new AbortController().signal;
const json = { "content-type": "application/json" };

let server: SseServer;
beforeEach(async () => {
  server = await startSseServer();
});
afterEach(() => server.close());

async function ask(format: Format, reply: Reply, more: Partial<Parameters<Format["create"]>[0]> = {}) {
  server.reply(reply);
  return collect(format.create({ baseUrl: server.url, ...more }).stream(helloTo(format), never));
}

function pieces(text: string): readonly Uint8Array[] {
  return [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
}

describe.each(formats.map((format) => [format.name, format] as const))("a stream: %s", (_, format) => {
  const whole = sse(format.events);

  it.each<[string, readonly (string | Uint8Array)[]]>([
    ["whole", [whole]],
    ["event by event", format.events.map((one) => sse([one]))],
    ["byte by byte, also where that splits a character", pieces(whole)],
    ["with CRLF", [sse(format.events, "\r\n")]],
    ["with CRLF byte by byte", pieces(sse(format.events, "\r\n"))],
    ["with comments that keep it alive", [`: OPENROUTER PROCESSING\n\n${sse(format.events, "\n", ": ping\n\n")}`]],
    ["with a byte order mark", [`\ufeff${whole}`]],
  ])("is read %s", async (_how, sent) => {
    expect(await ask(format, { pieces: sent })).toEqual({ events: format.meaning, error: undefined });
  });

  it.each(["closed", "reset"])(
    "that is %s after any event was cut off, or had brought all that is needed",
    async (how) => {
      for (let count = 0; count < format.events.length; count++) {
        const { events, error } = await ask(format, {
          pieces: [sse(format.events.slice(0, count))],
          cut: how === "reset",
        });
        const isWhole = count >= format.enough;
        expect([count, (error as { code?: string } | undefined)?.code]).toEqual([
          count,
          isWhole ? undefined : "cutOff",
        ]);
        expect(events.some((one) => one.type === "end")).toBe(isWhole);
      }
    },
  );

  it("BYT-2: the bytes that go out are the projection's", async () => {
    await ask(format, { pieces: [whole] });
    const request = helloTo(format);
    const options = { maxTokens: 32_000, takesImages: true, cacheTtl: "5m" } as const;
    const body =
      format.name === "Responses"
        ? responsesBody(request, options)
        : format.name === "OpenRouter"
          ? chatBody(request, { ...options, provider: "openrouter" })
          : chatBody(request, { ...options, maxTokens: 8_000, takesImages: false, provider: "openaiCompatible" });
    expect(server.received[0]).toMatchObject({ path: format.path, body: JSON.stringify(body) });
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it.each<[number, object, string]>([
    [400, { message: "no.", type: "invalid_request_error", code: null }, "refusedRequest"],
    [
      400,
      { message: "This model's maximum context length is 8 tokens", code: "context_length_exceeded" },
      "contextOverflow",
    ],
    [401, { message: "Incorrect API key provided", code: "invalid_api_key" }, "authentication"],
    [402, { message: "Insufficient credits", code: 402 }, "permission"],
    [403, { message: "no.", code: 403 }, "permission"],
    [404, { message: "The model does not exist", code: "model_not_found" }, "notFound"],
    [429, { message: "Slow down", code: "rate_limit_exceeded" }, "rateLimited"],
    [429, { message: "You exceeded your current quota", code: "insufficient_quota" }, "permission"],
    [500, { message: "oh", type: "server_error" }, "serverError"],
    [503, { message: "oh" }, "serverError"],
  ])("answers %i %o with %s", async (status, error, code) => {
    const reply = { status, headers: { ...json, "retry-after": "7" }, pieces: [JSON.stringify({ error })] };
    expect((await ask(format, reply)).error).toMatchObject({
      name: "ProviderError",
      code,
      status,
      retryAfterMilliseconds: 7000,
    });
    expect(server.received).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ code: "rate_limit_exceeded", message: "slow" }, "rateLimited"],
    [{ code: 502, message: "Provider disconnected" }, "serverError"],
    [{ code: "server_error", message: "The server had an error" }, "serverError"],
    [{ code: "invalid_api_key", message: "bad key" }, "authentication"],
    [{ message: "novel" }, "protocol"],
  ])("finds the error %o inside an answer of status 200", async (error, code) => {
    const { events, error: thrown } = await ask(format, { pieces: [sse([JSON.stringify({ error })])] });
    expect([(thrown as { code?: string }).code, events]).toEqual([code, []]);
  });

  it("tells a web page, broken JSON and an empty answer from a whole one", async () => {
    const page = { headers: { "content-type": "text/html" }, pieces: ["<p>Sign in"] };
    expect((await ask(format, page)).error).toMatchObject({ code: "protocol" });
    expect((await ask(format, { pieces: ["data: {\n\n"] })).error).toMatchObject({ code: "protocol" });
    expect((await ask(format, { pieces: [] })).error).toMatchObject({ code: "cutOff" });
  });

  it("says where nothing answers", async () => {
    const gone = await startSseServer();
    await gone.close();
    const { error } = await ask(format, { pieces: [] }, { baseUrl: gone.url });
    expect(error).toMatchObject({ code: "network" });
    expect((error as Error).message).toContain("ECONNREFUSED");
  });

  it("PRV-3: a redirect isn't followed", async () => {
    const { error } = await ask(format, { status: 307, headers: { location: `${server.url}/x` }, pieces: [] });
    expect(error).toMatchObject({ code: "network", status: 307 });
    expect(server.received).toHaveLength(1);
  });

  it("PRV-3: no error and no log line holds the key", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const said = { error: { message: `bad key ${apiKey}, Bearer ${apiKey}`, code: apiKey } };
    const failures = [
      await ask(format, { status: 400, headers: json, pieces: [JSON.stringify(said)] }, { log }),
      await ask(format, { status: 401, headers: json, pieces: [JSON.stringify(said)] }, { log }),
      await ask(format, { pieces: [sse([JSON.stringify(said)])] }, { log }),
      await ask(format, { status: 500, pieces: [`trace ${apiKey}`] }, { log }),
      await ask(format, { pieces: [] }, { log, apiKey: `${apiKey}\n` }),
      await ask(format, { pieces: [] }, { log, baseUrl: server.url.replace("//", `//user:${apiKey}@`) }),
    ];
    const errors = failures.map(({ error }) => error as Error);
    const all = errors.flatMap((error) => [
      error.message,
      error.stack,
      String(error.cause),
      (error.cause as Error)?.stack,
    ]);
    expect(lines.length).toBeGreaterThan(5);
    expect([...all, ...lines].join("\n")).not.toContain("canary");
  });

  it("PRV-3: reads no key, address or organization from the environment", async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      OPENAI_API_KEY: "sk-other",
      OPENAI_BASE_URL: "http://127.0.0.1:1",
      OPENAI_ORG_ID: "org-other",
      OPENAI_PROJECT_ID: "other",
      OPENAI_LOG: "debug",
    });
    try {
      await ask(format, { pieces: [whole] });
    } finally {
      process.env = before;
    }
    expect(JSON.stringify(server.received[0]?.headers)).not.toContain("other");
  });

  it("TRN-6: a signal that is aborted already sends nothing", async () => {
    const stream = format.create({ baseUrl: server.url }).stream(helloTo(format), AbortSignal.abort("no"));
    expect(await collect(stream)).toEqual({ events: [], error: "no" });
    expect(server.received).toEqual([]);
  });

  it("TRN-6: Stop ends at once with the signal's reason", async () => {
    server.reply({ pieces: [sse(format.events.slice(0, 5))] });
    const stop = new AbortController();
    const reason = new Error("stopped by the person");
    const stream = format.create({ baseUrl: server.url }).stream(helloTo(format), stop.signal);
    const read: string[] = [];
    const reading = (async () => {
      for await (const { type } of stream) {
        read.push(type);
        stop.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(read).toHaveLength(1);
  });
});

describe("keys", () => {
  it("PRV-3: a server that wants no key gets none; others aren't asked without one", async () => {
    const [responses, openrouter, compatible] = formats;
    if (responses === undefined || openrouter === undefined || compatible === undefined) throw new Error("no formats");
    for (const format of [responses, openrouter]) {
      expect((await ask(format, { pieces: [] }, { apiKey: "" })).error).toMatchObject({ code: "authentication" });
    }
    expect(server.received).toEqual([]);
    const other = await startSseServer();
    other.reply({ pieces: [sse(compatible.events)] });
    const model = compatible.create({ baseUrl: other.url, apiKey: "" });
    expect((await collect(model.stream(helloTo(compatible), never))).error).toBeUndefined();
    expect(other.received[0]?.headers).not.toHaveProperty("authorization");
    await other.close();
  });
});
