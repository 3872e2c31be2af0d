import type { IncomingMessage, ServerResponse } from "node:http";
import { type ModelServer, readBody } from "./modelServer.ts";

/** Everything of a server that a test in another process may use. */
export type Controlled = Omit<ModelServer, "url" | "close">;

/**
 * The control API: POST `/control/<verb>` with a JSON body, answered with JSON. `reached` answers when the point has
 * been reached, however long that takes.
 */
export async function answerControl(
  server: Controlled,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const verb = incoming.url?.slice("/control/".length) ?? "";
  const body = await readBody(incoming);
  const answer = await control(server, verb, body === "" ? {} : JSON.parse(body));
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer ?? { error: `no verb ${verb}` }));
}

async function control(server: Controlled, verb: string, body: ControlBody): Promise<object | undefined> {
  switch (verb) {
    case "enqueue":
      server.enqueue(...(body.scripts ?? []));
      return {};
    case "requests":
      return server.requests;
    case "violations":
      return server.violations;
    case "reached":
      await server.reached(body.name ?? "");
      return {};
    case "release":
      server.release(body.name);
      return {};
    case "forgetPrefixes":
      server.forgetPrefixes();
      return {};
    case "reset":
      server.reset();
      return {};
    default:
      return undefined;
  }
}

interface ControlBody {
  readonly scripts?: Parameters<ModelServer["enqueue"]>;
  readonly name?: string;
}
