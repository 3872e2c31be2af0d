import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

async function start(restored?: Conversation): Promise<CliConversation> {
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
});
