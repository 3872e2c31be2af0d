import { describe, expect, it } from "vitest";
import type { Block } from "../../../../src/archive/types.ts";
import { toLanguageModelError } from "../../../../src/providers/vscode/failure.ts";
import { countedText, languageModelRequest } from "../../../../src/providers/vscode/messages.ts";
import { countedUsage, createLanguageModelReader } from "../../../../src/providers/vscode/stream.ts";
import { call, pngHash, requestOf, result, user } from "../anthropic/histories.ts";

describe("VS Code's language models", () => {
  it("PRV-2: the system prompt is the person's first message; results stand first, in the order of the calls", () => {
    const image: Block = { type: "image", sha256: pngHash, mimeType: "image/png" };
    const history = [
      user("hello"),
      { role: "assistant" as const, content: [call("a|1", '{"x":1}'), call("b")] },
      { role: "tool" as const, content: [image, result("b"), result("a|1")] },
    ];
    const { messages, tools } = languageModelRequest(requestOf(history), true);
    expect(messages).toMatchObject([
      { role: "user", parts: [{ kind: "text", text: "You design." }] },
      { role: "user", parts: [{ kind: "text", text: "hello" }] },
      { role: "assistant", parts: [{ kind: "call", id: "a_1", input: { x: 1 } }, { id: "b" }] },
      { role: "user", parts: [{ id: "a_1", text: "result of a|1" }, { id: "b" }, { kind: "image" }] },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["get_document", "batch_design"]);
  });

  it("reads text, calls and thinking, and leaves out data and what nobody knows", () => {
    const reader = createLanguageModelReader();
    const parts = [
      { value: "Blue" },
      { value: ["Hm", ", well"], metadata: {} },
      { value: "", id: "x" },
      { callId: "a", name: "batch_design", input: { b: 1 } },
      { callId: "b", name: "look", input: undefined },
      { mimeType: "image/png", data: Uint8Array.of(1) },
      { novelty: true },
      null,
      "x",
    ];
    expect([...parts.flatMap((part) => reader.read(part)), ...reader.finish()]).toEqual([
      { type: "text", text: "Blue" },
      { type: "thinking", text: "Hm" },
      { type: "thinking", text: ", well" },
      { type: "toolCall", id: "a", name: "batch_design", arguments: '{"b":1}' },
      { type: "toolCall", id: "b", name: "look", arguments: "{}" },
      { type: "end", reason: "toolCalls" },
    ]);
    expect(createLanguageModelReader().finish()).toEqual([{ type: "end", reason: "end" }]);
  });

  it("FMT-9: counts texts, results and arguments, and no images", () => {
    const history = [user("hello"), { role: "assistant" as const, content: [call("a", '{"x":1}')] }];
    const request = languageModelRequest(requestOf([...history, { role: "tool", content: [result("a")] }]), true);
    expect(countedText(request)).toBe('You design.\nhello\n{"x":1}\nresult of a');
    expect(countedUsage(3, 4)).toMatchObject({ type: "usage", usage: { input: 3, output: 4, cacheRead: 0 } });
  });

  it.each([
    [Object.assign(new Error("x"), { code: "NoPermissions" }), "permission", "Manage Language Model Access"],
    [Object.assign(new Error("x"), { code: "Blocked" }), "refusedRequest", "quota"],
    [Object.assign(new Error("x"), { code: "NotFound" }), "notFound", "Select Model"],
    [new Error("Message exceeds token limit."), "contextOverflow", "new conversation"],
    [new Error("Response too odd\n key-abcdef"), "serverError", "failed: Response too odd [key]. Try again."],
    [undefined, "serverError", "no reason was given"],
  ])("says what happened and what to do: %s → %s", (thrown, code, part) => {
    const error = toLanguageModelError(thrown);
    expect(error.code).toBe(code);
    expect(error.message).toContain(part);
  });
});
