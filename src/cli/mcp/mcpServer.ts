import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { ToolDefinition } from "../../agent/ports.ts";
import { encodeBase64 } from "../../archive/base64.ts";

/** A call as it comes from a CLI. `id` is the id under which the CLI tells of the call elsewhere, where it says so. */
export interface McpCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface McpResult {
  readonly text: string;
  readonly isError: boolean;
  readonly images: readonly { readonly mimeType: string; readonly bytes: Uint8Array }[];
}

/** Claude Code puts a longer result into a file that its model can't read; so many characters at most can be asked for. */
const mostResultCharacters = 500_000;

/** Where Claude Code and Codex put the id of the call that their own records name. */
const callMeta = z.object({
  "claudecode/toolUseId": z.string().optional(),
  callId: z.string().optional(),
});

/** An MCP server that has these tools and nothing else. */
export function createMcpServer({
  tools,
  call,
}: {
  readonly tools: readonly ToolDefinition[];
  readonly call: (call: McpCall, signal: AbortSignal) => Promise<McpResult>;
}): Server {
  const server = new Server({ name: "silverpoint", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: "object" as const },
      _meta: { "anthropic/maxResultSizeChars": mostResultCharacters },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const meta = callMeta.safeParse(params._meta ?? {});
    const id = meta.success ? (meta.data["claudecode/toolUseId"] ?? meta.data.callId) : undefined;
    const { text, isError, images } = await call({ id, name: params.name, arguments: params.arguments ?? {} }, signal);
    return {
      isError,
      content: [
        { type: "text", text },
        ...images.map(({ mimeType, bytes }) => ({ type: "image" as const, mimeType, data: encodeBase64(bytes) })),
      ],
    };
  });
  return server;
}
