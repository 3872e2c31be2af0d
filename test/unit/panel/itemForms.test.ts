import { describe, expect, it } from "vitest";
import { emptyConversation } from "../../../src/archive/defaults.ts";
import type { Item } from "../../../src/archive/types.ts";
import { Conversation } from "../../../src/conversation/conversation.ts";
import { stateOf } from "../../support/panelStates.ts";

function shown(...items: Item[]) {
  return stateOf(new Conversation({ ...emptyConversation, items })).items;
}

const usage = { input: 10, output: 2, cacheRead: 3, cacheWrite: 1, webSearchRequests: 0 };
const touched = { created: 1, changed: 0, deleted: 0, page: "Front", nodes: [{ id: "a", name: "Title" }] };

describe("the form of an item", () => {
  it("FMT-4: time, nodes, pictures, what was touched and what was used stand in their places", () => {
    const item: Item = {
      ...{ id: "1", type: "tool", name: "batch_design", time: "2026-03-04T10:20:30.000Z", nodes: ["a", "b"] },
      ...{ images: ["c".repeat(64)], touched, usage, cost: { kind: "estimated", dollars: 0.5 } },
    };
    const [view] = shown(item);
    expect(view).toMatchObject({
      ...{ time: "2026-03-04T10:20:30.000Z", nodes: ["a", "b"], images: ["c".repeat(64)], touched },
      spent: { input: 10, output: 2, cacheRead: 3, cacheWrite: 1, cost: { kind: "estimated", dollars: 0.5 } },
    });
    expect(view).not.toHaveProperty("other");
  });

  it("FMT-5: what a file holds in another form is shown as it is kept", () => {
    const others = { time: 7, nodes: "a", touched: { created: "one" }, usage: "much", cost: { kind: "paid" } };
    const [view] = shown({ id: "1", type: "tool", ...others });
    expect(JSON.parse(view?.other ?? "{}")).toEqual(others);
    for (const key of ["time", "nodes", "touched", "spent"]) expect(view).not.toHaveProperty(key);
  });

  it("FMT-9: a turn whose tokens nobody counted has its cost alone", () => {
    const [view] = shown({ id: "1", type: "assistant", text: "Done", cost: { kind: "estimated", dollars: 0.2 } });
    expect(view?.spent).toMatchObject({ input: 0, output: 0, cost: { kind: "estimated", dollars: 0.2 } });
  });

  it("FMT-4: an old item has none of it", () => {
    const [view] = shown({ id: "1", type: "assistant", text: "Done" });
    expect(view).toEqual({ id: "1", type: "assistant", text: "Done", rating: { reasons: [], isNewest: true } });
  });
});

describe("what can be done with the last turn", () => {
  const items: Item[] = [
    { id: "u1", type: "user", text: "1" },
    { id: "a1", type: "assistant", text: "One" },
    { id: "u2", type: "user", text: "2" },
    { id: "a2", type: "assistant", text: "Two" },
  ];
  const offers = (more: readonly Item[] = [], canRetry = true) =>
    stateOf(new Conversation({ ...emptyConversation, items: [...items, ...more] }), { canRetry }).items.map(
      (item) => item.offers,
    );

  it("TRN-6: it is offered on its message and at its end", () => {
    expect(offers()).toEqual([undefined, undefined, ["revise"], ["retry"]]);
    expect(offers([], false)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("TRN-6: a failure or a stop ends a turn, a later notice doesn't", () => {
    expect(offers([{ id: "f", type: "failure", text: "No." }]).slice(3)).toEqual([undefined, ["retry"]]);
    expect(offers([{ id: "n", type: "notice", text: "Stopped.", code: "stopped" }]).slice(3)).toEqual([
      undefined,
      ["retry"],
    ]);
    expect(offers([{ id: "n", type: "notice", text: "Saved.", code: "skillSaved" }]).slice(3)).toEqual([
      ["retry"],
      undefined,
    ]);
  });

  it("TRN-6: a turn without an answer offers both on its message", () => {
    const more: Item[] = [
      { id: "u3", type: "user", text: "3" },
      { id: "t", type: "tool", name: "x", status: "interrupted" },
    ];
    expect(offers(more).slice(4)).toEqual([["retry", "revise"], undefined]);
  });

  it("FMT-6: only the last turn's rating is the newest", () => {
    const state = stateOf(new Conversation({ ...emptyConversation, items }));
    expect(state.items.map(({ rating }) => rating?.isNewest)).toEqual([undefined, undefined, undefined, true]);
  });
});
