import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Heartbeat } from "../../../webview/heartbeat.ts";

describe("the heartbeat", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("PKG-16: says nothing while the host answers", async () => {
    const told: boolean[] = [];
    let asked = 0;
    const heartbeat = new Heartbeat(
      async () => {
        asked += 1;
      },
      (isLost) => told.push(isLost),
    );
    heartbeat.start();
    await vi.advanceTimersByTimeAsync(60_000);
    heartbeat.stop();
    expect(asked).toBeGreaterThan(5);
    expect(told).toEqual([]);
  });

  it("PKG-16: notices within twenty seconds that nobody answers, and takes it back when somebody does", async () => {
    const told: boolean[] = [];
    let answer: () => void = () => undefined;
    const heartbeat = new Heartbeat(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
      (isLost) => told.push(isLost),
    );
    heartbeat.start();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual([true]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([true, false]);
    heartbeat.stop();
  });
});
