import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compactionPrompt } from "../../../../src/agent/compaction/prompt.ts";
import type { CompactionPorts } from "../../../../src/agent/compaction/request.ts";
import { type CompactionEnd, runCompaction } from "../../../../src/agent/compaction/runCompaction.ts";
import type { TurnEvent } from "../../../../src/agent/ports.ts";
import type { ArchivedConversation, Usage } from "../../../../src/archive/types.ts";
import { withUndone } from "../../../../src/conversation/compaction/rewrites.ts";
import { Conversation } from "../../../../src/conversation/conversation.ts";
import { createAnthropicModel } from "../../../../src/providers/anthropic/index.ts";
import { conversationOf, plainTurns, textsIn, usageOf } from "../../../support/compactions.ts";
import { message } from "../../../support/messages.ts";
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
  webPage,
  webSearch,
} from "../../../support/modelServer/index.ts";
import { ScriptedModel } from "../../../support/scriptedModel.ts";
import { servedTurns } from "../../../support/servedTurns.ts";
import { echo, looseTool, succeed } from "../../../support/toolTurns.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ expectsPrefix: false, answer: () => answer("Next.") });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const talk = conversationOf(
  [
    { text: "a", results: ["one"], sections: { designSystem: "tokens" } },
    { text: "b", results: ["two"], sections: { context: "page 2" } },
    ...plainTurns(2),
  ],
  {
    lastRoundUsage: usageOf({ input: 5_000, output: 7 }),
    usage: usageOf({ input: 9_000, output: 70, cacheRead: 3 }),
    estimatedCost: { kind: "estimated", dollars: 1.5 },
    queued: [{ id: "q", text: "later" }],
  },
);

function portsTo(url = server.url, more: Partial<CompactionPorts> = {}): CompactionPorts {
  const chatModel = createAnthropicModel({ apiKey: "test-key", baseUrl: url });
  return { ...new ScriptedModel().ports([echo]), chatModel, webSearch: true, ...more };
}

async function finish(
  run: AsyncGenerator<TurnEvent, CompactionEnd>,
  onEvent: (count: number) => void = () => undefined,
) {
  for (let count = 1; ; count += 1) {
    const step = await run.next();
    if (step.done === true) return step.value;
    onEvent(count);
  }
}

/** Compacts with these scripts. */
async function compact(...scripts: readonly Script[]) {
  server.enqueue(...scripts);
  const conversation = new Conversation(talk);
  const end = await finish(runCompaction(portsTo(), conversation, new AbortController().signal));
  return { conversation, end, after: conversation.snapshot() };
}

const stopping = (stopReason: string | null, ...steps: (string | ReturnType<typeof text>)[]): Script => {
  const { kind, ...rest } = answer(...steps) as Extract<Script, { kind: "answer" }>;
  return { kind, ...rest, stopReason };
};

/** All but what was used, what it cost, and the items. */
function restOf({ items: _, usage: __, estimatedCost: ___, ...rest }: ArchivedConversation) {
  return rest;
}

