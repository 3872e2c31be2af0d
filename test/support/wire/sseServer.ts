import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server answers with, in the pieces in which the bytes go out. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces: readonly (string | Uint8Array)[];
  /** Resets the connection after the last piece. */
  readonly cut?: boolean;
}

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface SseServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** What the next request gets. */
  reply(reply: Reply): void;
  close(): Promise<void>;
}

/** A server on 127.0.0.1 that plays bytes as they are, for what a stream may look like on its way. */
export async function startSseServer(): Promise<SseServer> {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const server = createServer((incoming, response) => {
    void play(incoming, response, received, () => replies.shift() ?? { status: 500, pieces: [] });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    reply: (reply) => void replies.push(reply),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function play(
  incoming: IncomingMessage,
  response: ServerResponse,
  received: Received[],
  next: () => Reply,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  received.push({ path: incoming.url ?? "", headers: incoming.headers, body: Buffer.concat(chunks).toString() });
  const { status = 200, headers = { "content-type": "text/event-stream" }, pieces, cut = false } = next();
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const piece of pieces) {
    await new Promise<void>((resolve) => response.write(piece, () => setImmediate(resolve)));
  }
  if (cut) response.socket?.resetAndDestroy();
  else response.end();
}
