import { describe, expect, it } from "vitest";
import { readRetryAfter } from "../../../src/providers/retryAfter.ts";

const now = Date.parse("2026-11-30T12:00:00Z");

describe("readRetryAfter", () => {
  it.each([
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
    [{ "retry-after": "3600" }, 3_600_000],
    [{ "retry-after": " 0.5 " }, 500],
    [{ "retry-after": "Mon, 30 Nov 2026 12:00:10 GMT" }, 10_000],
    [{ "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" }, undefined],
    [{ "retry-after-ms": "soon", "retry-after": "2" }, 2000],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "0" }, undefined],
    [{ "retry-after": "abc" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined],
  ])("TRN-8: reads %j as %s milliseconds", (headers, wait) => {
    expect(readRetryAfter(new Headers(headers), now)).toBe(wait);
  });

  it("TRN-8: there may be no headers", () => {
    expect(readRetryAfter(undefined, now)).toBeUndefined();
  });
});
