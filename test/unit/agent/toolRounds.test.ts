import { describe, expect, it } from "vitest";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { message } from "../../support/messages.ts";
import { answer, callAnswer } from "../../support/scriptedModel.ts";
import { echo, toolTurns as setUp, succeed, looseTool as tool } from "../../support/toolTurns.ts";

/** The results of the tool message at a place in the history. */
function resultsAt(conversation: Conversation, index: number): unknown {
  return conversation.history[index]?.content;
}

describe("a turn with tools", () => {
  it("TRN-3: sends the results of one answer in one tool message, in the order of its calls, until none is called", async () => {
    const { model, conversation, turns } = setUp([
      callAnswer(["a", "echo", '{"n":1}'], ["b", "echo", ""]),
      callAnswer(["c", "echo", "{}"]),
      answer("Done."),
    ]);
    expect(await turns.send(message("Go"))).toEqual({ kind: "completed" });
    expect(conversation.history.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(resultsAt(conversation, 2)).toEqual([
      { type: "toolResult", callID: "a", toolName: "echo", isError: false, content: 'echo {"n":1}' },
      { type: "toolResult", callID: "b", toolName: "echo", isError: false, content: "echo {}" },
    ]);
    expect(model.requests.map(({ history }) => history.length)).toEqual([1, 3, 5]);
  });

  it("BYT-3: each request's history begins with the one before", async () => {
    const { model, turns } = setUp([callAnswer(["a", "echo", "{}"]), answer("Done."), answer("More.")]);
    await turns.send(message("Go"));
    await turns.send(message("On"));
    const sent = model.requests.map(({ history }) => history.map((each) => JSON.stringify(each)));
    for (const [index, later] of sent.slice(1).entries()) {
      expect(later.slice(0, sent[index]?.length)).toEqual(sent[index]);
    }
  });

  it("TRN-3: images that tools returned follow in one message of the person's", async () => {
    const image = { sha256: "f".repeat(64), mimeType: "image/png" };
    const camera = tool("camera", async () => succeed("drawn", { images: [image] }));
    const { conversation, turns } = setUp(
      [callAnswer(["a", "camera", "{}"], ["b", "echo", "{}"], ["c", "camera", "{}"]), answer("Seen.")],
      [camera, echo],
    );
    await turns.send(message("Look"));
    expect(conversation.history[2]?.content).toHaveLength(3);
    expect(conversation.history[3]).toEqual({
      role: "user",
      content: [
        { type: "text", text: "Here is the image you asked for." },
        { type: "image", ...image },
        { type: "image", ...image },
      ],
    });
    expect(conversation.items.filter(({ type }) => type === "tool").map(({ images }) => images)).toEqual([
      [image.sha256],
      undefined,
      [image.sha256],
    ]);
  });

  it("FMT-4: a call is an item that tells what was asked, how it stands and what came of it", async () => {
    const failing = tool("fails", async () => ({ content: "No such node.", isError: true, statusText: "Not applied" }));
    const { conversation, turns } = setUp(
      [callAnswer(["a", "echo", '{"n":1}'], ["b", "fails", "{}"]), answer("Done.")],
      [echo, failing],
    );
    await turns.send(message("Go"));
    expect(conversation.items.filter(({ type }) => type === "tool")).toMatchObject([
      {
        name: "echo",
        status: "succeeded",
        statusText: "Done",
        summary: "Echo",
        detail: 'arguments:\n{"n":1}\n\nresult:\necho {"n":1}',
      },
      { name: "fails", status: "failed", statusText: "Not applied" },
    ]);
  });

  it("PKG-13: what has come is put on disk before each request goes out", async () => {
    const { settled, turns } = setUp([callAnswer(["a", "echo", "{}"]), answer("Done.")]);
    await turns.send(message("Go"));
    expect(settled).toEqual([1, 3]);
  });

  it("FMT-9: each response is counted by itself", async () => {
    const { conversation, turns } = setUp([callAnswer(["a", "echo", "{}"]), answer("Done.")]);
    await turns.send(message("Go"));
    expect([conversation.usage.input, conversation.lastRoundUsage.input]).toEqual([20, 10]);
  });

  it("TRN-7: arguments that aren't a JSON object never run; the result says why", async () => {
    const { conversation, turns } = setUp([callAnswer(["a", "echo", "[1]"], ["b", "echo", '{"n":']), answer("Sorry.")]);
    await turns.send(message("Go"));
    expect(resultsAt(conversation, 2)).toMatchObject([
      { callID: "a", isError: true, content: expect.stringContaining("must be a JSON object") },
      { callID: "b", isError: true, content: expect.stringContaining("not valid JSON") },
    ]);
  });

  it("TRN-9: a name in the wrong case is mended, an unknown tool is told which there are", async () => {
    const { conversation, turns } = setUp([callAnswer(["a", "Echo", "{}"], ["b", "shout", "{}"]), answer("Done.")]);
    await turns.send(message("Go"));
    expect(resultsAt(conversation, 2)).toMatchObject([
      { callID: "a", toolName: "echo", isError: false },
      { callID: "b", toolName: "shout", isError: true, content: "There is no tool “shout”. The tools are: echo." },
    ]);
  });

  it("TRN-2: in Discuss a tool that changes something is refused, one that reads runs", async () => {
    let changed = 0;
    const change = tool("change", async () => succeed(String(++changed)), { changes: true });
    const { conversation, turns } = setUp(
      [callAnswer(["a", "change", "{}"], ["b", "echo", "{}"]), answer("I would change it.")],
      [change, echo],
    );
    await turns.send(message("Go", { mode: "Discuss" }));
    expect(changed).toBe(0);
    expect(resultsAt(conversation, 2)).toMatchObject([
      { isError: true, content: expect.stringContaining("“Discuss”") },
      { isError: false },
    ]);
  });

  it("a tool that throws is an error result, and the turn goes on", async () => {
    const broken = tool("broken", () => Promise.reject(new Error("The canvas is gone.")));
    const { conversation, turns } = setUp([callAnswer(["a", "broken", "{}"]), answer("Well.")], [broken]);
    expect(await turns.send(message("Go"))).toEqual({ kind: "completed" });
    expect(resultsAt(conversation, 2)).toMatchObject([
      { isError: true, content: "The tool failed: The canvas is gone." },
    ]);
  });

  it("TRN-6: Stop doesn't wait for a tool; every open call gets the stored error result", async () => {
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const slow = tool("slow", () => {
      started();
      return new Promise(() => undefined);
    });
    const { conversation, turns, model, seen } = setUp(
      [callAnswer(["a", "echo", "{}"], ["b", "slow", "{}"], ["c", "echo", '{"n":2}'])],
      [echo, slow],
    );
    const turn = turns.send(message("Go"));
    await running;
    await seen(() => (conversation.history[2]?.content.length === 2 ? true : undefined));
    await turns.stop();
    expect(await turn).toEqual({ kind: "stopped" });
    expect(resultsAt(conversation, 2)).toMatchObject([
      { callID: "a", isError: false },
      { callID: "b", isError: true, content: "Tool execution aborted" },
      { callID: "c", isError: false },
    ]);
    expect(conversation.items.filter(({ type }) => type === "tool").map(({ status }) => status)).toEqual([
      "succeeded",
      "interrupted",
      "succeeded",
    ]);
    await turns.send(message("On"));
    expect(model.requests[1]?.history.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  });

  it("TRN-6: a failure after tools have run hands nothing back", async () => {
    const { conversation, turns } = setUp([callAnswer(["a", "echo", "{}"]), [new Error("gone")]]);
    expect(await turns.send(message("Go"))).toMatchObject({ kind: "failed" });
    expect([conversation.unsent.length, conversation.history.length]).toEqual([0, 3]);
  });

  it("PKG-6: a save while a tool runs holds the call; read again its item is interrupted and the next turn answers it", async () => {
    let stored: ReturnType<Conversation["snapshot"]> | undefined;
    const watcher = tool("watcher", async () => {
      stored = conversation.snapshot();
      return succeed("seen");
    });
    const { conversation, turns } = setUp([callAnswer(["a", "watcher", "{}"]), answer("Done.")], [watcher]);
    await turns.send(message("Go"));
    expect(stored?.history.map(({ role }) => role)).toEqual(["user", "assistant"]);
    const again = new Conversation(stored);
    again.openTurn(message("On"));
    expect(again.history.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  });
});

describe("a turn's sections", () => {
  it("TRN-1, FMT-11: are sent when they changed, as blocks of their own, and recorded in full", () => {
    const conversation = new Conversation();
    const open = (text: string, designSystem: string, context: string) => {
      conversation.openTurn(message(text), { designSystem, context });
      conversation.appendText("ok");
      conversation.endTurn({ kind: "completed" });
      const last = conversation.history.findLast(({ role }) => role === "user");
      return last?.content.map((block) => (block.type === "text" ? block.text.split("\n")[0] : block.type));
    };
    expect(open("1", "", "Page: A")).toEqual(["# This turn", "# Context"]);
    expect(open("2", "tokens", "Page: A")).toEqual(["# This turn", "# Design system"]);
    expect(open("3", "tokens", "Page: A")).toEqual(["# This turn"]);
    expect(open("4", "", "Page: B")).toEqual(["# This turn", "# Design system", "# Context"]);
    expect(conversation.snapshot().sentFacts).toEqual([
      { message: 0, context: "Page: A" },
      { message: 2, designSystem: "tokens" },
      { message: 4 },
      { message: 6, designSystem: "", context: "Page: B" },
    ]);
  });
});
