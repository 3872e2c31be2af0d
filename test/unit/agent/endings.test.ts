import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { message } from "../../support/messages.ts";
import {
  answer,
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
import type { Step as ModelStep } from "../../support/scriptedModel.ts";
import { servedTurns } from "../../support/servedTurns.ts";
import { toolTurns } from "../../support/toolTurns.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ answer: () => answer("Next.") });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const stopping = (stopReason: string | null, ...steps: readonly Step[]): Script => ({
  kind: "answer",
  steps,
  stopReason,
});

/** Runs one turn on these scripts, then one more, which has to go through whatever was left. */
async function run(...scripts: readonly Script[]) {
  server.enqueue(...scripts);
  const { conversation, turns, ran } = servedTurns(server.url);
  const end = await turns.send(message("Go"));
  const { items, history, unsent } = conversation.snapshot();
  const panel = stateOf(conversation, { turn: turns.state });
  const sent = server.requests.length;
  expect(await turns.send(message("On"))).toEqual({ kind: "completed" });
  expect(server.violations).toEqual([]);
  expect([panel.turn, panel.items.some(({ status }) => status === "running")]).toEqual(["idle", false]);
  const shown = items.map(({ type, code, text: said, status }) => [code ?? said ?? type, status]);
  return { end, shown, history, unsent: unsent.length, ran: [...ran], sent };
}

/** Texts and calls of a history's message. */
function contentOf(history: Awaited<ReturnType<typeof run>>["history"], index: number): unknown {
  return history[index]?.content.map((block) => (block.type === "text" ? block.text : block.type));
}

describe("a turn ends", () => {
  it("TRN-6: with an error inside a 200 stream: what came stays, and the failure says what to do", async () => {
    const error: Step = { do: "error", type: "overloaded_error", message: "Overloaded" };
    const { end, shown, history, unsent } = await run(answer(thinking("Hm."), "Half", error));
    expect(end).toEqual({ kind: "failed", reason: expect.stringContaining("overloaded") });
    expect(shown).toEqual([
      ["Go", undefined],
      ["Hm.", undefined],
      ["Half", "interrupted"],
      ["overloaded", undefined],
    ]);
    expect([contentOf(history, 1), unsent]).toEqual([["Half"], 0]);
  });

  it("TRN-6: with a stream that ends without its last event", async () => {
    const { end, shown } = await run(answer("Half", { do: "cut", how: "fin" }));
    expect(end).toEqual({ kind: "failed", reason: expect.stringContaining("before the answer was complete") });
    expect(shown.slice(1)).toEqual([
      ["Half", "interrupted"],
      ["cutOff", undefined],
    ]);
  });

  it("TRN-6, TRN-7: with a call that the output limit cut: it doesn't run, and has the stored error result", async () => {
    const whole = toolCall("t1", "echo", "{}");
    const { end, shown, history, ran } = await run(
      stopping("max_tokens", text("I add it."), whole, toolCall("t2", "echo", '{"a":')),
    );
    expect(end).toEqual({ kind: "failed", reason: expect.stringContaining("output limit") });
    expect(shown.slice(1)).toEqual([
      ["I add it.", undefined],
      ["tool", "interrupted"],
      ["tool", "interrupted"],
      ["outputLimit", undefined],
    ]);
    expect(ran).toEqual([]);
    expect(history[2]?.content).toMatchObject([
      { callID: "t1", isError: true, content: "Tool execution aborted" },
      { callID: "t2", isError: true, content: "Tool execution aborted" },
    ]);
  });

  it.each<[string, Script]>([
    ["nothing at all", answer()],
    ["blank text", answer(text("\n \n"))],
    ["only thinking", answer(thinking("Hm."))],
  ])("TRN-6: with an empty answer, whose message is handed back: %s", async (_, script) => {
    const { end, shown, history, unsent, sent } = await run(script);
    expect(end).toEqual({ kind: "failed", reason: expect.stringContaining("answered with nothing") });
    expect([shown, history, unsent, sent]).toEqual([[["emptyAnswer", undefined]], [], 1, 1]);
  });

  it("an answer of nothing after tools have run is the end of the turn", async () => {
    const { end, shown, history } = await run(answer(toolCall("t", "echo", "{}")), answer());
    expect([end, shown.length, history.length]).toEqual([{ kind: "completed" }, 2, 3]);
  });

  it("TRN-6: with a refusal: before anything came the message is handed back, after that what came stays", async () => {
    const early = await run(stopping("refusal"));
    expect(early.end).toEqual({ kind: "failed", reason: expect.stringContaining("declined to answer") });
    expect([early.shown, early.unsent]).toEqual([[["refusal", undefined]], 1]);
    server.reset();
    const late = await run(stopping("refusal", text("I can"), toolCall("t", "echo", "{}")));
    expect([late.end.kind, late.ran, late.unsent]).toEqual(["failed", [], 0]);
    expect(late.shown.slice(1)).toEqual([
      ["I can", undefined],
      ["tool", "interrupted"],
      ["refusal", undefined],
    ]);
  });

  it("TRN-6: with the context limit", async () => {
    const { end, shown, unsent } = await run(stopping("model_context_window_exceeded", text("And th")));
    expect(end).toEqual({ kind: "failed", reason: expect.stringContaining("no longer fits this model") });
    expect(shown.slice(1)).toEqual([
      ["And th", "interrupted"],
      ["contextOverflow", undefined],
    ]);
    expect(unsent).toBe(0);
  });

  it("with a stop for a tool that wasn't called", async () => {
    const { end, shown } = await run(stopping("tool_use", text("Now")));
    expect([end.kind, shown.at(-1)]).toEqual(["failed", ["protocol", undefined]]);
  });
});

