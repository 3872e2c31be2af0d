import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  answer,
  citation,
  connectToModelServer,
  failure,
  hold,
  type ModelServer,
  startModelServer,
  text,
  thinking,
  webSearch,
} from "../../support/modelServer/index.ts";
import { isRequestPrefix } from "../../support/requestPrefix.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ apiKey: "key" });
});
afterEach(async () => {
  await server.close();
});

const mark = { type: "ephemeral" };

function says(...texts: string[]) {
  const content = texts.map((one, index) => ({
    type: "text",
    text: one,
    ...(index === texts.length - 1 ? { cache_control: mark } : {}),
  }));
  return { role: "user", content };
}

function send(messages: object[], key = "key"): Promise<Response> {
  const body = JSON.stringify({ model: "claude-opus-5-5", max_tokens: 10, messages, stream: true });
  return fetch(`${server.url}/v1/messages`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
}

interface Sent {
  readonly type: string;
  readonly message?: { readonly usage: Readonly<Record<string, number>> };
  readonly delta?: { readonly text?: string; readonly citation?: { readonly url: string } };
  readonly content_block?: object;
  readonly usage?: object;
}

async function eventsOf(response: Response): Promise<readonly Sent[]> {
  const stream = await response.text();
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
}

async function usageOf(messages: object[]) {
  const [start] = await eventsOf(await send(messages));
  return start?.message?.usage;
}

describe("the model server", () => {
  it("speaks the events of the Messages API", async () => {
    server.enqueue(answer({ do: "ping" }, { do: "thinking", pieces: ["t"] }, "One"));
    expect((await eventsOf(await send([says("hi")]))).map((event) => event.type)).toEqual([
      "message_start",
      "ping",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
  });

  it("quotes the person's message when nothing is scripted", async () => {
    const events = await eventsOf(
      await send([says("# This turn\nMode: Just do it\n\nA red card\nplease", "# Context\nx")]),
    );
    const said = events.map((event) => event.delta?.text ?? "").join("");
    expect(said).toContain("> A red card\n> please\n");
    expect(said).not.toContain("Mode");
  });

  it("measures what a prompt cache would read and write", async () => {
    const first = await usageOf([says("x".repeat(400))]);
    expect(first).toMatchObject({ cache_read_input_tokens: 0, input_tokens: 0 });
    const second = await usageOf([says("x".repeat(400)), { role: "assistant", content: "ok" }, says("y".repeat(40))]);
    expect(second?.cache_read_input_tokens).toBe(first?.cache_creation_input_tokens);
    expect(second?.cache_creation_input_tokens).toBeGreaterThan(10);
    const other = await usageOf([says("z".repeat(400))]);
    expect(other?.cache_read_input_tokens).toBeLessThan(30);
  });

  it("refuses a wrong key, and answers what the service would refuse with 400", async () => {
    expect((await send([says("hi")], "wrong")).status).toBe(401);
    const response = await send([{ role: "assistant", content: "hi" }]);
    expect(response.status).toBe(400);
    expect(server.violations.join()).toContain("the first isn't the user's");
    expect(await response.text()).toContain("the first isn't the user's");
  });

  it("is driven from another process through its control API", async () => {
    const remote = connectToModelServer(server.url);
    await remote.enqueue(answer(text("One"), hold("middle"), text("two")));
    const answering = send([says("hi")]).then(eventsOf);
    await remote.reached("middle");
    expect((await remote.requests())[0]).toMatchObject({ path: "/v1/messages", outcome: "open" });
    await remote.release("middle");
    expect((await answering).at(-1)?.type).toBe("message_stop");
    expect(await remote.violations()).toEqual([]);
    await remote.reset();
    expect(await remote.requests()).toEqual([]);
  });

  it("a point that was released before it was reached lets one script pass", async () => {
    server.enqueue(answer(hold("a"), "One"));
    server.release("a");
    expect((await eventsOf(await send([says("hi")]))).at(-1)?.type).toBe("message_stop");
    server.enqueue(answer(hold("a"), "two"));
    const second = send([says("hi")]).then(eventsOf);
    await server.reached("a");
    await server.reached("a");
    server.release();
    expect((await second).at(-1)?.type).toBe("message_stop");
  });

  it("speaks the events of a search, and counts it", async () => {
    const pages = [{ title: "A", url: "https://a.test/" }];
    server.enqueue(
      answer(
        webSearch("cobalt", ...pages),
        { do: "webSearch", query: "zinc", error: "unavailable" },
        { do: "webSearch", query: "lost" },
        "Blue.",
        citation("A", "https://a.test/"),
      ),
    );
    const events = await eventsOf(await send([says("hi")]));
    const starts = events.flatMap((event) => (event.type === "content_block_start" ? [event.content_block] : []));
    expect(starts).toMatchObject([
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search" },
      {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: [{ type: "web_search_result", ...pages[0] }],
      },
      { type: "server_tool_use", id: "srvtoolu_2" },
      { type: "web_search_tool_result", content: { error_code: "unavailable" } },
      { type: "server_tool_use", id: "srvtoolu_3" },
      { type: "text" },
    ]);
    expect(events.map((event) => event.delta?.citation?.url).filter(Boolean)).toEqual(["https://a.test/"]);
    expect(events.at(-2)?.usage).toMatchObject({ server_tool_use: { web_search_requests: 3 } });
  });

  it("sends one byte at a time when it is told to", async () => {
    server.enqueue({ kind: "answer", steps: [text("ünï 😀")], bytewise: true });
    const response = await send([says("hi")]);
    expect((await eventsOf(response)).map((event) => event.delta?.text ?? "").join("")).toBe("ünï 😀");
  });

  const said = { role: "assistant", content: "ok" };

  it("BYT-3: refuses a body that doesn't begin with the one before", async () => {
    server.enqueue(answer("ok"), answer("ok"));
    await send([says("hi")]).then(eventsOf);
    await send([says("hi"), said, says("on")]).then(eventsOf);
    expect((await send([says("hi"), said, says("off"), said, says("x")])).status).toBe(400);
    expect(server.violations.join()).toContain("don't begin as in the request before");
    server.forgetPrefixes();
    expect((await send([says("hi"), said, says("off"), said, says("x")])).status).toBe(200);
  });

  it("BYT-3: a message whose answer brought nothing may be gone, another conversation may begin", async () => {
    server.enqueue(
      answer("ok"),
      failure(529, "overloaded_error", "Overloaded"),
      answer({ do: "error", type: "api_error", message: "x" }),
      answer(thinking("Hm."), { do: "error", type: "api_error", message: "x" }),
      answer("ok"),
    );
    const ends = [says("hi")].concat(["a", "b", "c", "d"].map((one) => says(one)));
    await send([says("hi")]).then(eventsOf);
    for (const last of ends.slice(1)) await send([says("hi"), said, last]).then(eventsOf);
    await send([says("hi")]).then(eventsOf);
    await send([says("another"), said, says("hi")]).then(eventsOf);
    await send([says("hi"), said, says("d"), said, says("e")]).then(eventsOf);
    expect(server.violations).toEqual([]);
    expect((await send([says("hi"), said, says("a")])).status).toBe(200);
    expect((await send([says("another"), said, says("e")])).status).toBe(400);
  });

  it("compares requests without their cache marks", () => {
    const body = (...messages: object[]) => JSON.stringify({ model: "m", messages });
    expect(
      isRequestPrefix(body(says("a")), body({ role: "user", content: [{ type: "text", text: "a" }] }, says("b"))),
    ).toBe(true);
    expect(isRequestPrefix(body(says("a")), body(says("b")))).toBe(false);
    expect(isRequestPrefix(body(says("a"), says("b")), body(says("a")))).toBe(false);
  });
});
