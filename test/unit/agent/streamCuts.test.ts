import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { message } from "../../support/messages.ts";
import {
  answer,
  citation,
  type ModelServer,
  type Script,
  type Step,
  startModelServer,
  text,
  thinking,
  toolCall,
  webSearch,
} from "../../support/modelServer/index.ts";
import { stateOf } from "../../support/panelStates.ts";
import { servedTurns } from "../../support/servedTurns.ts";

type AnswerScript = Extract<Script, { kind: "answer" }>;

interface Case {
  readonly name: string;
  readonly script: AnswerScript;
  /** The event with which something first comes that stays; undefined when nothing does. */
  readonly keptFrom?: number;
  /** How the turn ends when all of it comes; the server says "Next." to every further request. */
  readonly end: "completed" | "failed";
  readonly calls?: readonly string[];
}

const script = (stopReason: string | undefined, ...steps: readonly Step[]): AnswerScript => ({
  kind: "answer",
  steps,
  ...(stopReason === undefined ? {} : { stopReason }),
});
const page = { title: "Cobalt – größer", url: "https://example.test/cobalt" };

const cases: readonly Case[] = [
  { name: "text", script: script(undefined, text("Größe ", "und 😀")), keptFrom: 3, end: "completed" },
  {
    name: "thinking and text",
    script: script(undefined, thinking("Hm, ", "blau."), text("Blue")),
    keptFrom: 8,
    end: "completed",
  },
  {
    name: "one call",
    script: script(undefined, toolCall("t1", "echo", '{"a":', "1}")),
    keptFrom: 5,
    end: "completed",
    calls: ["t1"],
  },
  {
    name: "calls side by side",
    script: script(undefined, text("Both."), toolCall("t1", "echo", "{}"), toolCall("t2", "echo", '{"b":"ü"}')),
    keptFrom: 3,
    end: "completed",
    calls: ["t1", "t2"],
  },
  {
    name: "a search, its sources and text",
    script: script(
      undefined,
      webSearch("cobalt", page),
      { do: "webSearch", query: "zinc", error: "unavailable" },
      text("Blue"),
      citation(page.title, page.url),
      text(" it is."),
    ),
    keptFrom: 6,
    end: "completed",
  },
  { name: "a pause", script: script("pause_turn", text("So far")), keptFrom: 3, end: "completed" },
  {
    name: "an error inside the stream",
    script: script(undefined, text("Half"), { do: "error", type: "overloaded_error", message: "Overloaded" }),
    keptFrom: 3,
    end: "failed",
  },
  {
    name: "the output limit in the middle of a call",
    script: script("max_tokens", text("I add it."), toolCall("t1", "echo", '{"a":')),
    keptFrom: 3,
    end: "failed",
  },
  { name: "nothing", script: script(undefined), end: "failed" },
  { name: "a refusal", script: script("refusal", text("I can")), keptFrom: 3, end: "failed" },
  {
    name: "the context limit",
    script: script("model_context_window_exceeded", text("And th")),
    keptFrom: 3,
    end: "failed",
  },
];

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ answer: () => answer("Next.") });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

/** Runs a turn on the script, and looks at what has to hold however it went. Then another turn goes on from it. */
async function play(played: AnswerScript) {
  server.reset();
  server.enqueue(played);
  const { conversation, turns, ran } = servedTurns(server.url);
  const end = await turns.send(message("Go – größer"));
  const first = { end, items: conversation.items, unsent: conversation.unsent, ran: [...ran] };
  const requests = [...server.requests];
  expectIdle(turns.state, conversation);
  expect(await turns.send(message("On"))).toEqual({ kind: "completed" });
  expectIdle(turns.state, conversation);
  expect(server.violations).toEqual([]);
  expect(conversation.items.at(-1)).toMatchObject({ type: "assistant", text: "Next." });
  return { ...first, requests };
}

type Played = Awaited<ReturnType<typeof play>>;

function expectIdle(turn: "idle" | "running" | "stopping", conversation: Parameters<typeof stateOf>[0]): void {
  const state = stateOf(conversation, { turn });
  expect([state.turn, state.items.filter(({ status }) => status === "running")]).toEqual(["idle", []]);
  expect(conversation?.items.some(({ status }) => status === "running")).toBe(false);
}

describe.each(cases)("an answer of $name", ({ script, keptFrom, end, calls = [] }) => {
  it("TRN-6: ends the turn, the same when every byte comes by itself", async () => {
    const whole = await play(script);
    const bytewise = await play({ ...script, bytewise: true });
    expect([whole.end.kind, whole.ran, whole.unsent.length]).toEqual([end, calls, keptFrom === undefined ? 1 : 0]);
    expect([bytewise.end, bytewise.ran, withoutIds(bytewise.items)]).toEqual([
      whole.end,
      whole.ran,
      withoutIds(whole.items),
    ]);
  });

  it("TRN-6, TRN-8: cut after any event but its last, it fails with what was kept, or is tried again", async () => {
    const last = await countEvents(script);
    for (let events = 1; events < last; events++) {
      const at = `after event ${events}`;
      const isKept = keptFrom !== undefined && events >= keptFrom;
      expectCut(await play({ ...script, cutAfter: { events, how: "fin" } }), isKept, at);
      // What a reset throws away is another matter each time.
      const reset = await play({ ...script, cutAfter: { events, how: "rst" } });
      expectCut(reset, reset.end.kind === "failed", at);
    }
  });

  it("TRN-6: cut after its last event, it has come whole", async () => {
    const whole = await play(script);
    const cut = await play({ ...script, cutAfter: { events: await countEvents(script), how: "fin" } });
    expect([cut.end, withoutIds(cut.items), cut.ran]).toEqual([whole.end, withoutIds(whole.items), whole.ran]);
  });
});

/** What was kept stays with a failure behind it; otherwise the next try has answered. Nothing is handed back, no call runs. */
function expectCut({ end, items, unsent, ran, requests }: Played, isKept: boolean, at: string): void {
  const shown = items.map(({ type, code, text: said }) => (type === "failure" ? code : said));
  expect([end.kind, unsent, ran], at).toEqual([isKept ? "failed" : "completed", [], []]);
  if (isKept) expect([requests.length, shown.at(-1), shown.length > 2], at).toEqual([1, "cutOff", true]);
  else expect([requests.length > 1, shown], at).toEqual([true, ["Go – größer", "Next."]]);
}

/** How many events the server sends of a script. */
async function countEvents(played: AnswerScript): Promise<number> {
  server.reset();
  server.enqueue(played);
  const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "x" }] };
  const headers = { authorization: "Bearer test-key" };
  const response = await fetch(`${server.url}/v1/messages`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.text()).match(/^event: /gm)?.length ?? 0;
}

/** All that the person and the model see of what was kept. */
function withoutIds(items: Played["items"]) {
  return items.map(({ id: _, ...item }) => item);
}