describe("compacting", () => {
  it("CMP-3: takes one call, and puts the summary and the last two turns in the history's place", async () => {
    const { end, after } = await compact(answer(thinking("Hm."), "## Decisions\n", "Blue."));
    expect(end).toEqual({ kind: "compacted", noticeId: after.items.at(-1)?.id });
    expect(server.requests).toHaveLength(1);
    expect(server.violations).toEqual([]);
    expect(after.history).toEqual([
      { role: "user", content: [{ type: "text", text: "# Conversation so far\n\n## Decisions\nBlue." }] },
      ...talk.history.slice(8),
    ]);
    expect(after.sentFacts).toEqual([{ message: 1 }, { message: 3 }]);
    expect([after.provider, after.model, after.queued]).toEqual([talk.provider, talk.model, talk.queued]);
  });

  it("CMP-5, FMT-10: what it used and cost counts, and stands on the notice; the meter begins anew", async () => {
    const script = {
      ...answer("Blue."),
      usage: { input: 1_000, cacheRead: 100_000, cacheWrite5m: 2_000, output: 500 },
    };
    const { after } = await compact(script);
    const used = usageOf({ input: 1_000, cacheRead: 100_000, cacheWrite: 2_000, output: 500 });
    expect(after.usage).toEqual(usageOf({ input: 10_000, output: 570, cacheRead: 100_003, cacheWrite: 2_000 }));
    // 1,000 at $4, 100,000 at $0.20, 2,000 at $5 and 500 at $20 a million.
    expect(after.items.at(-1)).toMatchObject({ usage: used, cost: { kind: "estimated", dollars: 0.044 } });
    expect(after.estimatedCost).toEqual({ kind: "estimated", dollars: 1.544 });
    expect(after.lastRoundUsage).toEqual(usageOf({}));
  });

  it("CMP-7: a search that the model makes nevertheless is paid for, and its findings are no part of the summary", async () => {
    const { after } = await compact(
      answer(text("Blue"), webSearch("cobalt", { title: "A", url: "https://a.test/" }), text(".")),
    );
    expect(after.history[0]?.content).toEqual([{ type: "text", text: "# Conversation so far\n\nBlue." }]);
    expect(after.usage.webSearchRequests).toBe(1);
  });

  it("CMP-5: thinking that a model writes into its text is no summary", async () => {
    const { after } = await compact(answer("<think>\nHm, 42.\n</think>\n\n## Decisions\nUse <think> tags."));
    expect(after.history[0]?.content).toEqual([
      { type: "text", text: "# Conversation so far\n\n## Decisions\nUse <think> tags." },
    ]);
  });

  it("CMP-9: is undone to the byte", async () => {
    const { conversation, end } = await compact(answer("Blue."));
    if (end.kind !== "compacted") throw new Error(end.kind);
    conversation.rewrite((saved) => withUndone(saved, end.noticeId));
    expect(restOf(conversation.snapshot())).toEqual(restOf(talk));
  });

  it("CMP-3, BYT-3: one cache miss, then hits, and from there on each request begins with the one before", async () => {
    const strict = await startModelServer();
    try {
      const { conversation, turns } = servedTurns(strict.url);
      for (const words of ["One", "Two", "Three", "Four"]) await turns.send(message(words.repeat(200)));
      const fresh = servedTurns(strict.url);
      await fresh.turns.send(message("Hello"));
      strict.enqueue(answer("Summary."));
      strict.forgetPrefixes();
      const ports = {
        ...portsTo(strict.url),
        systemPrompt: "You design.",
        tools: [looseTool("echo", async () => succeed(""))],
      };
      await finish(runCompaction(ports, conversation, new AbortController().signal));
      strict.forgetPrefixes();
      const call = conversation.items.at(-1)?.usage as Usage;
      // The cache pays for all of the call but its own message.
      expect(call.cacheRead).toBeGreaterThan(0);
      expect(call.input + call.cacheWrite).toBeLessThan(compactionPrompt.length / 4 + 100);
      await turns.send(message("Five"));
      const miss = conversation.lastRoundUsage;
      // What every conversation begins with is still there; of the history nothing is, once.
      expect(miss.cacheRead).toBe(fresh.conversation.lastRoundUsage.cacheRead);
      for (const words of ["Six", "Seven"]) {
        const { cacheRead, cacheWrite } = conversation.lastRoundUsage;
        await turns.send(message(words));
        // Each figure is rounded up on its own.
        expect(conversation.lastRoundUsage.cacheRead).toBeGreaterThan(cacheRead + cacheWrite - 2);
      }
      expect([...strict.violations]).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});

describe("compacting fails", () => {
  const cases: readonly (readonly [string, Script, string])[] = [
    ["an empty answer", answer(), "emptyAnswer"],
    ["a blank summary", answer(" \n\u200b\n"), "emptyAnswer"],
    ["a summary that says nothing", answer("---\n…"), "emptyAnswer"],
    ["thinking only", answer(thinking("Hm.")), "emptyAnswer"],
    ["thinking in the text only", answer("<think>I should summarize 3 things"), "emptyAnswer"],
    ["a tool call only", answer(toolCall("t", "echo", "{}")), "toolCall"],
    ["a tool call beside the text", answer("Blue.", toolCall("t", "echo", "{}")), "toolCall"],
    ["a summary that the output limit cut", stopping("max_tokens", "Blue. And th"), "outputLimit"],
    ["a summary that the context cut", stopping("model_context_window_exceeded", "Blue. And th"), "contextOverflow"],
    ["a refusal", stopping("refusal", "I can't"), "refusal"],
    ["a pause", stopping("pause_turn", "Blue."), "cutOff"],
    ["a dropped stream", answer("Blue.", { do: "cut", how: "fin" }), "cutOff"],
    ["a reset connection", answer("Blue.", { do: "cut", how: "rst" }), "cutOff"],
    [
      "an error in the stream",
      answer("Blue.", { do: "error", type: "overloaded_error", message: "Overloaded" }),
      "overloaded",
    ],
    ["a server that is down", failure(500, "api_error", "Internal"), "serverError"],
    ["a busy server", failure(529, "overloaded_error", "Overloaded"), "overloaded"],
    ["too many requests", failure(429, "rate_limit_error", "Slow down", { "retry-after": "1" }), "rateLimited"],
    ["a wrong key", failure(401, "authentication_error", "invalid x-api-key"), "authentication"],
    [
      "a prompt that the service finds too long",
      failure(400, "invalid_request_error", "prompt is too long: 1 > 0"),
      "contextOverflow",
    ],
    ["a web page", webPage(), "protocol"],
    ["a connection that is never answered", { kind: "cut", how: "fin" }, "cutOff"],
  ];

  it.each(cases)(
    "CMP-5: with %s: one failure item, everything else as it was, and no second call",
    async (_, script, code) => {
      const { end, after, conversation } = await compact(script);
      expect(end).toEqual({ kind: "failed", failure: expect.objectContaining({ code }) });
      expect(server.requests).toHaveLength(1);
      expect(restOf(after)).toEqual(restOf(talk));
      expect(after.history).toBe(talk.history);
      expect(after.items.slice(0, -1)).toEqual(talk.items);
      expect(after.items.at(-1)).toMatchObject({
        type: "failure",
        code,
        text: expect.stringMatching(/^The conversation was not compacted, and nothing in it has changed\. /),
      });
      expect(after.items.some(({ status }) => status === "running")).toBe(false);
      expect(conversation.runningFrom).toBeUndefined();
    },
  );

  it("CMP-5: only what was billed counts: nothing that is known to have cost nothing, at least so much where a part isn't known", async () => {
    const refused = await compact(failure(500, "api_error", "Internal"));
    expect([refused.after.usage, refused.after.estimatedCost]).toEqual([talk.usage, talk.estimatedCost]);
    const usage = { input: 1_000, output: 500, cacheRead: 0, cacheWrite5m: 0 };
    const empty = await compact({ ...(answer(" ") as Extract<Script, { kind: "answer" }>), usage });
    expect(empty.after.usage).toEqual(usageOf({ input: 10_000, output: 570, cacheRead: 3 }));
    // 1,000 at $4 and 500 at $20 a million.
    expect(empty.after.estimatedCost).toEqual({ kind: "estimated", dollars: 1.514 });
    const cut = await compact({
      ...(answer("Blue.", { do: "cut", how: "fin" }) as Extract<Script, { kind: "answer" }>),
      usage,
    });
    expect(cut.after.usage.input).toBe(10_000);
    expect(cut.after.estimatedCost).toMatchObject({ kind: "estimated", atLeast: true });
    const unanswered = await compact({ kind: "cut", how: "fin" });
    expect(unanswered.after.usage).toEqual(talk.usage);
  });

  it("CMP-7: says so where the call can't be made to fit, and makes none", async () => {
    const large = conversationOf([{ text: "x".repeat(900_000) }, ...plainTurns(2)]);
    const conversation = new Conversation(large);
    const ports = portsTo(server.url, { model: "claude-opus-4-5" });
    const end = await finish(runCompaction(ports, conversation, new AbortController().signal));
    expect(end).toMatchObject({
      kind: "failed",
      failure: { code: "contextOverflow", text: expect.stringContaining("too large for this model") },
    });
    expect(server.requests).toEqual([]);
    expect({ ...conversation.snapshot(), items: large.items }).toEqual(large);
  });

  it("CMP-6: makes no call with two turns or while a turn runs, and adds nothing", async () => {
    const two = conversationOf(plainTurns(2));
    const short = new Conversation(two);
    expect(await finish(runCompaction(portsTo(), short, new AbortController().signal))).toEqual({ kind: "notOffered" });
    const running = new Conversation(talk);
    running.openTurn(message("On"));
    const before = running.snapshot();
    expect(await finish(runCompaction(portsTo(), running, new AbortController().signal))).toEqual({
      kind: "notOffered",
    });
    expect([short.snapshot(), running.snapshot()]).toEqual([two, before]);
    expect(server.requests).toEqual([]);
  });
});

describe("compacting is cancelled", () => {
  const script = () => answer(thinking("Hm."), text("One. ", "Two. "), toolCall("t", "echo", "{}"), text("Three."));

  /** Cancels after so many events; -1: before the call, 0: while it waits for the first one. */
  async function cancelAt(at: number) {
    server.reset();
    server.enqueue(at === 0 ? answer(hold("never"), "Late") : script());
    const conversation = new Conversation(talk);
    const abort = new AbortController();
    if (at < 0) abort.abort(new Error("Stopped."));
    let events = 0;
    const finished = finish(runCompaction(portsTo(), conversation, abort.signal), (count) => {
      events = count;
      if (count === at) abort.abort(new Error("Stopped."));
    });
    if (at === 0) {
      await server.reached("request");
      abort.abort(new Error("Stopped."));
    }
    return { end: await finished, events, after: conversation.snapshot() };
  }

  it("CMP-5: at every event: nothing is changed and nothing added; what may have been billed counts", async () => {
    for (let at = -1, isOver = false; !isOver; at += 1) {
      const { end, events, after } = await cancelAt(at);
      isOver = at > 0 && events < at;
      if (isOver) {
        expect(at).toBeGreaterThan(6);
        continue;
      }
      expect(end).toEqual({ kind: "cancelled" });
      expect(after.items).toEqual(talk.items);
      expect(restOf(after)).toEqual(restOf(talk));
      if (at < 0)
        expect([after.usage, after.estimatedCost, server.requests]).toEqual([talk.usage, talk.estimatedCost, []]);
      else expect(after.estimatedCost).toMatchObject({ kind: "estimated" });
    }
  });

  it("CMP-5, TRN-12: a conversation that was begun anew meanwhile gets no summary of the old one", async () => {
    server.enqueue(answer("Blue."));
    const conversation = new Conversation(talk);
    const end = await finish(runCompaction(portsTo(), conversation, new AbortController().signal), () => {
      conversation.reset();
    });
    expect(end).toEqual({ kind: "cancelled" });
    expect([conversation.items, conversation.history]).toEqual([[], []]);
  });

  it("PKG-6: a save while it runs stores the conversation as it was: nothing of it is kept", async () => {
    server.enqueue(answer(text("Half")));
    const conversation = new Conversation(talk);
    const seen: ArchivedConversation[] = [];
    await finish(runCompaction(portsTo(), conversation, new AbortController().signal), () => {
      seen.push(conversation.snapshot());
    });
    expect(seen.length).toBeGreaterThan(1);
    for (const each of seen) expect(each).toBe(talk);
  });
});

describe("what a summary is made from and what becomes of it", () => {
  const facts = [
    "Always set headlines in Söhne Breit",
    "the accent colour is #2F6FED, never red",
    "page “Landing” has the id pg_1f0c",
    "the hero frame is node n_77ab91",
    "the logo is assets/9f2c0d8e.png",
    "we dropped the carousel because it tested badly",
    "the grid has 12 columns of 72 px",
    "export to Poster-final.pdf failed with code E_FONT_42",
    "Mara signs off the copy, not Jonas",
    "open question: is the price 49 € or 59 €?",
    "next: the mobile page, 390 px wide",
    "the brief lies in docs/brief-v3.md",
  ];

  it("CMP-3, CMP-7: twelve facts from old turns are in the prompt that the model sees, and its summary is what the next request holds, unchanged", async () => {
    const turns = facts.map((fact, index) =>
      index % 3 === 0
        ? { text: fact }
        : index % 3 === 1
          ? { text: "Look", results: [`It says: ${fact}`] }
          : { text: "And?", answer: `I noted: ${fact}.` },
    );
    const conversation = new Conversation(conversationOf([...turns, ...plainTurns(2)]));
    const summary = `## Names and ids\n\n${facts.map((fact) => `- ${fact}`).join("\n")}\n\n  “Ende” \n`;
    server.enqueue(answer(text(...(summary.match(/[\s\S]{1,7}/g) ?? []))));
    const ports = portsTo();
    await finish(runCompaction(ports, conversation, new AbortController().signal));
    const seen: string = JSON.parse(server.requests[0]?.body ?? "")
      .messages.map((each: unknown) => JSON.stringify(each))
      .join();
    for (const fact of facts) expect(seen).toContain(fact);
    expect(seen).toContain(JSON.stringify(compactionPrompt).slice(1, -1));
    conversation.openTurn(message("Next"));
    expect(textsIn(conversation.history.slice(0, 1))).toBe(`# Conversation so far\n\n${summary}`);
    const { turns: next } = servedTurns(server.url, { conversation: new Conversation(conversation.snapshot()) });
    await next.send(message("Go on"));
    const [first] = JSON.parse(server.requests.at(-1)?.body ?? "").messages;
    expect(first.content[0].text).toBe(`# Conversation so far\n\n${summary}`);
  });
});
