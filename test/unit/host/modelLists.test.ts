import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../../src/host/log.ts";
import { ModelLists } from "../../../src/host/modelLists.ts";

const apiKey = "sk-canary-0123456789";

/** What the server has, by path; anything else isn't there. */
let pages: Record<string, unknown>;
let asked: string[];
let server: Server;
let url: string;
let lines: string[];
let lists: ModelLists;

beforeEach(async () => {
  pages = {};
  asked = [];
  lines = [];
  lists = new ModelLists({ info: (line: string) => void lines.push(line) } as Log);
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? "without a key"}`);
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : 200).end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const own = () => ({ id: "openaiCompatible", baseUrl: `${url}/v1`, apiKey: undefined }) as const;

describe("ModelLists", () => {
  it("PRV-1: asks Ollama for what it has and what each of them holds", async () => {
    pages = {
      "/api/tags": { models: [{ name: "qwen4:8b" }] },
      "/api/show": { model_info: { "qwen4.context_length": 40_960 }, capabilities: ["vision"] },
    };
    expect(lists.known(own())).toEqual([]);
    expect(await lists.list(own())).toMatchObject([{ id: "qwen4:8b", context: 40_960, takesImages: true }]);
    expect(lists.known(own())).toHaveLength(1);
    expect(asked).toEqual(["GET /api/tags without a key", "POST /api/show without a key"]);
  });

  it("asks LM Studio, and any other server, in their own words", async () => {
    pages = { "/api/v0/models": { data: [{ id: "gemma", type: "vlm", max_context_length: 8192 }] } };
    expect(await lists.list(own())).toMatchObject([{ id: "gemma", context: 8192 }]);
    pages = { "/v1/models": { data: [{ id: "llama" }] } };
    expect(await new ModelLists({ info: () => {} } as unknown as Log).list(own())).toEqual([
      { id: "llama", label: "llama" },
    ]);
  });

  it("asks each service once, with its key, at its own path", async () => {
    pages = {
      "/v1/models?limit=100": { data: [{ id: "claude-x", max_input_tokens: 10 }] },
      "/openai/models": { data: [{ id: "gpt-7" }] },
      "/router/models": { data: [{ id: "a/b", context_length: 10 }] },
    };
    const services = [
      { id: "anthropic", baseUrl: url, apiKey },
      { id: "openai", baseUrl: `${url}/openai`, apiKey },
      { id: "openrouter", baseUrl: `${url}/router`, apiKey },
    ] as const;
    for (const access of [...services, ...services]) expect(await lists.list(access)).toHaveLength(1);
    expect(asked).toEqual(Object.keys(pages).map((path) => `GET ${path} Bearer ${apiKey}`));
  });

  it("PRV-3: says what couldn't be asked without the key, and asks again", async () => {
    const access = { id: "openrouter", baseUrl: `${url}/router?key=${apiKey}`, apiKey } as const;
    expect(await lists.list(access)).toEqual([]);
    expect(await lists.list(access)).toEqual([]);
    expect(asked).toHaveLength(2);
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).toContain("status 404");
    expect(lines.join("\n")).not.toContain("canary");
  });
});
