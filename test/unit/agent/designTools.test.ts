import { describe, expect, it } from "vitest";
import type { DesignPort } from "../../../src/agent/tools/designPort.ts";
import { designTools } from "../../../src/agent/tools/index.ts";

const image = { sha256: "a".repeat(64), mimeType: "image/png" };

function setUp(port: Partial<DesignPort> = {}) {
  const asked: unknown[] = [];
  const tools = designTools({
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
  });
  const call = (name: string, input: Record<string, unknown>) => {
    const tool = tools.find(({ definition }) => definition.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool.run(input, new AbortController().signal);
  };
  return { tools, asked, call };
}

describe("the design tools", () => {
  it("BYT-3: what the model is told of them is the golden file's; a change breaks every cached prefix (accept it with -u)", async () => {
    const told = setUp().tools.map(({ definition }) => definition);
    await expect(`${JSON.stringify(told, undefined, 2)}\n`).toMatchFileSnapshot("../../golden/tools.json");
  });

  it("TRN-2: only batch_design changes something", () => {
    expect(
      setUp()
        .tools.filter(({ changes }) => changes)
        .map(({ definition }) => definition.name),
    ).toEqual(["batch_design"]);
  });

  it("DOC-2: batch_design answers with the ids created, by operation, and says in few words what it did", async () => {
    const { call, asked } = setUp();
    expect(await call("batch_design", { operations: "[]" })).toEqual({
      content: '{"created":[{"operation":1,"ids":["a","b"]},{"operation":3,"ids":["c"]}]}',
      isError: false,
      statusText: "3 created, 1 changed",
      summary: "Card",
    });
    await call("batch_design", { operations: [{ op: "delete", id: "a" }] });
    expect(asked).toEqual(["[]", '[{"op":"delete","id":"a"}]']);
  });

  it("DOC-2: a refusal is an error result with its reason; operations that are missing too", async () => {
    const { call } = setUp({ apply: async () => ({ kind: "refused", reason: "Operation 1 (delete): no such node." }) });
    expect(await call("batch_design", { operations: "[]" })).toMatchObject({
      isError: true,
      content: "Operation 1 (delete): no such node.",
    });
    expect(await call("batch_design", {})).toMatchObject({
      isError: true,
      content: expect.stringContaining("missing"),
    });
  });

  it("DOC-2: get_document reads the whole, the outline or a node; what is odd is refused or put right", async () => {
    const { call, asked } = setUp();
    for (const input of [
      { what: "whole" },
      { what: "outline" },
      { what: "node", id: "n", depth: 1.7, from: 20 },
      { id: "n", depth: "deep" },
    ]) {
      expect(await call("get_document", input)).toMatchObject({ content: "the document", isError: false });
    }
    expect(asked).toEqual([
      { what: "whole" },
      { what: "outline" },
      { what: "node", id: "n", depth: 1, from: 20 },
      { what: "node", id: "n" },
    ]);
    for (const input of [{}, { what: "node" }, { what: "all" }]) {
      expect(await call("get_document", input)).toMatchObject({ isError: true });
    }
  });

  it("DOC-3: get_screenshot keeps its scale within bounds and shows the picture", async () => {
    const { call, asked } = setUp();
    expect(await call("get_screenshot", {})).toEqual({
      content: "“Front” is drawn, 400 × 200 pixels. The picture follows.",
      isError: false,
      statusText: "400 × 200",
      summary: "Front",
      images: [image],
    });
    await call("get_screenshot", { id: "n", scale: 100 });
    await call("get_screenshot", { scale: "big" });
    expect(asked).toEqual([
      { id: undefined, scale: 1 },
      { id: "n", scale: 4 },
      { id: undefined, scale: 1 },
    ]);
    expect(await call("get_screenshot", { id: 7 })).toMatchObject({ isError: true });
  });
});
