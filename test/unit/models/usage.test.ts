import { describe, expect, it } from "vitest";
import { zeroUsage } from "../../../src/archive/defaults.ts";
import { addUsage, inputTotal } from "../../../src/models/usage.ts";

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, webSearchRequests: 5 };

describe("usage", () => {
  it("FMT-9: sums every figure", () => {
    expect(addUsage(usage, usage)).toEqual({ input: 2, output: 4, cacheRead: 6, cacheWrite: 8, webSearchRequests: 10 });
    expect(addUsage(zeroUsage, usage)).toEqual(usage);
  });

  it("FMT-9: the optional keys are there only when a part has them", () => {
    expect(Object.keys(addUsage(usage, usage))).not.toContain("cacheWrite1h");
    expect(addUsage(usage, { ...usage, cacheWrite1h: 2 }).cacheWrite1h).toBe(2);
    expect(addUsage({ ...usage, cacheWrite1h: 0 }, usage).cacheWrite1h).toBe(0);
    expect(addUsage({ ...usage, reportedCost: 0.1 }, { ...usage, reportedCost: 0.2 }).reportedCost).toBe(0.3);
    expect(addUsage({ ...usage, reportedCost: 0.1 }, usage).reportedCost).toBe(0.1);
  });

  it("FMT-9: the input total counts what was read from and written to the cache", () => {
    expect(inputTotal(usage)).toBe(8);
  });

  it("FMT-5: keys that this version doesn't know stay", () => {
    expect(addUsage({ ...usage, tier: "x" }, usage)).toHaveProperty("tier", "x");
  });

  it("COM-2: sums stay numbers that JSON can hold, whatever a file says", () => {
    const huge = { ...usage, input: 1e308, cacheRead: 1e308 };
    expect(Number.isFinite(inputTotal(huge))).toBe(true);
    expect(Object.values(addUsage(huge, huge)).every(Number.isFinite)).toBe(true);
  });
});
