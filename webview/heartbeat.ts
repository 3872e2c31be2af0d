/** How often the host is asked whether it is still there, and how long it may take to say so, in milliseconds. */
const period = 5_000;
const patience = 10_000;

/**
 * Notices that nobody answers any more: VS Code starts an extension host anew after it died, but doesn't open its documents
 * again, so that a save would call nobody (PKG-16). `onLost` is told once; a late answer takes it back.
 */
export class Heartbeat {
  readonly #ask: () => Promise<unknown>;
  readonly #onLost: (isLost: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLost = false;

  constructor(ask: () => Promise<unknown>, onLost: (isLost: boolean) => void) {
    this.#ask = ask;
    this.#onLost = onLost;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#beat(), period);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #beat(): void {
    const waiting = setTimeout(() => this.#tell(true), patience);
    const answered = () => {
      clearTimeout(waiting);
      this.#tell(false);
      this.start();
    };
    this.#ask().then(answered, answered);
  }

  #tell(isLost: boolean): void {
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    this.#onLost(isLost);
  }
}
