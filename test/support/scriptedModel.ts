import { OpenCards } from "../../src/agent/openCards.ts";
import type { ChatModel, ChatRequest, TurnEvent } from "../../src/agent/ports.ts";
import type { Tool } from "../../src/agent/tool.ts";
import type { TurnPorts } from "../../src/agent/turnPorts.ts";

/** What a scripted model does next: yields an event, waits for a promise, or throws. */
export type Step = TurnEvent | Promise<unknown> | Error;

export const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, webSearchRequests: 0 };

export function answer(...pieces: string[]): Step[] {
  return [
    { type: "usage", usage: { ...usage, output: 0 } },
    ...pieces.map((text): Step => ({ type: "text", text })),
    { type: "usage", usage },
    { type: "end", reason: "end" },
  ];
}

/** An answer that calls tools, each given by its id, name and arguments, after a few words. */
export function callAnswer(...calls: readonly (readonly [id: string, name: string, args: string])[]): Step[] {
  return [
    { type: "text", text: "Let me do that." },
    ...calls.map(([id, name, args]): Step => ({ type: "toolCall", id, name, arguments: args })),
    { type: "usage", usage },
    { type: "end", reason: "toolCalls" },
  ];
}

/** A chat model that plays one script a request, in order, and keeps what it was asked. */
export class ScriptedModel implements ChatModel {
  readonly provider = "anthropic";
  readonly requests: ChatRequest[] = [];
  readonly #scripts: Step[][];
  #wakeUp: () => void = () => undefined;

  constructor(...scripts: Step[][]) {
    this.#scripts = scripts;
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<TurnEvent> {
    this.requests.push(request);
    this.#wakeUp();
    for (const step of this.#scripts.shift() ?? answer("ok")) {
      if (step instanceof Error) throw step;
      const event = step instanceof Promise ? await Promise.race([step, aborted(signal)]) : step;
      signal.throwIfAborted();
      if (isEvent(event)) yield event;
    }
  }

  /** Resolves when the model has been asked for the first time. */
  asked(): Promise<void> {
    if (this.requests.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wakeUp = resolve;
    });
  }

  ports(tools: readonly Tool[] = []): TurnPorts {
    return {
      chatModel: this,
      model: "claude-opus-5-5",
      systemPrompt: "system",
      tools,
      webSearch: false,
      cards: new OpenCards(),
      allowed: new Set(),
      wait: async (_milliseconds, signal) => signal.throwIfAborted(),
      settle: async () => undefined,
      image: () => undefined,
      now: () => new Date("2026-11-30T00:00:00Z"),
    };
  }
}

function isEvent(value: unknown): value is TurnEvent {
  return typeof value === "object" && value !== null && "type" in value;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
