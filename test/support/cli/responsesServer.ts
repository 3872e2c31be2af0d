import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What the server says to one request: an answer, or a status. */
export type ResponsesScript =
  | {
      readonly thinking?: readonly string[];
      readonly text?: readonly string[];
      readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
      /** Says nothing more after that and keeps the connection open. */
      readonly hangs?: boolean;
    }
  | { readonly status: number };

/** A server on 127.0.0.1 that speaks OpenAI's Responses API from scripts, first come, first served. */
export interface ResponsesServer {
  readonly url: string;
  /** The bodies that came, in order. */
  readonly bodies: readonly string[];
  enqueue(...scripts: readonly ResponsesScript[]): void;
  close(): Promise<void>;
}

export async function startResponsesServer(): Promise<ResponsesServer> {
  const bodies: string[] = [];
  const scripts: ResponsesScript[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += String(piece);
    if (request.method !== "POST" || request.url !== "/v1/responses") {
      response.writeHead(404).end("{}");
      return;
    }
    bodies.push(body);
    play(scripts.shift() ?? { text: ["Nothing was scripted."] }, response, bodies.length);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    bodies,
    enqueue: (...more) => scripts.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function play(script: ResponsesScript, response: ServerResponse, count: number): void {
  if ("status" in script) {
    const error = { message: `Scripted ${script.status}`, type: "scripted", code: null };
    response.writeHead(script.status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, fields: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  const { thinking = [], text = [], calls = [] } = script;
  const id = `resp_${count}`;
  send("response.created", { response: { id } });
  if (thinking.length > 0) {
    const item = { type: "reasoning", id: `rs_${count}`, summary: [] };
    send("response.output_item.added", { output_index: 0, item });
    send("response.reasoning_summary_part.added", { item_id: item.id, summary_index: 0 });
    for (const delta of thinking)
      send("response.reasoning_summary_text.delta", { item_id: item.id, summary_index: 0, delta });
    const summary = [{ type: "summary_text", text: thinking.join("") }];
    send("response.output_item.done", { output_index: 0, item: { ...item, summary } });
  }
  if (text.length > 0) {
    const item = { type: "message", role: "assistant", id: `msg_${count}`, content: [] };
    send("response.output_item.added", { output_index: 1, item });
    for (const delta of text) send("response.output_text.delta", { item_id: item.id, content_index: 0, delta });
    const content = [{ type: "output_text", text: text.join("") }];
    if (script.hangs !== true) send("response.output_item.done", { output_index: 1, item: { ...item, content } });
  }
  if (script.hangs === true) return;
  for (const call of calls) {
    const item = {
      type: "function_call",
      id: `fc_${call.id}`,
      call_id: call.id,
      namespace: "mcp__design",
      name: call.name,
      arguments: call.arguments,
    };
    send("response.output_item.done", { output_index: 2, item });
  }
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 110,
  };
  send("response.completed", { response: { id, usage } });
  response.end();
}
