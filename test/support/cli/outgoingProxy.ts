import { createServer } from "node:http";

/** A proxy that lets nothing out, and says what wanted to go. What goes to 127.0.0.1 doesn't come by. */
export interface OutgoingProxy {
  readonly asked: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startOutgoingProxy(): Promise<OutgoingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(502).end();
  });
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end("HTTP/1.1 502 Nothing goes out\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  const url = `http://127.0.0.1:${address.port}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  return {
    asked,
    environment: {
      ...Object.fromEntries(names.map((name) => [name, url])),
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
