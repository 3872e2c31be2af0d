import type { ComposerDraft } from "../../src/protocol/index.ts";

/** How often the host hears of what is being typed, in milliseconds. */
const period = 300;

/** Tells the host of the newest draft: of the first one at once, then at most once in each period, of the last one always. */
export class DraftTeller {
  readonly #tell: (draft: ComposerDraft) => void;
  #waiting: ComposerDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (draft: ComposerDraft) => void) {
    this.#tell = tell;
  }

  take(draft: ComposerDraft): void {
    this.#waiting = draft;
    if (this.#timer === undefined) this.flush();
  }

  /** Waits no longer: the page may be gone in a moment. */
  flush(): void {
    const draft = this.#waiting;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
    if (draft === undefined) return;
    this.#tell(draft);
    this.#timer = setTimeout(() => this.flush(), period);
  }
}
