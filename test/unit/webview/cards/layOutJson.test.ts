import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutJson } from "../../../../webview/cards/layOutJson.ts";

describe("layOutJson", () => {
  it("sets what is long in lines and leaves what is short in one", () => {
    const text =
      '{"operations":[{"op":"update","id":"caption"},{"op":"delete","id":"grain"}],"empty":{},"none":[],"n":1.0}';
    expect(layOutJson(text)).toBe(`{
  "operations": [
    { "op": "update", "id": "caption" },
    { "op": "delete", "id": "grain" }
  ],
  "empty": {},
  "none": [],
  "n": 1.0
}`);
  });

  it("TRN-10: every token stays as it was written, in its order", () => {
    const traps =
      '{"2":1,"1":2,"a":1.0,"b":1e3,"c":"\\u00e9 \\u202e","__proto__":1,"n":12345678901234567890,  "path" : "/etc/passwd"}';
    const bare = (text: string) => text.replace(/[\n ]/g, "");
    expect(bare(layOutJson(traps))).toBe(bare(traps));
  });

  it("means the same as before, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(layOutJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("what isn't JSON, or is nested beyond reading, stays as it is", () => {
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    for (const text of ['{"a":', "", "{'a':1}", "{} {}", deep]) expect(layOutJson(text)).toBe(text);
  });
});
