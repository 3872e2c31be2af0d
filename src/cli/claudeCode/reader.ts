import type { StopReason } from "../../agent/ports.ts";
import { zeroUsage } from "../../archive/defaults.ts";
import type { Usage } from "../../archive/types.ts";
import { brokenProtocol, type ServiceTrouble, serviceFailed, toolsNotConnected } from "../failure.ts";
import { claudeCode } from "../programs.ts";
import { type SessionEvent, serverName } from "../session.ts";
import type { ClaudeRecord, StreamedEvent, WireFigures } from "./records.ts";

type Of<Type extends ClaudeRecord["type"]> = Extract<ClaudeRecord, { type: Type }>;

/** A call while its arguments arrive: the pieces are the only exact copy of them. */
interface ArrivingCall {
  readonly id: string;
  readonly name: string;
  json: string;
}

const toolPrefix = `mcp__${serverName}__`;
/** What the program says of a key: there is none with a subscription, which isn't billed by use. */
const unbilledSources: ReadonlySet<string> = new Set(["none", "oauth"]);

const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ["max_tokens", "outputLimit"],
  ["model_context_window_exceeded", "contextLimit"],
  ["refusal", "refusal"],
]);

/**
 * Turns the records of a whole session into what they mean for its turns. Streamed pieces are taken as they come; a block that comes
 * whole counts where it wasn't streamed, as when the program asks again without streaming after a dropped connection.
 */
export class ClaudeReader {
  #calls = new Map<number, ArrivingCall>();
  #told = new Set<string>();
  #streamedMessage: string | undefined;
  #text = "";
  #usage: Usage = zeroUsage;
  #stopReason: string | undefined;
  #error: string | undefined;
  #isBilled = false;
  #costSoFar = 0;
  #hasCalls = false;
  #isRetrying = false;

  /** A turn opens. */
  open(): void {
    this.#calls.clear();
    this.#told.clear();
    this.#streamedMessage = undefined;
    this.#text = "";
    this.#usage = zeroUsage;
    this.#stopReason = undefined;
    this.#error = undefined;
    this.#hasCalls = false;
  }

