import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TurnStep } from "../../src/agent/turnPorts.ts";
import { claudeCodeBackend } from "../../src/cli/claudeCode/claudeCodeBackend.ts";
import type { Conversation } from "../../src/conversation/conversation.ts";
import { type CliConversation, openCliConversation } from "../support/cli/cliConversation.ts";
import { installClaudeCode } from "../support/cli/installClis.ts";
import { type OutgoingProxy, startOutgoingProxy } from "../support/cli/outgoingProxy.ts";
import { startPlainPath } from "../support/cli/plainPath.ts";
import { type ModelServer, startModelServer } from "../support/modelServer/index.ts";

let path: string;
let server: ModelServer;
let plain: Awaited<ReturnType<typeof startPlainPath>>;
let proxy: OutgoingProxy;
let open: CliConversation[] = [];

beforeAll(async () => {
  path = await installClaudeCode();
});
beforeEach(async () => {
  server = await startModelServer({ validates: false });
  plain = await startPlainPath(server.url);
  proxy = await startOutgoingProxy();
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
  await plain.close();
  await proxy.close();
  await server.close();
});

async function start(
  restored?: Conversation,
  onStep?: (step: TurnStep) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<CliConversation> {
  const conversation = await openCliConversation({
    backend: claudeCodeBackend,
    path,
    modelName: "claude-opus-4-5",
    environment: {
      ...proxy.environment,
      ANTHROPIC_BASE_URL: plain.url,
      ANTHROPIC_API_KEY: "dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ...environment,
    },
    ...(restored === undefined ? {} : { restored }),
    ...(onStep === undefined ? {} : { onStep }),
  });
  open.push(conversation);
  return conversation;
}

/** What the model was sent as the person's messages, in the last request. The program's own remarks stand beside them. */
function sentTexts(): string[] {
  const body = JSON.parse(server.requests.at(-1)?.body ?? "{}") as {
    messages?: { role: string; content: string | { type: string; text?: string }[] }[];
  };
  return (body.messages ?? [])
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (typeof content === "string" ? [content] : content.map(({ text = "" }) => text)))
    .filter((text) => text !== "" && !text.startsWith("<system-reminder>"));
}

