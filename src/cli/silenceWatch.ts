import type { CliStatus } from "./session.ts";

/** Says once that nothing has come for too long, and that it goes on when something comes after that. */
export class SilenceWatch {
  readonly #milliseconds: number;
  readonly #say: (status: CliStatus) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #hasSaid = false;

  constructor(milliseconds: number, say: (status: CliStatus) => void) {
    this.#milliseconds = milliseconds;
    this.#say = say;
  }

  start(): void {
    this.stop();
    this.#isRunning = true;
    this.#wait();
  }

  /** Something has come. */
  notice(): void {
    if (!this.#isRunning) return;
    if (this.#hasSaid) this.#say({ kind: "working" });
    this.#wait();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#hasSaid = false;
    this.#timer = setTimeout(() => {
      this.#hasSaid = true;
      this.#say({ kind: "silent", seconds: Math.round(this.#milliseconds / 1_000) });
    }, this.#milliseconds);
  }
}
