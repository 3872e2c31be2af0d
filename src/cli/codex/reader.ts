import { zeroUsage } from "../../archive/defaults.ts";
import { type CliFailure, type ServiceTrouble, serviceFailed } from "../failure.ts";
import { codex } from "../programs.ts";
import { type SessionEvent, serverName } from "../session.ts";
import type { CodexCounts, CodexError, CodexItem, Notification } from "./records.ts";

/** Turns the notifications of a whole thread into what they mean for its turns. */
export class CodexReader {
  #told = new Set<string>();
  #streamed = new Map<string, string>();
  #hasText = false;
  #lastTextItem: string | undefined;
  #hasThought = false;
  #counted: CodexCounts = { inputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens: 0 };
  #hasCalls = false;
  #isRetrying = false;

  /** A turn opens. */
  open(): void {
    this.#told.clear();
    this.#streamed.clear();
    this.#hasText = false;
    this.#lastTextItem = undefined;
    this.#hasThought = false;
    this.#hasCalls = false;
  }

  read({ method, params }: Notification): SessionEvent[] {
    switch (method) {
      case "item/agentMessage/delta":
        return [...this.#goesOn(), ...this.#piece(params.itemId ?? "", params.delta)];
      case "item/reasoning/summaryTextDelta":
      case "item/reasoning/textDelta":
        this.#hasThought = true;
        return [...this.#goesOn(), { type: "thinking", text: params.delta }];
      case "item/reasoning/summaryPartAdded":
        return this.#hasThought ? [{ type: "thinking", text: "\n\n" }] : [];
      case "item/started":
        return [...this.#goesOn(), ...this.#call(params.item)];
      case "item/completed":
        return this.#whole(params.item);
      case "thread/tokenUsage/updated":
        return this.#count(params.tokenUsage.total);
      case "error":
        return this.#retry(params.error, params.willRetry === true);
      case "turn/completed":
        return this.#end(params.turn.status, params.turn.error ?? undefined);
      case "account/rateLimits/updated":
        return params.rateLimits.rateLimitReachedType
          ? [{ type: "status", status: { kind: "rateLimit", text: "The usage limit is reached." } }]
          : [];
      case "turn/started":
      case "serverRequest/resolved":
        return [];
    }
  }

  /** The model waits for the calls that were told of so far, also where the program counts no request. */
  waitIfCalled(): SessionEvent[] {
    if (!this.#hasCalls) return [];
    this.#hasCalls = false;
    return [{ type: "requestEnd" }, { type: "waiting" }];
  }

  #piece(itemId: string, text: string): SessionEvent[] {
    this.#streamed.set(itemId, (this.#streamed.get(itemId) ?? "") + text);
    return this.#say(itemId, text);
  }

  /** Messages of one round are parts of one answer, a paragraph each. */
  #say(itemId: string, text: string): SessionEvent[] {
    if (text === "") return [];
    const isNext = this.#hasText && this.#lastTextItem !== itemId;
    this.#hasText = true;
    this.#lastTextItem = itemId;
    return [{ type: "text", text: isNext ? `\n\n${text}` : text }];
  }

  #whole(item: CodexItem): SessionEvent[] {
    if (item.type === "webSearch") return [{ type: "webSearch", query: item.query ?? "", results: [] }];
    if (item.type === "mcpToolCall") return this.#call(item);
    if (item.type !== "agentMessage") return [];
    const had = this.#streamed.get(item.id) ?? "";
    const text = item.text ?? "";
    return text.startsWith(had) ? this.#say(item.id, text.slice(had.length)) : [];
  }

  #call({ type, id, server, tool, arguments: given }: CodexItem): SessionEvent[] {
    if (type !== "mcpToolCall" || server !== serverName || tool === undefined || this.#told.has(id)) return [];
    this.#told.add(id);
    this.#hasCalls = true;
    this.#hasText = false;
    return [{ type: "toolCall", id, name: tool, arguments: JSON.stringify(given ?? {}) }];
  }

  /** The figures are the whole thread's so far: a request's are the difference (FMT-9). They come when its answer is complete. */
  #count(total: CodexCounts): SessionEvent[] {
    const before = this.#counted;
    this.#counted = total;
    const cacheRead = total.cachedInputTokens - before.cachedInputTokens;
    const cacheWrite = total.cacheWriteInputTokens - before.cacheWriteInputTokens;
    const input = total.inputTokens - before.inputTokens - cacheRead - cacheWrite;
    const output = total.outputTokens - before.outputTokens;
    if (input + output + cacheRead + cacheWrite === 0) return [];
    const usage = { ...zeroUsage, input: Math.max(0, input), output, cacheRead, cacheWrite };
    return [{ type: "usage", usage }, ...(this.#hasCalls ? this.waitIfCalled() : [{ type: "requestEnd" } as const])];
  }

  #retry(error: CodexError, willRetry: boolean): SessionEvent[] {
    if (!willRetry) return [];
    this.#isRetrying = true;
    const [, attempt = "1", tries = "1"] = /(\d+)\/(\d+)/.exec(error.message ?? "") ?? [];
    const reason = error.additionalDetails ?? error.message ?? "";
    const status = {
      kind: "retrying",
      attempt: Number(attempt),
      tries: Number(tries),
      milliseconds: 0,
      reason,
    } as const;
    return [{ type: "status", status }];
  }

  #goesOn(): SessionEvent[] {
    if (!this.#isRetrying) return [];
    this.#isRetrying = false;
    return [{ type: "status", status: { kind: "working" } }];
  }

  #end(status: string, error: CodexError | undefined): SessionEvent[] {
    if (status === "completed") return [{ type: "done", reason: "end" }];
    if (status === "interrupted") return [{ type: "stopped" }];
    return [{ type: "failed", error: turnFailed(error ?? {}) }];
  }
}

const troubles: Readonly<Record<string, ServiceTrouble>> = {
  contextWindowExceeded: "contextOverflow",
  usageLimitExceeded: "rateLimited",
  rateLimitExceeded: "rateLimited",
  sessionBudgetExceeded: "rateLimited",
  serverOverloaded: "serverFailed",
  internalServerError: "serverFailed",
  modelNotFound: "modelNotFound",
  unauthorized: "notLoggedIn",
  badRequest: "refused",
};

/** A turn that the program ended with an error, after its own tries. */
function turnFailed({ message = "", codexErrorInfo: info, additionalDetails }: CodexError): CliFailure {
  return serviceFailed(codex, troubleOf(info, message), [message, additionalDetails].filter(Boolean).join(" "));
}

/** The kind is a text, or an object with one key whose value may hold an HTTP status. */
function troubleOf(info: unknown, message: string): ServiceTrouble {
  if (typeof info === "string" && Object.hasOwn(troubles, info)) return troubles[info] ?? "refused";
  const [name = "", detail] = typeof info === "object" && info !== null ? (Object.entries(info)[0] ?? []) : [];
  const status: unknown =
    typeof detail === "object" && detail !== null ? Reflect.get(detail, "httpStatusCode") : undefined;
  if (status === 401 || status === 403) return "notLoggedIn";
  if (status === 404) return "modelNotFound";
  if (status === 429) return "rateLimited";
  if (typeof status === "number" && status >= 500) return "serverFailed";
  if (/Missing environment variable|not logged in/i.test(message)) return "notLoggedIn";
  return /^(http|response|stream)/i.test(name) || /stream disconnected|error sending/i.test(message)
    ? "serverFailed"
    : "refused";
}
