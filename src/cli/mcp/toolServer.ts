import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { ToolDefinition } from "../../agent/ports.ts";
import { createMcpServer, type McpCall, type McpResult } from "./mcpServer.ts";

/** How often an open answer shows that it lives: a call may wait for the person for long. */
const keepAliveMilliseconds = 15_000;
/** Where the tools are; the token is what protects them. */
const path = "/mcp";

export interface ToolServerOptions {
  readonly tools: readonly ToolDefinition[];
  /** Answers a call. `signal` aborts when the CLI takes the call back or hangs up. */
  readonly call: (call: McpCall, signal: AbortSignal) => Promise<McpResult>;
  readonly log?: (line: string) => void;
}

/** A server of one document's tools for the CLI of that document (CLI-5). */
export interface ToolServer {
  /** `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  /** What a request has to show as `Authorization: Bearer <token>`. Reaches the CLI by its environment or its input only. */
  readonly token: string;
  /** Ends all connections. Open calls are aborted. */
  close(): Promise<void>;
}

/**
 * Serves tools as MCP over Streamable HTTP on a free port of 127.0.0.1. A request needs the token and this very host, and comes from
 * no web page: whatever else runs on this machine, in a browser too, gets nothing.
 */
export async function startToolServer(options: ToolServerOptions): Promise<ToolServer> {
  const token = randomBytes(32).toString("base64url");
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let host = "";

  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
      keepAliveMs: keepAliveMilliseconds,
    });
    // The SDK's own types don't fit each other under exactOptionalPropertyTypes.
    await createMcpServer(options).connect(transport as Parameters<ReturnType<typeof createMcpServer>["connect"]>[0]);
    return transport;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request, host, token);
    if (refusal !== undefined) return refuse(response, refusal);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined) return refuse(response, 404);
    await (known ?? (await openSession())).handleRequest(request, response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.log?.(`tools: a request failed: ${error instanceof Error ? error.message : String(error)}`);
      refuse(response, 500);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The tool server has no port.");
  host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}${path}`,
    token,
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The status that a request is refused with, if it is. */
function refusalOf({ headers, url }: IncomingMessage, host: string, token: string): number | undefined {
  if (headers.host !== host || headers.origin !== undefined) return 403;
  if (!isEqual(headers.authorization ?? "", `Bearer ${token}`)) return 401;
  return url === path ? undefined : 404;
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status).end();
}
