import { describe, expect, it } from "vitest";
import { layOutArguments } from "../../../../webview/cards/layOutArguments.ts";
import { layOutJson } from "../../../../webview/cards/layOutJson.ts";

describe("layOutArguments", () => {
  it("TRN-10: sets JSON that is an argument's text in lines, token for token, under the argument's name", () => {
    const operations = '[{"op":"update","id":"caption","set":{"x":1.0,"fill":"#A9B0BC"}},{"op":"delete","id":"grain"}]';
    expect(layOutArguments(JSON.stringify({ operations }))).toBe(`operations:
[
  {
    "op": "update",
    "id": "caption",
    "set": { "x": 1.0, "fill": "#A9B0BC" }
  },
  { "op": "delete", "id": "grain" }
]`);
  });

  it("TRN-10: leaves none of the other arguments out", () => {
    const text = JSON.stringify({ note: 'say "hi"', operations: "[]", list: [1, { a: "[2]" }] });
    expect(layOutArguments(text)).toBe('note:\n"say \\"hi\\""\n\noperations:\n[]\n\nlist:\n[1, { "a": "[2]" }]');
  });

  it("sets everything else as JSON is set", () => {
    for (const text of ['{"prompt":"[not JSON","n":1}', '{"text":"{}{"}', "[1]", "{", '"[]"', '{"text":"42"}']) {
      expect(layOutArguments(text)).toBe(layOutJson(text));
    }
  });
});