describe("a turn goes on", () => {
  it("TRN-4: by itself after a pause, with a stored message of the person's that isn't shown", async () => {
    const { end, shown, history, sent } = await run(
      stopping("pause_turn", text("So far"), { do: "webSearch", query: "cobalt" }),
      stopping("pause_turn", webSearch("cobalt", { title: "A", url: "https://a.test/" })),
      answer("It is blue."),
    );
    expect([end, sent]).toEqual([{ kind: "completed" }, 3]);
    expect(history.slice(1).map(({ role }, index) => [role, contentOf(history, index + 1)])).toEqual([
      ["assistant", ["So far", "Web search for “cobalt”:\nIt failed: The search was not made."]],
      ["user", ["Go on where you paused."]],
      ["assistant", ["Web search for “cobalt”:\n1. A: https://a.test/"]],
      ["user", ["Go on where you paused."]],
      ["assistant", ["It is blue."]],
    ]);
    expect(shown).toEqual([
      ["Go", undefined],
      ["So far", undefined],
      ["cobalt", "failed"],
      ["cobalt", "succeeded"],
      ["It is blue.", undefined],
    ]);
  });

  it("not for ever: a model that only pauses is stopped after a hundred answers", async () => {
    const pause: ModelStep[] = [
      { type: "text", text: "Hm." },
      { type: "end", reason: "paused" },
    ];
    const { turns, conversation, model } = toolTurns(Array.from({ length: 100 }, () => pause));
    const { kind, reason } = await turns.send(message("Go"));
    expect([kind, reason]).toEqual(["failed", expect.stringContaining("paused again and again")]);
    expect([model.requests.length, conversation.history.at(-1)?.role]).toEqual([100, "assistant"]);
  });

  it("a pause before anything was written is a failure, and the message is handed back", async () => {
    const { end, unsent, sent } = await run(stopping("pause_turn", thinking("Hm.")));
    expect([end.kind, unsent, sent]).toEqual(["failed", 1, 1]);
  });

  it("with the results of its calls, also where the server names no reason for its stop", async () => {
    const { end, ran, sent } = await run(stopping(null, toolCall("t", "echo", "{}")));
    expect([end, ran, sent]).toEqual([{ kind: "completed" }, ["t"], 2]);
  });

  it("TRN-4: what the service encrypted for itself is sent to nobody", async () => {
    await run(answer(webSearch("cobalt", { title: "A", url: "https://a.test/" }), "Blue."));
    expect(server.requests.at(-1)?.body).toContain("https://a.test/");
    expect(server.requests.map(({ body }) => body).join()).not.toMatch(/encrypted|ZW5jcnlwdGVk|srvtoolu/);
  });
});
