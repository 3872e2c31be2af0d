import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../../src/agent/tool.ts";
import { anthropicBody } from "../../../src/providers/anthropic/messages.ts";
import { message } from "../../support/messages.ts";
import { answer, callAnswer } from "../../support/scriptedModel.ts";
import { succeed, toolTurns } from "../../support/toolTurns.ts";
import { validateAnthropicRequest } from "../../support/wireValidator.ts";

const ran: unknown[] = [];
const strict = defineTool({
  name: "strict",
  description: "",
  input: z.strictObject({ text: z.string(), count: z.int().optional() }),
  async run(input) {
    ran.push(input);
    return succeed("ran");
  },
});

const nested = (depth: number) => `${'{"text":'.repeat(depth)}1${"}".repeat(depth)}`;

/** What models have been seen to write, and worse. None of it is an object of the tool's schema. */
const ladder: readonly (readonly [name: string, text: string, why: string])[] = [
  ["empty", "", "“text”"],
  ["blank", " \n\t", "“text”"],
  ["null", "null", "must be a JSON object"],
  ["a list", "[]", "must be a JSON object"],
  ["a number", "42", "must be a JSON object"],
  ["a string that is JSON", JSON.stringify('{"text":"a"}'), "must be a JSON object"],
  ["half an object", '{"text":"a', "not valid JSON"],
  ["two objects", '{"text":"a"}{"text":"b"}', "not valid JSON"],
  ["single quotes", "{'text':'a'}", "not valid JSON"],
  ["a trailing comma", '{"text":"a",}', "not valid JSON"],
  ["a code fence", '```json\n{"text":"a"}\n```', "not valid JSON"],
  ["a repeated key", '{"text":"a","text":"b"}', "twice"],
  ["a repeated key, spelled differently", '{"text":"a","\\u0074ext":"b"}', "twice"],
  ["NaN", '{"text":"a","count":NaN}', "not valid JSON"],
  ["a number beyond all", '{"text":"a","count":1e999}', "“count”"],
  ["a fraction", '{"text":"a","count":1.5}', "“count”"],
  ["1 MB of another field", `{"text":"a","more":"${"x".repeat(1_000_000)}"}`, '"more"'],
  ["1 MB that isn't JSON", "x".repeat(1_000_000), "not valid JSON"],
  ["nesting of 10,000", nested(10_000), "“text”"],
  ["nesting of 10,000 that never ends", '{"text":'.repeat(10_000), "not valid JSON"],
  ["__proto__", '{"text":"a","__proto__":{"count":1}}', "__proto__"],
  ["constructor", '{"text":"a","constructor":{"prototype":{}}}', "constructor"],
  ["another type", '{"text":{"toString":"a"}}', "“text”"],
];

describe("arguments that aren't what the tool takes", () => {
  it.each(ladder)(
    "TRN-7: %s never runs, the model is told why, and the next request is accepted",
    async (_, text, why) => {
      ran.length = 0;
      const { model, conversation, turns } = toolTurns(
        [callAnswer(["toolu_1", "strict", text]), answer("Sorry.")],
        [strict],
      );
      expect(await turns.send(message("Go"))).toEqual({ kind: "completed" });
      expect(ran).toEqual([]);
      const [result] = conversation.history[2]?.content ?? [];
      expect(result).toMatchObject({ type: "toolResult", isError: true, content: expect.stringContaining(why) });
      expect(JSON.stringify(result).length).toBeLessThan(2_000);
      expect(conversation.history[1]?.content.at(-1)).toMatchObject({ arguments: text });
      const request = model.requests.at(-1);
      if (request === undefined) throw new Error("No request was made.");
      const body = JSON.stringify(anthropicBody(request, { maxTokens: 1000, cacheTtl: "5m" }));
      expect(validateAnthropicRequest(body)).toEqual([]);
    },
  );

  it("TRN-7: half a surrogate pair in a string runs as it was written, and is sent on as something that is accepted", async () => {
    ran.length = 0;
    const text = '{"text":"\\ud83d"}';
    const { model, turns } = toolTurns([callAnswer(["toolu_1", "strict", text]), answer("Done.")], [strict]);
    await turns.send(message("Go"));
    expect(ran).toHaveLength(1);
    const request = model.requests.at(-1);
    if (request === undefined) throw new Error("No request was made.");
    const body = JSON.stringify(anthropicBody(request, { maxTokens: 1000, cacheTtl: "5m" }));
    expect(validateAnthropicRequest(body)).toEqual([]);
  });

  it("TRN-7: 20 MB of one text run as they are", async () => {
    ran.length = 0;
    const text = "x".repeat(20_000_000);
    const { turns } = toolTurns([callAnswer(["a", "strict", JSON.stringify({ text })]), answer("Done.")], [strict]);
    await turns.send(message("Go"));
    expect(ran).toEqual([{ text }]);
  });

  it("TRN-7: what fits runs, whatever its spelling", async () => {
    ran.length = 0;
    const { turns } = toolTurns(
      [
        callAnswer(
          ["a", "strict", ' { "text" : "a:{b}\\"c" , "count" : 1e1 } '],
          ["b", "strict", '{"text":"{\\"text\\":1}"}'],
        ),
        answer("Done."),
      ],
      [strict],
    );
    await turns.send(message("Go"));
    expect(ran).toEqual([{ text: 'a:{b}"c', count: 10 }, { text: '{"text":1}' }]);
  });
});
