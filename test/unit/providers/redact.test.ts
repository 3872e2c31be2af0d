import { describe, expect, it } from "vitest";
import { redact } from "../../../src/providers/redact.ts";

describe("redact", () => {
  it.each([
    ["the key sk-ant-api03-abc_DEF-123 is wrong", "the key [key] is wrong"],
    ['{"authorization":"Bearer abc.def"}', '{"authorization":"Bearer [key]"}'],
    ["proxy http://me:secret@proxy:8080/x", "proxy http://proxy:8080/x"],
    ["a task-force took a desk-top", "a task-force took a desk-top"],
  ])("takes what looks like a key out of %s", (text, redacted) => {
    expect(redact(text, [])).toBe(redacted);
  });

  it("takes the given secrets out, whatever they look like", () => {
    expect(redact("canary+1/2 and canary%2B1%2F2", ["canary+1/2"])).toBe("[key] and [key]");
    expect(redact("canary twice canary", [" canary\n"])).toBe("[key] twice [key]");
    expect(redact("too short a secret to hide: a", ["a"])).toBe("too short a secret to hide: a");
  });
});
