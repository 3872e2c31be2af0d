/** Named points that a script passes: a test waits until one is reached, and lets the script go on. */
export interface Points {
  /** The script is at the point. */
  reach(name: string): void;
  /** Resolves when the point has been reached once more than was waited for. */
  reached(name: string): Promise<void>;
  /** Lets one script pass the point, now or when it comes; without a name, all that wait now. */
  release(name?: string): void;
  /** Resolves when the point is released. */
  waitForRelease(name: string): Promise<void>;
  /** Forgets everything and lets all go. */
  reset(): void;
}

export function createPoints(): Points {
  const arrivals = createTurnstile();
  const permits = createTurnstile();
  return {
    reach: (name) => arrivals.add(name),
    reached: (name) => arrivals.take(name),
    release: (name) => (name === undefined ? permits.satisfyAll() : permits.add(name)),
    waitForRelease: (name) => permits.take(name),
    reset() {
      arrivals.reset();
      permits.reset();
    },
  };
}

/** Tokens by name: each `take` gets one, in order, and waits when there is none. */
function createTurnstile() {
  const tokens = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  const satisfyAll = (): void => {
    const all = [...waiting.values()].flat();
    waiting.clear();
    for (const resolve of all) resolve();
  };
  return {
    add(name: string): void {
      const resolve = waiting.get(name)?.shift();
      if (resolve === undefined) tokens.set(name, (tokens.get(name) ?? 0) + 1);
      else resolve();
    },
    take(name: string): Promise<void> {
      const count = tokens.get(name) ?? 0;
      if (count > 0) {
        tokens.set(name, count - 1);
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]));
    },
    satisfyAll,
    reset(): void {
      tokens.clear();
      satisfyAll();
    },
  };
}
