import { describe, expect, it } from "vitest";
import { callPlan } from "../../../webview/cards/callPlan.ts";
import { planWords } from "../../../webview/cards/planWords.ts";

const call = (...operations: unknown[]) => JSON.stringify({ operations: JSON.stringify(operations) });
const nameOf = (id: string) => ({ t: "Title", m: "Moon", g: "Grain" })[id] ?? id;

describe("what a call would do", () => {
  it("TRN-10: is told of what is added, changed and deleted", () => {
    const given = call(
      { op: "insert", parent: "p", node: { type: "text", name: "Date" } },
      { op: "insert", parent: "p", node: { type: "rectangle" } },
      { op: "update", id: "t", set: { x: 1 } },
      { op: "move", id: "t", parent: "p" },
      { op: "replace", id: "m", node: {} },
      { op: "update", id: "g", set: {} },
      { op: "delete", id: "g" },
    );
    const plan = callPlan("batch_design", given);
    expect(plan).toEqual({ adds: ["Date", "rectangle"], changes: ["t", "m"], deletes: ["g"] });
    expect(plan && planWords(plan, nameOf)).toBe(
      "Change 2 nodes: Title, Moon; add 2 nodes: Date, rectangle; delete 1 node: Grain",
    );
  });

  it("TRN-10: says how many there are besides those that it names", () => {
    const plan = { adds: [], changes: ["a", "b", "c", "d", "e", "f"], deletes: [] };
    expect(planWords(plan, nameOf)).toBe("Change 6 nodes: a, b, c, d and 2 more");
  });

  it("models also send the list itself", () => {
    const given = JSON.stringify({ operations: [{ op: "delete", id: "g" }] });
    expect(callPlan("batch_design", given)).toEqual({ adds: [], changes: [], deletes: ["g"] });
  });

  it.each([
    ["their_tool", call({ op: "delete", id: "g" })],
    ["batch_design", "not JSON"],
    ["batch_design", "[]"],
    ["batch_design", '{"operations":"not JSON"}'],
    ["batch_design", call()],
    ["batch_design", call("text")],
    ["batch_design", call({ op: "delete", id: "g" }, { op: "explode", id: "g" })],
    ["batch_design", call({ op: "delete", id: "g" }, { op: "delete" })],
  ])("TRN-10: nothing is told of what can't be told for sure: %s %s", (tool, given) => {
    expect(callPlan(tool, given)).toBeUndefined();
  });
});
