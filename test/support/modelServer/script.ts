/**
 * What the model server answers, as plain JSON, so that a test in another process can send it too.
 * Steps of text or thinking that follow each other, and those of one tool call, are one content block,
 * also with a hold or a ping between them.
 */

export type Step =
  | { readonly do: "text"; readonly pieces: readonly string[] }
  | { readonly do: "thinking"; readonly pieces: readonly string[] }
  /** `pieces` are the raw text of the arguments. */
  | { readonly do: "toolCall"; readonly id: string; readonly name: string; readonly pieces: readonly string[] }
  /** A search that the service makes: its result is a list, an error's code, or, without both, missing. */
  | {
      readonly do: "webSearch";
      readonly query: string;
      readonly results?: readonly Page[];
      readonly error?: string;
    }
  /** A source of the text before it. */
  | ({ readonly do: "citation" } & Page)
  /** Says "reached" and waits until the point is released. */
  | { readonly do: "hold"; readonly name: string }
  | { readonly do: "ping" }
  /** An error event inside the stream; the answer ends with it. */
  | { readonly do: "error"; readonly type: string; readonly message: string }
  | { readonly do: "cut"; readonly how: Cut }
  /** Says nothing more and keeps the connection open. */
  | { readonly do: "silence" }
  /** Bytes as they are, for what no server should send. */
  | { readonly do: "raw"; readonly text: string };

export interface Page {
  readonly title: string;
  readonly url: string;
}

/** How a connection ends: closed (`fin`) or reset (`rst`). */
export type Cut = "fin" | "rst";

/** What the answer's usage says; figures that are left out are measured on the request. */
export interface ScriptedUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite5m?: number;
  readonly cacheWrite1h?: number;
  readonly webSearchRequests?: number;
}

export type Script =
  | {
      readonly kind: "answer";
      readonly steps: readonly Step[];
      /** `tool_use` when there is a call, else `end_turn`, unless said; null sends none. */
      readonly stopReason?: string | null;
      readonly usage?: ScriptedUsage;
      /** What OpenRouter says that it takes, in US dollars. */
      readonly reportedCost?: number;
      /** Cuts the connection after that many events, pings not counted. */
      readonly cutAfter?: { readonly events: number; readonly how: Cut };
      /** Sends one byte at a time, also where that splits a character. */
      readonly bytewise?: boolean;
    }
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Before any header: nothing at all, or a cut connection. */
  | { readonly kind: "silence" }
  | { readonly kind: "cut"; readonly how: Cut };

export function answer(...steps: readonly (Step | string)[]): Script {
  return { kind: "answer", steps: steps.map((step) => (typeof step === "string" ? text(step) : step)) };
}

export function text(...pieces: readonly string[]): Step {
  return { do: "text", pieces };
}

export function thinking(...pieces: readonly string[]): Step {
  return { do: "thinking", pieces };
}

export function toolCall(id: string, name: string, ...pieces: readonly string[]): Step {
  return { do: "toolCall", id, name, pieces };
}

export function webSearch(query: string, ...results: readonly Page[]): Step {
  return { do: "webSearch", query, results };
}

export function citation(title: string, url: string): Step {
  return { do: "citation", title, url };
}

export function hold(name: string): Step {
  return { do: "hold", name };
}

/** A refusal as Anthropic words it; `headers` may hold `retry-after` or `retry-after-ms`. */
export function failure(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Script {
  return {
    kind: "response",
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ type: "error", error: { type, message }, request_id: "req_scripted" }),
  };
}

/** A web page, as a captive portal or a proxy sends one. */
export function webPage(status = 200): Script {
  return {
    kind: "response",
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: "<!doctype html><title>Sign in</title><p>Sign in to the network.</p>",
  };
}
