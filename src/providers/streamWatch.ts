/** Ends a request when its signal aborts or when nothing has come for too long. */
export interface StreamWatch {
  /** The signal for the request itself. It aborts at once, whether or not anyone is waiting. */
  readonly signal: AbortSignal;
  /** Says that a byte came. */
  noticeBytes(): void;
  /**
   * Waits for a step of the stream. Rejects at once with the signal's reason after an abort, and with the idle error
   * after `idleMilliseconds` without a byte, even if the step never settles. Time between two waits doesn't count.
   */
  waitFor<T>(step: PromiseLike<T>): Promise<T>;
  /** Ends the request, if it still runs, and lets go of the signal. */
  close(): void;
}

export function watchStream(signal: AbortSignal, idleMilliseconds: number, createIdleError: () => Error): StreamWatch {
  const request = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rejectStep: (reason: unknown) => void = () => {};

  const end = (reason: unknown): void => {
    clearTimeout(timer);
    timer = undefined;
    request.abort(reason);
    rejectStep(reason);
  };
  const startTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => end(createIdleError()), idleMilliseconds);
  };
  const stopTimer = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const abort = (): void => end(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });

  return {
    signal: request.signal,
    noticeBytes() {
      if (timer !== undefined) startTimer();
    },
    async waitFor(step) {
      try {
        return await new Promise((resolve, reject) => {
          rejectStep = reject;
          step.then(resolve, reject);
          if (request.signal.aborted) reject(request.signal.reason);
          else startTimer();
        });
      } catch (error) {
        // What the transport says after its end has been called for is only an echo of that.
        throw request.signal.aborted ? request.signal.reason : error;
      } finally {
        stopTimer();
      }
    },
    close() {
      stopTimer();
      signal.removeEventListener("abort", abort);
      request.abort();
    },
  };
}
