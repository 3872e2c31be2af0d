import { describe, expect, it, vi } from "vitest";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { message } from "../../support/messages.ts";
import { answer, callAnswer } from "../../support/scriptedModel.ts";
import { echo, looseTool, succeed, toolTurns } from "../../support/toolTurns.ts";

/** A tool whose calls end when the test says so, by their `n`. */
function heldTool() {
  const ends = new Map<unknown, () => void>();
  const tool = looseTool(
    "held",
    ({ n }) =>
      new Promise((resolve) => {
        ends.set(n, () => resolve(succeed(`done ${String(n)}`)));
      }),
  );
  return { tool, ends };
}

function contents(conversation: Conversation, index: number) {
  return conversation.history[index]?.content.map((block) =>
    block.type === "toolResult" ? [block.callID, block.content] : block.type,
  );
}

describe("calls of one answer", () => {
  it("TRN-3: run side by side; their results stand in the order of the calls whenever they come", async () => {
    const { tool, ends } = heldTool();
    const { conversation, turns, seen } = toolTurns(
      [callAnswer(["a", "held", '{"n":1}'], ["b", "held", '{"n":2}'], ["c", "held", '{"n":3}']), answer("Done.")],
      [tool],
    );
    const turn = turns.send(message("Go"));
    await vi.waitFor(() => expect(ends.size).toBe(3));
    ends.get(3)?.();
    await seen(() => (conversation.history.length === 3 ? true : undefined));
    expect(contents(conversation, 2)).toEqual([["c", "done 3"]]);
    expect(conversation.items.filter(({ type }) => type === "tool").map(({ status }) => status)).toEqual([
      "running",
      "running",
      "succeeded",
    ]);
    ends.get(1)?.();
    ends.get(2)?.();
    await turn;
    expect(contents(conversation, 2)).toEqual([
      ["a", "done 1"],
      ["b", "done 2"],
      ["c", "done 3"],
    ]);
  });

  it("TRN-7: what a crash left of them is answered at the next turn, the finished one keeps its result", async () => {
    const { tool, ends } = heldTool();
    const { conversation, turns, seen } = toolTurns(
      [callAnswer(["a", "held", '{"n":1}'], ["b", "held", '{"n":2}'])],
      [tool],
    );
    const turn = turns.send(message("Go"));
    await vi.waitFor(() => expect(ends.size).toBe(2));
    ends.get(2)?.();
    await seen(() => (conversation.history.length === 3 ? true : undefined));
    const reopened = new Conversation(conversation.snapshot());
    reopened.openTurn(message("On"));
    const results = reopened.history.slice(2, -1).flatMap(({ content }) => content);
    expect(results).toMatchObject([
      { callID: "b", content: "done 2" },
      { callID: "a", isError: true, content: "Tool execution aborted" },
    ]);
    await turns.stop();
    await turn;
  });

  it("TRN-6: nothing of a tool that ends after Stop arrives", async () => {
    const { tool, ends } = heldTool();
    const { conversation, turns } = toolTurns([callAnswer(["a", "held", '{"n":1}'])], [tool]);
    const turn = turns.send(message("Go"));
    await vi.waitFor(() => expect(ends.size).toBe(1));
    await turns.stop();
    await turn;
    const before = conversation.snapshot();
    ends.get(1)?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(conversation.snapshot()).toEqual(before);
  });

  it.each([
    [true, { kind: "estimated", atLeast: true }],
    [false, { kind: "estimated" }],
  ])(
    "FMT-10: one that Stop cuts off counts as an unknown cost where it is billed by itself (%s)",
    async (isBilled, cost) => {
      const begun: unknown[] = [];
      const tool = looseTool(
        "slow",
        (input) => {
          begun.push(input);
          return new Promise(() => undefined);
        },
        { isBilled },
      );
      const { conversation, turns } = toolTurns([callAnswer(["a", "slow", "{}"])], [tool]);
      const turn = turns.send(message("Go"));
      await vi.waitFor(() => expect(begun).toHaveLength(1));
      await turns.stop();
      await turn;
      expect(conversation.estimatedCost).toEqual({ ...cost, dollars: expect.any(Number) });
    },
  );

  it("TRN-3, TRN-6: the picture of one that had finished when Stop came is shown to the model", async () => {
    const image = { sha256: "a".repeat(64), mimeType: "image/png" };
    const camera = looseTool("camera", async () => succeed("The picture follows.", { images: [image] }));
    const { tool } = heldTool();
    const { conversation, turns, seen } = toolTurns(
      [callAnswer(["a", "camera", "{}"], ["b", "held", '{"n":1}'])],
      [camera, tool],
    );
    const turn = turns.send(message("Go"));
    await seen(() => (conversation.history.length === 3 ? true : undefined));
    await turns.stop();
    await turn;
    expect(conversation.history.slice(2)).toMatchObject([
      { role: "tool", content: [{ callID: "a" }, { callID: "b", content: "Tool execution aborted" }] },
      { role: "user", content: [{ type: "text" }, { type: "image", ...image }] },
    ]);
  });

  it("TRN-6: a turn that is stopped between a result and the model's next word says so", async () => {
    const { model, conversation, turns, seen } = toolTurns([
      callAnswer(["a", "echo", "{}"]),
      [new Promise(() => undefined)],
    ]);
    const turn = turns.send(message("Go"));
    await seen(() => (conversation.history.length === 3 ? true : undefined));
    await vi.waitFor(() => expect(model.requests).toHaveLength(2));
    await turns.stop();
    await turn;
    expect(conversation.items.at(-1)).toMatchObject({ type: "notice", code: "stopped", status: "interrupted" });
    expect(conversation.history).toHaveLength(3);
  });

  it("TRN-3: their images follow in the order of the calls", async () => {
    const image = (letter: string) => ({ sha256: letter.repeat(64), mimeType: "image/png" });
    const ends: (() => void)[] = [];
    const camera = looseTool(
      "camera",
      ({ n }) =>
        new Promise((resolve) => {
          ends.push(() => resolve(succeed("drawn", { images: [image(String(n))] })));
        }),
    );
    const { conversation, turns } = toolTurns(
      [callAnswer(["a", "camera", '{"n":"a"}'], ["b", "camera", '{"n":"b"}']), answer("Seen.")],
      [camera, echo],
    );
    const turn = turns.send(message("Look"));
    await vi.waitFor(() => expect(ends.length).toBe(2));
    for (const end of ends.toReversed()) end();
    await turn;
    expect(conversation.history[3]?.content.slice(1)).toMatchObject([image("a"), image("b")]);
  });
});
