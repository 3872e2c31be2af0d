import { request } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterEach, describe, expect, it } from "vitest";
import type { McpCall } from "../../../../src/cli/mcp/mcpServer.ts";
import { startToolServer, type ToolServer, type ToolServerOptions } from "../../../../src/cli/mcp/toolServer.ts";
import { deferred } from "../../../support/cli/deferred.ts";

const tool = {
  name: "batch_design",
  description: "Changes the design.",
  inputSchema: { type: "object", properties: {} },
};
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function start(call: ToolServerOptions["call"]): Promise<ToolServer> {
  const server = await startToolServer({ tools: [tool], call });
  open.push(server);
  return server;
}

async function connect({ url, token }: ToolServer): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport);
  open.push(client);
  return client;
}

const fine = async () => ({ text: "Done", isError: false, images: [] });

/** The status of a request with these headers; `Host` can't be set with fetch. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end("{}");
  });
}

describe("the tool server for a CLI", () => {
  it("CLI-5: has the package's tools, and lets long results through", async () => {
    const client = await connect(await start(fine));
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ ...tool, _meta: { "anthropic/maxResultSizeChars": 500_000 } }]);
  });

  it("CLI-5: hands a call on with the id that the CLI gives it, and its result back with pictures", async () => {
    const calls: McpCall[] = [];
    const client = await connect(
      await start(async (call) => {
        calls.push(call);
        return { text: "No", isError: true, images: [{ mimeType: "image/png", bytes: Uint8Array.of(1, 2, 3) }] };
      }),
    );
    const result = await client.callTool({
      name: "batch_design",
      arguments: { operations: "[]" },
      _meta: { "claudecode/toolUseId": "toolu_1" },
    });
    await client.callTool({ name: "batch_design", _meta: { callId: "call_2" } });
    await client.callTool({ name: "other" });
    expect(calls).toEqual([
      { id: "toolu_1", name: "batch_design", arguments: { operations: "[]" } },
      { id: "call_2", name: "batch_design", arguments: {} },
      { id: undefined, name: "other", arguments: {} },
    ]);
    expect(result).toEqual({
      isError: true,
      content: [
        { type: "text", text: "No" },
        { type: "image", mimeType: "image/png", data: "AQID" },
      ],
    });
  });

  it("CLI-4: hears that a call was taken back", async () => {
    const aborted = deferred();
    const called = deferred();
    const server = await start((_, signal) => {
      called.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          reject(new Error("Stopped"));
        });
      });
    });
    const client = await connect(server);
    const stop = new AbortController();
    const result = client.callTool({ name: "batch_design" }, undefined, { signal: stop.signal });
    const seen = expect(result).rejects.toThrow();
    await called.promise;
    stop.abort();
    await aborted.promise;
    await seen;
  });

  it("CLI-5: gives nothing without its token, under another host name, to a web page, or elsewhere", async () => {
    const { url, token } = await start(fine);
    const authorization = `Bearer ${token}`;
    expect(new URL(url).hostname).toBe("127.0.0.1");
    expect(await statusOf(url, {})).toBe(401);
    expect(await statusOf(url, { authorization: `Bearer ${token.slice(1)}x` })).toBe(401);
    expect(await statusOf(url, { authorization, host: `localhost:${new URL(url).port}` })).toBe(403);
    expect(await statusOf(url, { authorization, host: "evil.example" })).toBe(403);
    expect(await statusOf(url, { authorization, origin: "http://127.0.0.1" })).toBe(403);
    expect(await statusOf(url.replace("/mcp", "/"), { authorization })).toBe(404);
    expect(await statusOf(url, { authorization, "mcp-session-id": "unknown" })).toBe(404);
    expect(await statusOf(url, { authorization })).not.toBe(401);
  });

  it("CLI-5: has a token of its own for each document", async () => {
    const [one, other] = [await start(fine), await start(fine)];
    expect(one.token).not.toBe(other.token);
    expect(await statusOf(one.url, { authorization: `Bearer ${other.token}` })).toBe(401);
  });

  it("CLI-4: closes while a call is open, and nobody answers afterwards", async () => {
    const called = deferred();
    const server = await startToolServer({
      tools: [tool],
      call: () => {
        called.resolve();
        return new Promise(() => undefined);
      },
    });
    const client = await connect(server);
    client.callTool({ name: "batch_design" }).catch(() => undefined);
    await called.promise;
    await server.close();
    await expect(statusOf(server.url, {})).rejects.toThrow("ECONNREFUSED");
  });
});
