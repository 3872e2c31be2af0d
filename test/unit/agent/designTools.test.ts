import { describe, expect, it } from "vitest";
import type { DesignPort } from "../../../src/agent/tools/designPort.ts";
import { image, toolsOver } from "./tools/toolCalls.ts";

function setUp(port: Partial<DesignPort> = {}) {
  const asked: unknown[] = [];
  const over = toolsOver({
    design: {
      apply: async (operations) => {
        asked.push(operations);
        return { kind: "applied", created: [["a", "b"], [], ["c"]], count: 4, name: "Card" };
      },
      describe: (request) => {
        asked.push(request);
        return { kind: "text", text: "the document" };
      },
      screenshot: async (request) => {
        asked.push(request);
        return { kind: "drawn", image, name: "Front", width: 400, height: 200 };
      },
      ...port,
    },
  });
  return { ...over, asked };
}

describe("the tools of a turn", () => {
  it("BYT-3: what the model is told of them is the golden file's; a change breaks every cached prefix (accept it with -u)", async () => {
    const told = setUp().tools.map(({ definition }) => definition);
    await expect(`${JSON.stringify(told, undefined, 2)}\n`).toMatchFileSnapshot("../../golden/tools.json");
  });

  it("TRN-2: only batch_design and generate_image change something", () => {
    const changing = setUp().tools.filter(({ changes }) => changes);
    expect(changing.map(({ definition }) => definition.name)).toEqual(["batch_design", "generate_image"]);
  });

  it("TRN-7: no tool takes a key that it doesn't know, and none runs with a list or a text", () => {
    const { tools } = setUp();
    for (const tool of tools) {
      for (const value of [{ surprise: 1 }, [], "{}", null]) expect(tool.prepare(value)).toEqual(expect.any(String));
    }
  });
});

describe("the design tools", () => {
  it("DOC-2: batch_design answers with the ids created, by operation, and says in few words what it did", async () => {
    const { run, asked } = setUp();
    expect(await run("batch_design", { operations: "[]" })).toEqual({
      content: '{"created":[{"operation":1,"ids":["a","b"]},{"operation":3,"ids":["c"]}]}',
      isError: false,
      statusText: "3 created, 1 changed",
      summary: "Card",
    });
    await run("batch_design", { operations: [{ op: "delete", id: "a" }] });
    expect(asked).toEqual(["[]", '[{"op":"delete","id":"a"}]']);
  });

  it("DOC-2: a refusal is an error result with its reason; operations that are missing are refused before", async () => {
    const { run, prepare } = setUp({
      apply: async () => ({ kind: "refused", reason: "Operation 1 (delete): no such node." }),
    });
    expect(await run("batch_design", { operations: "[]" })).toMatchObject({
      isError: true,
      content: "Operation 1 (delete): no such node.",
    });
    expect(prepare("batch_design", {})).toContain("“operations”");
  });

  it("DOC-2: get_document reads the whole, the outline or a node; what is odd is refused", async () => {
    const { run, prepare, asked } = setUp();
    for (const input of [
      { what: "whole" },
      { what: "outline" },
      { what: "node", id: "n", depth: 1, from: 20 },
      { id: "n" },
    ]) {
      expect(await run("get_document", input)).toMatchObject({ content: "the document", isError: false });
    }
    expect(asked).toEqual([
      { what: "whole" },
      { what: "outline" },
      { what: "node", id: "n", depth: 1, from: 20 },
      { what: "node", id: "n" },
    ]);
    for (const input of [{}, { what: "node" }]) {
      expect(await run("get_document", input)).toMatchObject({ isError: true });
    }
    for (const input of [{ what: "all" }, { id: "n", depth: "deep" }, { id: "n", depth: 1.7 }]) {
      expect(prepare("get_document", input)).toEqual(expect.any(String));
    }
  });

  it("DOC-3: get_screenshot shows the picture, and takes a scale within bounds only", async () => {
    const { run, prepare, asked } = setUp();
    expect(await run("get_screenshot", {})).toEqual({
      content: "“Front” is drawn, 400 × 200 pixels. The picture follows.",
      isError: false,
      statusText: "400 × 200",
      summary: "Front",
      images: [image],
    });
    await run("get_screenshot", { id: "n", scale: 4 });
    expect(asked).toEqual([
      { id: undefined, scale: 1 },
      { id: "n", scale: 4 },
    ]);
    for (const input of [{ scale: 100 }, { scale: "big" }, { id: 7 }]) {
      expect(prepare("get_screenshot", input)).toEqual(expect.any(String));
    }
  });
});
