import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CliStatus } from "../../../src/cli/session.ts";
import { SilenceWatch } from "../../../src/cli/silenceWatch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a silent CLI", () => {
  it("CLI-4: is told of after a minute without anything, once, and when it goes on", () => {
    const said: CliStatus[] = [];
    const watch = new SilenceWatch(60_000, (status) => said.push(status));
    watch.start();
    vi.advanceTimersByTime(59_000);
    watch.notice();
    vi.advanceTimersByTime(59_000);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(300_000);
    expect(said).toEqual([{ kind: "silent", seconds: 60 }]);
    watch.notice();
    watch.notice();
    expect(said).toEqual([{ kind: "silent", seconds: 60 }, { kind: "working" }]);
  });

  it("CLI-4: isn't silent while nobody waits for it", () => {
    const said: CliStatus[] = [];
    const watch = new SilenceWatch(60_000, (status) => said.push(status));
    watch.start();
    watch.stop();
    watch.notice();
    vi.advanceTimersByTime(300_000);
    expect(said).toEqual([]);
  });
});
