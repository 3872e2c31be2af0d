import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerControl } from "./control.ts";
import { defaultAnswer } from "./defaultAnswer.ts";
import { asksForList, formatAt } from "./formats.ts";
import { createPoints } from "./points.ts";
import { createPrefixRule, type PrefixRule } from "./prefixRule.ts";
import { createPromptCache } from "./promptCache.ts";
import { failure, type Script } from "./script.ts";
import { ConnectionGone, createStage, cutConnection } from "./stage.ts";

/** `open` while it is being answered; `aborted` when the other side closed before the end. */
export type Outcome = "open" | "completed" | "aborted" | "cut";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that came, as text. */
  readonly body: string;
  /** The client's port: two requests with the same one came on one connection. */
  readonly connection: number;
  readonly outcome: Outcome;
}

export interface ModelServerOptions {
  /** 0, or nothing, takes a free one. */
  readonly port?: number;
  /** Between two pieces of text, so that a person sees the answer grow. */
  readonly pieceDelayMilliseconds?: number;
  /** When given, any other key is refused. */
  readonly apiKey?: string;
  /** False answers also without a key, as a server of one's own does. */
  readonly wantsKey?: boolean;
  /** False lets all bodies through, also those that the real service would refuse. */
  readonly validates?: boolean;
  /** False lets a conversation go on from something else than what was sent before. */
  readonly expectsPrefix?: boolean;
  /** What is said to a body that no script was enqueued for; {@link defaultAnswer} unless given. */
  readonly answer?: (body: string) => Script;
}

/**
 * A server on 127.0.0.1 that speaks Anthropic's Messages API, OpenAI's Responses and Chat Completions, each at its path, from
 * scripts, first come, first served.
 * Points that it passes by itself: `request` when one has come, `aborted` when the other side has hung up.
 */
export interface ModelServer {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** What the wire validator had to say about the bodies, which were answered with 400. */
  readonly violations: readonly string[];
  enqueue(...scripts: readonly Script[]): void;
  reached(name: string): Promise<void>;
  release(name?: string): void;
  /** Forgets requests, scripts, violations, the prompt cache and what requests began with, and lets all held scripts go. */
  reset(): void;
  /** From here on a conversation may begin in another way, as after going back to what is on disk. */
  forgetPrefixes(): void;
  close(): Promise<void>;
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const points = createPoints();
  const cache = createPromptCache();
  /** One for each path: what goes on at another provider begins there in another form. */
  const prefixRules = new Map<string, PrefixRule>();
  const requests: Recorded[] = [];
  const violations: string[] = [];
  const scripts: Script[] = [];

  /** Requests whose answers brought something that a conversation keeps, and those that were answered to the end. */
  const contents = new Set<Recorded>();
  const answered = new Set<Recorded>();
  /** One that was hung up on may have been read, or not. */
  const hasBroughtForCertain = (request: Recorded): boolean =>
    contents.has(request) && answered.has(request) && request.outcome !== "aborted";

  const prefixRuleAt = (path: string): PrefixRule => {
    const rule = prefixRules.get(path) ?? createPrefixRule();
    prefixRules.set(path, rule);
    return rule;
  };
  const findFaults = (request: Recorded): readonly string[] => {
    if (options.validates === false) return [];
    const found = formatAt(request.path)?.validate(request.body) ?? [];
    if (found.length > 0 || options.expectsPrefix === false) return found;
    const fault = prefixRuleAt(request.path).check(request.body, () => hasBroughtForCertain(request));
    return fault === undefined ? [] : [fault];
  };

  const chooseScript = (request: Recorded): Script => {
    const { apiKey } = options;
    const key = request.headers.authorization?.replace("Bearer ", "") ?? request.headers["x-api-key"];
    const wantsKey = options.wantsKey !== false;
    if ((wantsKey && key === undefined) || (apiKey !== undefined && key !== undefined && key !== apiKey)) {
      return failure(401, "authentication_error", "invalid x-api-key");
    }
    if (request.method !== "POST" || formatAt(request.path) === undefined) {
      return failure(404, "not_found_error", `There is no ${request.path} here.`);
    }
    const found = findFaults(request);
    violations.push(...found);
    if (found.length > 0) return failure(400, "invalid_request_error", found.join("; "));
    return scripts.shift() ?? (options.answer ?? defaultAnswer)(request.body);
  };

  const answerModelRequest = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const recorded: Recorded = { ...(await record(incoming)), outcome: "open" };
    if (asksForList(recorded.method, recorded.path)) {
      response.writeHead(404).end();
      return;
    }
    requests.push(recorded);
    response.once("close", () => {
      if (recorded.outcome === "cut") return;
      recorded.outcome = response.writableFinished ? "completed" : "aborted";
      points.reach(recorded.outcome);
    });
    points.reach("request");
    const script = chooseScript(recorded);
    if (script.kind === "response") {
      response.writeHead(script.status, { ...script.headers }).end(script.body);
      return;
    }
    if (script.kind === "silence") return;
    const stage = createStage(response, points, options.pieceDelayMilliseconds ?? 0);
    const cut: typeof stage.cut = (how) => {
      recorded.outcome = "cut";
      // A reset throws away what wasn't read yet.
      if (how === "fin") answered.add(recorded);
      return cutConnection(response, how);
    };
    const noticeContent = (): void => void contents.add(recorded);
    if (script.kind === "cut") return cut(script.how);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "request-id": "req_scripted" });
    response.flushHeaders();
    const measure = () => cache.measure(recorded.body);
    await formatAt(recorded.path)?.play(script, recorded.body, measure, { ...stage, cut, noticeContent });
    answered.add(recorded);
    response.end();
  };

  const modelServer = {
    requests,
    violations,
    enqueue: (...more: readonly Script[]) => void scripts.push(...more),
    reached: points.reached,
    release: points.release,
    reset() {
      for (const list of [requests, violations, scripts]) list.length = 0;
      cache.clear();
      prefixRules.clear();
      points.reset();
    },
    forgetPrefixes: () => prefixRules.clear(),
  };
  const server = createServer((incoming, response) => {
    const isControl = incoming.url?.startsWith("/control/") === true;
    const answering = isControl
      ? answerControl(modelServer, incoming, response)
      : answerModelRequest(incoming, response);
    answering.catch((error: unknown) => {
      if (error instanceof ConnectionGone) return;
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  const url = await listen(server, options.port ?? 0);
  return { ...modelServer, url, close: () => closeServer(server) };
}

type Recorded = RecordedRequest & { outcome: Outcome };

async function record(incoming: IncomingMessage): Promise<Omit<RecordedRequest, "outcome">> {
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const connection = incoming.socket.remotePort ?? 0;
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers,
    connection,
    body: await readBody(incoming),
  };
}

/** Throws on bytes that aren't UTF-8, so that the text is the bytes. */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const actualPort = typeof address === "object" && address !== null ? address.port : port;
      resolve(`http://127.0.0.1:${actualPort}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
