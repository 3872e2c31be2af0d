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

  it("PRV-3: takes a secret out in Base64 too, wherever it stands in what was encoded", () => {
    const secret = "gw_0123456789abcdefghijklmnop";
    for (const before of ["", "u", "us", "user:"]) {
      const text = redact(`Basic-ish ${btoa(`${before}${secret}`)} and more`, [secret]);
      expect(text).toContain("[key]");
      expect(text.length).toBeLessThan(60);
    }
  });

  it("takes the given secrets out, whatever they look like", () => {
    expect(redact("canary+1/2 and canary%2B1%2F2", ["canary+1/2"])).toBe("[key] and [key]");
    expect(redact("canary twice canary", [" canary\n"])).toBe("[key] twice [key]");
    expect(redact("too short a secret to hide: a", ["a"])).toBe("too short a secret to hide: a");
  });
});
