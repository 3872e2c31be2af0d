/** The promise's value; rejects with the signal's reason as soon as that aborts. */
export async function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const heard = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: heard.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    heard.abort();
  }
}

/** Waits for a promise, but no longer than so many milliseconds; whether it came in time. */
export async function settleWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isInTime = await Promise.race([promise.then(() => true), patience]);
  clearTimeout(timer);
  return isInTime;
}
