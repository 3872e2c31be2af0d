import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noticeBytes } from "../../../src/providers/noticeBytes.ts";
import { watchStream } from "../../../src/providers/streamWatch.ts";

const idle = new Error("idle");
const never = new Promise<never>(() => {});

function watch(signal: AbortSignal = new AbortController().signal) {
  return watchStream(signal, 1000, () => idle);
}

/** What has become of a promise by now. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise.catch((error: unknown) => error), Promise.resolve("waiting")]);
}

describe("watchStream", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends a wait that nothing came in, and the request with it", async () => {
    const watched = watch();
    const waiting = watched.waitFor(never);
    waiting.catch(() => {});
    await vi.advanceTimersByTimeAsync(999);
    expect(watched.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(waiting).rejects.toBe(idle);
    expect(watched.signal.reason).toBe(idle);
  });

  it("begins to count anew with every byte", async () => {
    const watched = watch();
    watched.waitFor(never).catch(() => {});
    for (let round = 0; round < 5; round++) {
      await vi.advanceTimersByTimeAsync(900);
      watched.noticeBytes();
    }
    expect(watched.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(watched.signal.reason).toBe(idle);
  });

  it("doesn't count between two waits, nor after the end", async () => {
    const watched = watch();
    expect(await watched.waitFor(Promise.resolve(1))).toBe(1);
    watched.noticeBytes();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(watched.signal.aborted).toBe(false);
    watched.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("TRN-6: an abort ends the wait with its reason, whatever the step says then", async () => {
    const stop = new AbortController();
    const watched = watch(stop.signal);
    const step = new Promise((_, reject) => {
      watched.signal.addEventListener("abort", () => reject(new Error("an echo")));
    });
    const waiting = watched.waitFor(step);
    stop.abort("stopped");
    await expect(waiting).rejects.toBe("stopped");
    await expect(watched.waitFor(Promise.resolve("late"))).rejects.toBe("stopped");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("TRN-6: an abort before the first wait counts too", async () => {
    await expect(watch(AbortSignal.abort("early")).waitFor(never)).rejects.toBe("early");
  });

  it("lets go of the signal when it closes", () => {
    const stop = new AbortController();
    const remove = vi.spyOn(stop.signal, "removeEventListener");
    watch(stop.signal).close();
    expect(remove).toHaveBeenCalledOnce();
  });

  it("passes a failure of the step on", async () => {
    const failure = new Error("broken");
    await expect(watch().waitFor(Promise.reject(failure))).rejects.toBe(failure);
    expect(await stateOf(watch().waitFor(never))).toBe("waiting");
  });
});

describe("noticeBytes", () => {
  it("tells of the headers and of every chunk, and changes none", async () => {
    let count = 0;
    const body = new ReadableStream({
      start(controller) {
        for (const piece of ["a", "b", "c"]) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const response = noticeBytes(new Response(body, { headers: { "request-id": "r" } }), () => count++);
    expect(await response.text()).toBe("abc");
    expect(response.headers.get("request-id")).toBe("r");
    expect(count).toBe(4);
  });

  it("leaves a refusal as it is", () => {
    const refusal = new Response("no", { status: 529 });
    expect(noticeBytes(refusal, () => {})).toBe(refusal);
  });
});
