import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OpenCards } from "../../../src/agent/openCards.ts";
import type { Tool } from "../../../src/agent/tool.ts";
import type { TurnPorts } from "../../../src/agent/turnPorts.ts";
import { Turns } from "../../../src/agent/turns.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { createAnthropicModel } from "../../../src/providers/anthropic/index.ts";
import { message } from "../../support/messages.ts";
import {
  answer,
  failure,
  hold,
  type ModelServer,
  type Script,
  startModelServer,
  text,
  thinking,
  toolCall,
} from "../../support/modelServer/index.ts";
import { looseTool, succeed } from "../../support/toolTurns.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ pieceDelayMilliseconds: 1 });
});
afterEach(() => server.close());

const change = looseTool("change", async () => succeed("changed"), { changes: true });
/** Never ends and doesn't listen. */
const deaf = looseTool("deaf", () => new Promise(() => undefined));

/** Turns on the real client. `until` resolves when a step of this type has come. */
function setUp(tools: readonly Tool[] = [change, deaf]) {
  const conversation = new Conversation();
  const cards = new OpenCards();
  let look: () => void = () => undefined;
  const ports: TurnPorts = {
    chatModel: createAnthropicModel({ apiKey: "key", baseUrl: server.url }),
    model: "claude-opus-5-5",
    systemPrompt: "system",
    tools,
    webSearch: false,
    image: () => undefined,
    cards,
    allowed: new Set(),
    settle: async () => undefined,
    now: () => new Date("2026-11-30T00:00:00Z"),
    wait: (_milliseconds, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  };
  const turns = new Turns({
    conversation,
    ports: async () => ports,
    sections: () => ({}),
    onChange: () => look(),
    onProgress: () => look(),
    onEnd: () => undefined,
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        if (holds()) resolve();
      };
      look();
    });
  return { conversation, cards, turns, until };
}

type SetUp = ReturnType<typeof setUp>;

interface State {
  readonly scripts: readonly Script[];
  /** Resolves when the turn is in this state. */
  readonly reach: (parts: SetUp) => Promise<void>;
  /** Whether the server's request is still open in it, and so has to be closed. */
  readonly isOpen: boolean;
  readonly mode?: "Ask first";
}

const said = ({ conversation }: SetUp, type: string) => conversation.items.some((item) => item.type === type);

const states: Readonly<Record<string, State>> = {
  "no answer at all": { scripts: [{ kind: "silence" }], reach: () => server.reached("request"), isOpen: true },
  "an answer that keeps coming": {
    scripts: [answer(text(...Array.from({ length: 20_000 }, () => "word ")))],
    reach: (parts) => parts.until(() => said(parts, "assistant")),
    isOpen: true,
  },
  "an answer that has fallen silent": {
    scripts: [answer(text("Once"), hold("never"))],
    reach: async (parts) => {
      await server.reached("never");
      await parts.until(() => said(parts, "assistant"));
    },
    isOpen: true,
  },
  thinking: {
    scripts: [answer(thinking("Hm"), hold("never"))],
    reach: (parts) => parts.until(() => said(parts, "thinking")),
    isOpen: true,
  },
  "arguments that are arriving": {
    scripts: [answer(text("Let me"), toolCall("toolu_1", "change", '{"x":'), hold("never"))],
    reach: () => server.reached("never"),
    isOpen: true,
  },
  "waiting to try again": {
    scripts: [failure(529, "overloaded_error", "Overloaded")],
    reach: (parts) => parts.until(() => parts.turns.retry !== undefined),
    isOpen: false,
  },
  "a tool that runs": {
    scripts: [answer(toolCall("toolu_1", "deaf", "{}"))],
    reach: (parts) => vi.waitFor(() => expect(parts.conversation.history).toHaveLength(2)),
    isOpen: false,
  },
  "a card that is open": {
    scripts: [answer(toolCall("toolu_1", "change", "{}"))],
    reach: (parts) => parts.until(() => said(parts, "toolApproval")),
    isOpen: false,
    mode: "Ask first",
  },
};

describe("Stop", () => {
  it.each(Object.entries(states))(
    "TRN-6: works at once in the state: %s",
    async (_, { scripts, reach, isOpen, mode }) => {
      server.enqueue(...scripts);
      const parts = setUp();
      const { turns, conversation } = parts;
      const turn = turns.send(message("Go", mode === undefined ? {} : { mode }));
      await reach(parts);
      await turns.stop();
      expect(await turn).toEqual({ kind: "stopped" });
      expect([turns.state, turns.retry]).toEqual(["idle", undefined]);
      if (isOpen) await server.reached("aborted");
      const after = conversation.snapshot();
      server.release();
      server.enqueue(answer("Fine."));
      expect(await turns.send(message("On"))).toEqual({ kind: "completed" });
      expect(conversation.items.slice(0, after.items.length)).toEqual(after.items);
      expect(conversation.items.at(-1)?.text).toBe("Fine.");
      expect(server.violations).toEqual([]);
    },
  );

  it("TRN-6: twice is once, and with nothing that runs it is nothing", async () => {
    server.enqueue({ kind: "silence" });
    const { turns } = setUp();
    await turns.stop();
    const turn = turns.send(message("Go"));
    await server.reached("request");
    await Promise.all([turns.stop(), turns.stop()]);
    expect(await turn).toEqual({ kind: "stopped" });
  });
});
