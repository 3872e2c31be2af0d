import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatModel } from "../../../src/agent/ports.ts";
import { createChatModel, createResponsesModel } from "../../../src/providers/openai/index.ts";
import {
  answer,
  type ModelServer,
  startModelServer,
  text,
  thinking,
  toolCall,
  webSearch,
} from "../../support/modelServer/index.ts";
import { requestOf, user } from "../providers/anthropic/histories.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const common = { apiKey: "scripted-key", maxTokens: 8_000, takesImages: true } as const;
const never = new AbortController().signal;

async function ask(model: ChatModel, ...said: readonly string[]) {
  const history = said.map((one) => user(one));
  const events = [];
  for await (const event of model.stream(requestOf(history, { model: "m" }), never)) events.push(event);
  return events;
}

const models = (): readonly ChatModel[] => [
  createResponsesModel({ ...common, baseUrl: `${server.url}/v1` }),
  createChatModel({ ...common, baseUrl: `${server.url}/openrouter/v1`, provider: "openrouter", cacheTtl: "5m" }),
];

describe("the scripted model server", () => {
  it("speaks Responses and Chat Completions from the same scripts, each at its path", async () => {
    const steps = [thinking("Hm."), text("Blue, ", "größer 😀"), toolCall("c", "look", '{"a":', "1.0}")];
    for (const model of models()) {
      server.enqueue({ kind: "answer", steps, usage: { input: 10, output: 3 }, bytewise: true });
      expect((await ask(model, "hello")).map((event) => ("text" in event ? event.text : event.type))).toEqual([
        "Hm.",
        "Blue, ",
        "größer 😀",
        "toolCall",
        "usage",
        "end",
      ]);
    }
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/responses", "/openrouter/v1/chat/completions"]);
    expect(server.violations).toEqual([]);
  });

  it("searches as OpenAI does, and reports a cost as OpenRouter does", async () => {
    const [responses, openrouter] = models();
    if (responses === undefined || openrouter === undefined) throw new Error("no models");
    server.enqueue(answer(webSearch("blue", { title: "A", url: "https://a.test/" })));
    expect((await ask(responses, "hello"))[0]).toMatchObject({ type: "webSearch", query: "blue" });
    server.enqueue({ kind: "answer", steps: [text("x")], reportedCost: 0.25 });
    expect((await ask(openrouter, "hello")).find(({ type }) => type === "usage")).toMatchObject({
      usage: { reportedCost: 0.25 },
    });
  });

  it("BYT-3: holds each format to the beginning of its own request before", async () => {
    for (const model of models()) {
      server.enqueue(answer("one"));
      await ask(model, "hello");
      await expect(ask(model, "hello", "and more")).resolves.not.toEqual([]);
      await expect(ask(model, "hello", "another one", "x")).rejects.toMatchObject({ code: "refusedRequest" });
    }
    expect(server.violations).toHaveLength(2);
  });
});
