import { describe, expect, it } from "vitest";
import { ToolCalls } from "../../../src/cli/toolCalls.ts";

const never = new AbortController().signal;
const result = (text: string) => ({ text, isError: false, images: [] });
const aborted = { text: "Tool execution aborted", isError: true, images: [] };
const call = (id: string | undefined, name = "batch_design") => ({ id, name, arguments: {} });

function opened(): ToolCalls {
  const calls = new ToolCalls();
  calls.open();
  return calls;
}

describe("the calls of a CLI", () => {
  it("CLI-5: get the result of their id, whichever of call, record and result comes first", async () => {
    const calls = opened();
    calls.announce({ id: "a", name: "batch_design" });
    const first = calls.receive(call("a"), never);
    calls.answer("a", result("A"));
    expect(await first).toEqual(result("A"));
    calls.announce({ id: "b", name: "batch_design" });
    calls.answer("b", result("B"));
    expect(await calls.receive(call("b"), never)).toEqual(result("B"));
    const early = calls.receive(call("c"), never);
    calls.announce({ id: "c", name: "batch_design" });
    calls.answer("c", result("C"));
    expect(await early).toEqual(result("C"));
  });

  it("CLI-5: get their own result where several of one tool come in another order", async () => {
    const calls = opened();
    for (const id of ["a", "b"]) calls.announce({ id, name: "batch_design" });
    const [second, first] = [calls.receive(call("b"), never), calls.receive(call("a"), never)];
    for (const id of ["a", "b"]) calls.answer(id, result(id));
    expect(await Promise.all([first, second])).toEqual([result("a"), result("b")]);
  });

  it("CLI-5: without an id belong to the first of their name", async () => {
    const calls = opened();
    calls.announce({ id: "a", name: "get_document" });
    calls.announce({ id: "b", name: "batch_design" });
    calls.announce({ id: "c", name: "batch_design" });
    const [one, two] = [calls.receive(call(undefined), never), calls.receive(call(undefined), never)];
    calls.answer("c", result("C"));
    calls.answer("b", result("B"));
    expect(await Promise.all([one, two])).toEqual([result("B"), result("C")]);
  });

  it("CLI-4: are told that they were aborted when the turn ends, when they are taken back, and outside of a turn", async () => {
    const calls = opened();
    const taken = new AbortController();
    const [open, back] = [calls.receive(call("a"), never), calls.receive(call("b"), taken.signal)];
    taken.abort();
    expect(await back).toEqual(aborted);
    calls.close();
    expect(await open).toEqual(aborted);
    expect(await calls.receive(call("c"), never)).toEqual(aborted);
  });
});