describe("the real Claude Code", () => {
  it("CLI-1: answers with thinking and text, which the conversation keeps like any model's", async () => {
    server.enqueue({
      kind: "answer",
      steps: [
        { do: "thinking", pieces: ["Hm", "m"] },
        { do: "text", pieces: ["Hel", "lo"] },
      ],
    });
    const { say, conversation, log } = await start();
    expect(await say("/hello there"), log.join("\n")).toEqual({ kind: "completed" });
    expect(conversation.history).toMatchObject([
      { role: "user", content: [{ text: "# This turn\nMode: Just do it\n\n/hello there" }] },
      { role: "assistant", content: [{ type: "text", text: "Hello" }] },
    ]);
    expect(conversation.items.map(({ type, text }) => [type, text])).toEqual([
      ["user", "/hello there"],
      ["thinking", "Hmm"],
      ["assistant", "Hello"],
    ]);
    expect(sentTexts().at(-1)).toBe("# This turn\nMode: Just do it\n\n/hello there");
  });

  it("CLI-5: calls the package's tools, whose results the conversation keeps, and goes on", async () => {
    server.enqueue(
      {
        kind: "answer",
        steps: [
          { do: "text", pieces: ["I change it."] },
          { do: "toolCall", id: "toolu_1", name: "mcp__design__batch_design", pieces: ['{"operations":', '"[1]"}'] },
          { do: "toolCall", id: "toolu_2", name: "mcp__design__batch_design", pieces: ['{"operations":"[2]"}'] },
        ],
      },
      { kind: "answer", steps: [{ do: "text", pieces: ["Done."] }] },
    );
    const { say, conversation, designs } = await start();
    expect(await say("Larger")).toEqual({ kind: "completed" });
    expect(designs).toEqual(["[1]", "[2]"]);
    expect(conversation.history.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "I change it." },
          { type: "toolCall", id: "toolu_1", name: "batch_design", arguments: '{"operations":"[1]"}' },
          { type: "toolCall", id: "toolu_2", name: "batch_design", arguments: '{"operations":"[2]"}' },
        ],
      },
      {
        role: "tool",
        content: ["1", "2"].map((n) => ({
          type: "toolResult",
          callID: `toolu_${n}`,
          toolName: "batch_design",
          isError: false,
          content: `Applied [${n}]`,
        })),
      },
      { role: "assistant", content: [{ type: "text", text: "Done." }] },
    ]);
    expect(server.requests.at(-1)?.body).toContain("Applied [2]");
    expect(proxy.asked).toEqual([]);
  });

  it("CLI-2: holds two turns in one session without a prefix, and tells a new process what came before, once", async () => {
    const first = await start();
    for (const text of ["One", "Two"]) {
      server.enqueue({ kind: "answer", steps: [{ do: "text", pieces: [`Answer ${text}`] }] });
      expect(await first.say(text)).toEqual({ kind: "completed" });
    }
    expect(sentTexts()).toEqual(["# This turn\nMode: Just do it\n\nOne", "# This turn\nMode: Just do it\n\nTwo"]);
    await first.close();

    const second = await start(first.conversation);
    for (const text of ["Three", "Four"]) {
      server.enqueue({ kind: "answer", steps: [{ do: "text", pieces: ["Yes"] }] });
      expect(await second.say(text)).toEqual({ kind: "completed" });
    }
    const prefix =
      "# Conversation so far\n\nUser: One\n\nAssistant: Answer One\n\nUser: Two\n\nAssistant: Answer Two\n\n";
    expect(sentTexts()).toEqual([
      `${prefix}# This turn\nMode: Just do it\n\nThree`,
      "# This turn\nMode: Just do it\n\nFour",
    ]);
    expect(JSON.stringify(second.conversation.history)).not.toContain("Conversation so far");
    expect(second.log.join("\n")).not.toContain("Answer");
  });

  it("CLI-4: stops while the answer comes and while a card is open, and takes the next message", async () => {
    server.enqueue({ kind: "answer", steps: [{ do: "text", pieces: ["Partly"] }, { do: "silence" }] });
    let stop = new AbortController();
    const { say, conversation, designs } = await start(undefined, (step) => {
      if ((step.type === "text" && step.text === "Partly") || step.type === "card") stop.abort();
    });
    expect(await say("Hello", { signal: stop.signal })).toEqual({ kind: "stopped" });
    stop = new AbortController();
    const call = {
      do: "toolCall",
      id: "toolu_1",
      name: "mcp__design__batch_design",
      pieces: ['{"operations":"[]"}'],
    } as const;
    server.enqueue({ kind: "answer", steps: [call] });
    expect(await say("Change it", { signal: stop.signal, mode: "Ask first" })).toEqual({ kind: "stopped" });
    expect(designs).toEqual([]);
    stop = new AbortController();
    server.enqueue({ kind: "answer", steps: [{ do: "text", pieces: ["Yes"] }] });
    expect(await say("Go on")).toEqual({ kind: "completed" });
    expect(conversation.items.at(-1)).toMatchObject({ type: "assistant", text: "Yes" });
  });

  it("CLI-4: sends an image, and says that it isn't logged in where it isn't", async () => {
    server.enqueue({ kind: "answer", steps: [{ do: "text", pieces: ["A picture"] }] });
    const { say } = await start();
    const image = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    expect(await say("Look", { image })).toEqual({ kind: "completed" });
    expect(server.requests.at(-1)?.body).toContain('"media_type":"image/png"');
    const stranger = await start(undefined, undefined, { ANTHROPIC_API_KEY: "" });
    expect(await stranger.say("Hello")).toMatchObject({ kind: "failed", failure: { code: "authentication" } });
    expect(stranger.conversation.items.at(-1)?.text).toContain("claude /login");
  });
});
