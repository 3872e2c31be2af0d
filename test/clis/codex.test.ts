import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TurnStep } from "../../src/agent/turnPorts.ts";
import { codexBackend } from "../../src/cli/codex/codexBackend.ts";
import type { Conversation } from "../../src/conversation/conversation.ts";
import { type CliConversation, openCliConversation } from "../support/cli/cliConversation.ts";
import { installCodex } from "../support/cli/installClis.ts";
import { type OutgoingProxy, startOutgoingProxy } from "../support/cli/outgoingProxy.ts";
import { type ResponsesServer, startResponsesServer } from "../support/cli/responsesServer.ts";

let path: string;
let server: ResponsesServer;
let proxy: OutgoingProxy;
let open: CliConversation[] = [];

beforeAll(async () => {
  path = await installCodex();
});
beforeEach(async () => {
  server = await startResponsesServer();
  proxy = await startOutgoingProxy();
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
  await server.close();
  await proxy.close();
});

async function start(restored?: Conversation, onStep?: (step: TurnStep) => void): Promise<CliConversation> {
  const conversation = await openCliConversation({
    backend: codexBackend,
    path,
    modelName: "gpt-test",
    environment: proxy.environment,
    prepareHome: (home) =>
      writeFile(
        join(home, "config", "config.toml"),
        `model_provider = "scripted"
[model_providers.scripted]
name = "Scripted"
base_url = "${server.url}"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[mcp_servers.own]
command = "own-server-that-must-not-start"
`,
      ),
    ...(restored === undefined ? {} : { restored }),
    ...(onStep === undefined ? {} : { onStep }),
  });
  open.push(conversation);
  return conversation;
}

/** What the model was sent as the person's messages, in the last request. */
function sentTexts(): string[] {
  const body = JSON.parse(server.bodies.at(-1) ?? "{}") as {
    input?: { role?: string; content?: { text?: string }[] }[];
  };
  return (body.input ?? [])
    .filter(({ role }) => role === "user")
    .flatMap(({ content = [] }) => content.map(({ text = "" }) => text));
}

describe("the real Codex", () => {
  it("CLI-1: answers with thinking and text, which the conversation keeps like any model's", async () => {
    server.enqueue({ thinking: ["Hm", "m"], text: ["Hel", "lo"] });
    const { say, conversation, log } = await start();
    expect(await say("/hello there"), log.join("\n")).toEqual({ kind: "completed" });
    expect(conversation.items.map(({ type, text }) => [type, text])).toEqual([
      ["user", "/hello there"],
      ["thinking", "Hmm"],
      ["assistant", "Hello"],
    ]);
    expect(conversation.usage).toMatchObject({ input: 60, cacheRead: 40, output: 10 });
    expect(conversation.estimatedCost).toEqual({ kind: "notBilled" });
    expect(sentTexts().at(-1)).toBe("# This turn\nMode: Just do it\n\n/hello there");
    expect(proxy.asked).toEqual([]);
  });

  it("CLI-5: calls the package's tools, whose results the conversation keeps, and goes on", async () => {
    const call = (n: number) => ({ id: `call_${n}`, name: "batch_design", arguments: `{"operations":"[${n}]"}` });
    server.enqueue({ text: ["I change it."], calls: [call(1), call(2)] }, { text: ["Done."] });
    const { say, conversation, designs, log } = await start();
    expect(await say("Larger"), log.join("\n")).toEqual({ kind: "completed" });
    // Codex runs the calls of one answer one after the other, in either order.
    expect(designs.toSorted()).toEqual(["[1]", "[2]"]);
    const blocks = conversation.history.slice(1).flatMap(({ content }) => content);
    expect(blocks.filter(({ type }) => type === "text")).toMatchObject([{ text: "I change it." }, { text: "Done." }]);
    for (const { id, arguments: text = "" } of blocks.filter((block) => block.type === "toolCall")) {
      const { operations } = JSON.parse(text) as { operations: string };
      expect(blocks.filter((block) => block.type === "toolResult" && block.callID === id)).toMatchObject([
        { toolName: "batch_design", isError: false, content: `Applied ${operations}` },
      ]);
    }
    expect(blocks.filter(({ type }) => type === "toolResult")).toHaveLength(2);
    expect(server.bodies.at(-1)).toContain("Applied [1]");
    expect(server.bodies.at(-1)).toContain("Applied [2]");
    expect(conversation.usage).toMatchObject({ input: 120, cacheRead: 80, output: 20 });
    expect(proxy.asked).toEqual([]);
  });

  it("CLI-2: holds two turns in one session without a prefix, and tells a new process what came before, once", async () => {
    const first = await start();
    for (const text of ["One", "Two"]) {
      server.enqueue({ text: [`Answer ${text}`] });
      expect(await first.say(text)).toEqual({ kind: "completed" });
    }
    expect(sentTexts()).toEqual(["# This turn\nMode: Just do it\n\nOne", "# This turn\nMode: Just do it\n\nTwo"]);
    await first.close();

    const second = await start(first.conversation);
    for (const text of ["Three", "Four"]) {
      server.enqueue({ text: ["Yes"] });
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

  it.each([
    [401, "authentication"],
    [429, "permission"],
    [500, "network"],
  ] as const)(
    "CLI-4: says what helps when the model's service answers %i, and goes on after it",
    async (status, code) => {
      server.enqueue(...Array.from({ length: 4 }, () => ({ status })));
      const { say, conversation } = await start();
      expect(await say("Hello")).toMatchObject({ kind: "failed", failure: { code } });
      server.enqueue({ text: ["Yes"] }, { text: ["Yes"] });
      while ((await say("Again")).kind === "failed" && server.bodies.length < 12);
      expect(conversation.history.at(-1)).toMatchObject({ content: [{ text: "Yes" }] });
    },
  );

  it("CLI-4: stops while the answer comes, and takes the next message", async () => {
    server.enqueue({ text: ["Partly"], hangs: true });
    const stop = new AbortController();
    const { say, conversation } = await start(undefined, (step) => {
      if (step.type === "text") stop.abort();
    });
    expect(await say("Hello", { signal: stop.signal })).toEqual({ kind: "stopped" });
    server.enqueue({ text: ["Yes"] });
    expect(await say("Go on")).toEqual({ kind: "completed" });
    expect(conversation.items.map(({ text }) => text)).toEqual(["Hello", "Partly", "Go on", "Yes"]);
  });
});
