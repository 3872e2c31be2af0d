import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ImageRequest } from "../../../../src/agent/tools/imageMaker.ts";
import { createImageMaker } from "../../../../src/providers/openai/index.ts";

const apiKey = "sk-test-abcdef123456";
const request: ImageRequest = { prompt: "A meadow", size: "1536x1024", quality: "low" };
const png = Uint8Array.of(137, 80, 78, 71);
const usage = { input_tokens: 12, output_tokens: 1000, input_tokens_details: { text_tokens: 10, image_tokens: 2 } };
const whole = { created: 1, data: [{ b64_json: Buffer.from(png).toString("base64") }], usage };

interface Received {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const open = new Set<Server>();

/** A server on this machine that answers one way, and what it was sent. */
async function serve(answer: (response: ServerResponse, received: IncomingMessage) => void) {
  const requests: Received[] = [];
  const server = createServer((received, response) => {
    const pieces: Buffer[] = [];
    received.on("data", (piece: Buffer) => pieces.push(piece));
    received.on("end", () => {
      const body = JSON.parse(Buffer.concat(pieces).toString());
      requests.push({ path: received.url, authorization: received.headers.authorization, body });
      answer(response, received);
    });
  });
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const lines: string[] = [];
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const maker = createImageMaker({ apiKey, baseUrl, log: (line) => lines.push(line) });
  return { requests, lines, baseUrl, make: (signal = new AbortController().signal) => maker.make(request, signal) };
}

function json(status: number, value: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

afterEach(async () => {
  for (const server of open) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  open.clear();
});

describe("OpenAI's images", () => {
  it("FMT-10: one request gives the bytes, and the price of its tokens", async () => {
    const { requests, make, lines } = await serve(json(200, whole));
    expect(await make()).toEqual({ bytes: png, cost: { kind: "estimated", dollars: 0.030066 } });
    expect(requests).toEqual([
      {
        path: "/v1/images/generations",
        authorization: `Bearer ${apiKey}`,
        body: { model: "gpt-image-2", prompt: "A meadow", size: "1536x1024", quality: "low", n: 1 },
      },
    ]);
    expect(lines.join("\n")).not.toContain(apiKey);
  });

  it("FMT-10: without its tokens the price is unknown, never nothing", async () => {
    const { make } = await serve(json(200, { ...whole, usage: undefined }));
    expect((await make()).cost).toEqual({ kind: "unknown" });
    const partly = await serve(json(200, { ...whole, usage: { input_tokens: 10, output_tokens: 0 } }));
    expect((await partly.make()).cost).toEqual({ kind: "estimated", dollars: 0.00005 });
    const odd = await serve(json(200, { ...whole, usage: { ...usage, output_tokens: -5 } }));
    expect((await odd.make()).cost).toEqual({ kind: "unknown" });
  });

  const refusals: [number, string, RegExp][] = [
    [400, "refusedRequest", /400.*moderation.*Describe the picture differently/],
    [401, "authentication", /401.*Set API Key/],
    [403, "permission", /403/],
    [404, "notFound", /404.*baseUrl/],
    [429, "rateLimited", /429/],
    [500, "serverError", /500.*without the image/],
    [503, "serverError", /503/],
  ];
  for (const [status, code, words] of refusals) {
    it(`a ${status} says what to do, isn't tried again, and repeats no key`, async () => {
      const { requests, make, lines } = await serve(
        json(status, { error: { message: `moderation of ${apiKey}`, type: "x" } }, { "retry-after-ms": "1" }),
      );
      const failure = await make().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, message: expect.stringMatching(words) });
      expect(String(failure)).not.toContain(apiKey);
      expect(lines.join("\n")).not.toContain(apiKey);
      expect(requests).toHaveLength(1);
    });
  }

  it("a key that stands where a long reason is cut isn't half told", async () => {
    const { make } = await serve(json(400, { error: { message: `${"x".repeat(293)} ${apiKey}` } }));
    const failure = await make().catch((error: unknown) => error);
    expect(String(failure)).not.toContain(apiKey.slice(0, 6));
  });

  it("PRV-3: a redirect isn't followed: the key goes nowhere else", async () => {
    const other = await serve(json(200, whole));
    const { make } = await serve(json(307, {}, { location: `${other.baseUrl}/images/generations` }));
    await expect(make()).rejects.toMatchObject({ code: "network", message: expect.stringContaining("redirects") });
    expect(other.requests).toEqual([]);
  });

  it("what holds no image, or can't be read, is said to be that", async () => {
    for (const value of [
      {},
      { data: [] },
      { data: [{ url: "http://127.0.0.1/x.png" }] },
      { data: [{ b64_json: "***" }] },
    ]) {
      const { make } = await serve(json(200, value));
      await expect(make()).rejects.toMatchObject({ code: "protocol" });
    }
    const { make } = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{ half");
    });
    await expect(make()).rejects.toMatchObject({ code: "protocol" });
  });

  it("FMT-10: a cut connection may have been billed; one that is refused was not", async () => {
    const { make } = await serve((response) => response.destroy());
    await expect(make()).rejects.toMatchObject({ code: "cutOff", message: expect.stringContaining("billed") });
    const closed = await serve(json(200, whole));
    for (const server of open) await new Promise((resolve) => server.close(resolve));
    open.clear();
    await expect(closed.make()).rejects.toMatchObject({ code: "network" });
  });

  it("TRN-6: Stop closes the connection and rejects with its reason", async () => {
    const stop = new AbortController();
    let isClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const { make } = await serve((response) => {
      response.on("close", () => isClosed());
      stop.abort(new Error("stopped"));
    });
    await expect(make(stop.signal)).rejects.toThrow("stopped");
    await closed;
    await expect(make(stop.signal)).rejects.toThrow("stopped");
  });

  it("a service that stays silent is given up", async () => {
    const { baseUrl } = await serve(() => undefined);
    const maker = createImageMaker({ apiKey, baseUrl, patienceMilliseconds: 50 });
    await expect(maker.make(request, new AbortController().signal)).rejects.toMatchObject({ code: "silent" });
  });
});
