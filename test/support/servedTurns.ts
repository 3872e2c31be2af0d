import { OpenCards } from "../../src/agent/openCards.ts";
import type { Tool } from "../../src/agent/tool.ts";
import type { TurnPorts } from "../../src/agent/turnPorts.ts";
import { Turns } from "../../src/agent/turns.ts";
import { Conversation } from "../../src/conversation/conversation.ts";
import type { TurnSections } from "../../src/conversation/turnSections.ts";
import { createAnthropicModel } from "../../src/providers/anthropic/index.ts";
import { looseTool, succeed } from "./toolTurns.ts";

/** A wait that the turn asked for, before the `attempt`-th try. */
export interface AskedWait {
  readonly attempt: number;
  readonly milliseconds: number;
}

export interface ServedTurnsOptions {
  readonly conversation?: Conversation;
  readonly tools?: readonly Tool[];
  readonly images?: ReadonlyMap<string, Uint8Array>;
  /** Instead of not waiting at all. */
  readonly wait?: TurnPorts["wait"];
  readonly onProgress?: () => void;
  /** What the model should know at a turn's start. */
  readonly sections?: TurnSections;
}

/** A conversation whose turns talk to a model server through the real client. Nothing waits unless told to. */
export function servedTurns(baseUrl: string, options: ServedTurnsOptions = {}) {
  const { conversation = new Conversation() } = options;
  const chatModel = createAnthropicModel({ apiKey: "test-key", baseUrl });
  const cards = new OpenCards();
  const waits: AskedWait[] = [];
  const ran: string[] = [];
  const echo = looseTool("echo", async (input, { callId }) => {
    ran.push(callId);
    return succeed(JSON.stringify(input));
  });
  const ports: TurnPorts = {
    chatModel,
    model: "claude-opus-5-5",
    systemPrompt: "You design.",
    tools: options.tools ?? [echo],
    webSearch: true,
    image: (sha256) => options.images?.get(sha256),
    cards,
    allowed: new Set(),
    settle: async () => undefined,
    now: () => new Date("2026-11-30T00:00:00Z"),
    wait: async (milliseconds, signal) => {
      waits.push({ attempt: turns.retry?.attempt ?? 0, milliseconds });
      await options.wait?.(milliseconds, signal);
      signal.throwIfAborted();
    },
  };
  const turns: Turns = new Turns({
    conversation,
    ports: async () => ports,
    sections: () => options.sections ?? {},
    onChange: () => undefined,
    onProgress: () => options.onProgress?.(),
    onEnd: () => undefined,
  });
  return { conversation, turns, cards, waits, ran, ports };
}

/** How long was waited before each try, in milliseconds. */
export function waitedBefore(waits: readonly AskedWait[]): readonly number[] {
  const sums = new Map<number, number>();
  for (const { attempt, milliseconds } of waits) sums.set(attempt, (sums.get(attempt) ?? 0) + milliseconds);
  return [...sums.values()];
}