  read(record: Exclude<ClaudeRecord, { type: "control_request" | "control_cancel_request" }>): SessionEvent[] {
    switch (record.type) {
      case "system":
        return record.subtype === "init" ? this.#init(record) : this.#retry(record);
      case "stream_event":
        return record.parent_tool_use_id ? [] : [...this.#goesOn(), ...this.#streamed(record.event)];
      case "assistant":
        return record.parent_tool_use_id ? [] : this.#whole(record);
      case "rate_limit_event":
        return rateLimited(record);
      case "result":
        return this.#result(record);
    }
  }

  #init({
    apiKeySource = "none",
    mcp_servers: servers = [],
  }: Extract<Of<"system">, { subtype: "init" }>): SessionEvent[] {
    this.#isBilled = !unbilledSources.has(apiKeySource);
    const status = servers.find(({ name }) => name === serverName)?.status;
    if (status === "connected" || status === "pending") return [];
    return [{ type: "failed", error: toolsNotConnected(claudeCode, status) }];
  }

  #retry(record: Extract<Of<"system">, { subtype: "api_retry" }>): SessionEvent[] {
    this.#isRetrying = true;
    const { attempt, max_retries: tries, retry_delay_ms: milliseconds = 0, error_status: code, error } = record;
    const reason = [error, code].filter((part) => part !== null && part !== undefined).join(" ");
    return [{ type: "status", status: { kind: "retrying", attempt, tries, milliseconds, reason } }];
  }

  #goesOn(): SessionEvent[] {
    if (!this.#isRetrying) return [];
    this.#isRetrying = false;
    return [{ type: "status", status: { kind: "working" } }];
  }

  #streamed(event: StreamedEvent): SessionEvent[] {
    const index = event.index ?? 0;
    switch (event.type) {
      case "message_start":
        this.#streamedMessage = event.message?.id;
        this.#calls.clear();
        this.#hasCalls = false;
        this.#text = "";
        return this.#count(event.message?.usage);
      case "content_block_start": {
        const { type, id, name, text } = event.content_block ?? { type: "" };
        if (type === "tool_use" && id !== undefined && name !== undefined)
          this.#calls.set(index, { id, name, json: "" });
        return text ? this.#piece(text) : [];
      }
      case "content_block_delta": {
        const { text, thinking, partial_json: json } = event.delta ?? {};
        const call = this.#calls.get(index);
        if (json !== undefined && call !== undefined) call.json += json;
        if (thinking) return [{ type: "thinking", text: thinking }];
        return text ? this.#piece(text) : [];
      }
      case "content_block_stop": {
        const call = this.#calls.get(index);
        return call === undefined ? [] : this.#call(call.id, call.name, call.json);
      }
      case "message_delta":
        this.#stopReason = event.delta?.stop_reason ?? this.#stopReason;
        return this.#count(event.usage);
      case "message_stop":
        return this.#endRequest();
      default:
        return [];
    }
  }

  #whole({ message, error }: Of<"assistant">): SessionEvent[] {
    if (error) {
      this.#error = error;
      return [];
    }
    if (message.id !== undefined && message.id === this.#streamedMessage) return [];
    // The answer comes anew and whole: what had come of it is not said twice.
    this.#streamedMessage = undefined;
    const events = message.content.flatMap(({ type, text, id, name, input }): SessionEvent[] => {
      if (type === "text" && text) return this.#again(text);
      if (type === "tool_use" && id !== undefined && name !== undefined)
        return this.#call(id, name, JSON.stringify(input ?? {}));
      return [];
    });
    const counted = this.#count(message.usage);
    return this.#hasCalls ? [...events, ...counted, ...this.#endRequest()] : [...events, ...counted];
  }

  #again(text: string): SessionEvent[] {
    const had = this.#text;
    this.#text = "";
    if (had === "") return [{ type: "text", text }];
    const rest = text.startsWith(had) ? text.slice(had.length) : `\n\n${text}`;
    return rest === "" ? [] : [{ type: "text", text: rest }];
  }

  #piece(text: string): SessionEvent[] {
    this.#text += text;
    return [{ type: "text", text }];
  }

  /** A call of ours; what the program answers by itself is its own affair. */
  #call(id: string, name: string, text: string): SessionEvent[] {
    if (!name.startsWith(toolPrefix) || this.#told.has(id)) return [];
    this.#told.add(id);
    this.#hasCalls = true;
    return [{ type: "toolCall", id, name: name.slice(toolPrefix.length), arguments: text }];
  }

  #count(figures: WireFigures | undefined): SessionEvent[] {
    if (figures === undefined) return [];
    this.#usage = {
      ...this.#usage,
      input: figures.input_tokens ?? this.#usage.input,
      output: figures.output_tokens ?? this.#usage.output,
      cacheRead: figures.cache_read_input_tokens ?? this.#usage.cacheRead,
      cacheWrite: figures.cache_creation_input_tokens ?? this.#usage.cacheWrite,
    };
    return [{ type: "usage", usage: this.#usage }];
  }

  #endRequest(): SessionEvent[] {
    this.#usage = zeroUsage;
    const waits = this.#hasCalls;
    this.#hasCalls = false;
    return waits ? [{ type: "requestEnd" }, { type: "waiting" }] : [{ type: "requestEnd" }];
  }

  #result(record: Of<"result">): SessionEvent[] {
    const cost = this.#cost(record.total_cost_usd);
    const said = record.result ?? record.errors?.join(" ") ?? "";
    if (record.is_error !== true && record.subtype === "success") {
      const reason = stopReasons.get(record.stop_reason ?? this.#stopReason ?? "") ?? "end";
      return [...cost, { type: "done", reason }];
    }
    if (record.subtype === "error_during_execution") return [...cost, { type: "stopped" }];
    const trouble = troubleOf(this.#error, record.api_error_status ?? undefined, said);
    const error =
      trouble === undefined
        ? brokenProtocol(claudeCode, said || record.subtype)
        : serviceFailed(claudeCode, trouble, said);
    return [...cost, { type: "failed", error }];
  }

  /** The figure is the whole process's so far. With a subscription it is only what the use would have cost. */
  #cost(total: number | undefined): SessionEvent[] {
    if (total === undefined) return [];
    const reportedCost = total - this.#costSoFar;
    this.#costSoFar = total;
    if (!this.#isBilled || reportedCost <= 0) return [];
    return [{ type: "usage", usage: { ...zeroUsage, reportedCost } }];
  }
}

function rateLimited({ rate_limit_info: info }: Of<"rate_limit_event">): SessionEvent[] {
  const { status = "", resetsAt } = info ?? {};
  if (status === "" || status === "allowed") return [];
  const until = resetsAt === undefined ? "" : ` until ${new Date(resetsAt * 1_000).toISOString()}`;
  const text = status === "rejected" ? `The usage limit is reached${until}.` : `The usage limit is near${until}.`;
  return [{ type: "status", status: { kind: "rateLimit", text } }];
}

const troubles: Readonly<Record<string, ServiceTrouble>> = {
  authentication_failed: "notLoggedIn",
  rate_limit: "rateLimited",
  billing_error: "rateLimited",
  overloaded: "serverFailed",
  server_error: "serverFailed",
  model_not_found: "modelNotFound",
  invalid_request: "refused",
  unknown: "refused",
};

function troubleOf(error: string | undefined, status: number | undefined, said: string): ServiceTrouble | undefined {
  if (/prompt is too long|context window/i.test(said)) return "contextOverflow";
  if (error !== undefined && error !== "unknown" && Object.hasOwn(troubles, error)) return troubles[error];
  if (status === 401 || status === 403 || /not logged in|\/login/i.test(said)) return "notLoggedIn";
  if (status === 404) return "modelNotFound";
  if (status === 429) return "rateLimited";
  if (status !== undefined) return status >= 500 ? "serverFailed" : "refused";
  return error === undefined && said === "" ? undefined : "refused";
}
