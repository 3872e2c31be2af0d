import type { PanelState } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import { type Found, withPart } from "./matches.ts";

/** How long what changes is let gather before it is searched again, in milliseconds. */
const pause = 250;

export interface Wanted {
  readonly query: string;
  readonly matchCase: boolean;
}

/**
 * Has the host search the conversation, which knows all of it, and again what has changed since: the newest items, or
 * everything when a turn has ended.
 */
export class Search {
  readonly #host: Pick<Host, "ask">;
  readonly #onFound: (isNew: boolean) => void;
  #wanted: Wanted = { query: "", matchCase: false };
  #found: Found = [];
  #run = 0;
  /** What the request on its way is to bring: the matches from this place on, of something new or the same again. */
  #awaited: { readonly from: number; readonly isNew: boolean } | undefined;
  #seen: PanelState | undefined;
  #from = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onFound` is told whether something new was looked for, or the same again. */
  constructor(host: Pick<Host, "ask">, onFound: (isNew: boolean) => void) {
    this.#host = host;
    this.#onFound = onFound;
  }

  get found(): Found {
    return this.#found;
  }

  get wanted(): Wanted {
    return this.#wanted;
  }

  look(wanted: Wanted): void {
    this.#wanted = wanted;
    void this.#ask(0, true);
  }

  /** The conversation has changed. */
  follow(state: PanelState): void {
    const before = this.#seen;
    this.#seen = state;
    if (before === undefined || this.#wanted.query === "") return;
    if (before.items === state.items && before.turn === state.turn) return;
    const isOther = before.turn !== state.turn || before.itemsBefore !== state.itemsBefore;
    this.#from = Math.min(this.#from, isOther ? 0 : state.itemsBefore);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // What has changed may have been searched meanwhile.
      if (this.#from !== Number.POSITIVE_INFINITY) void this.#ask(this.#from, false);
    }, pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run++;
    this.#awaited = undefined;
    this.#wanted = { ...this.#wanted, query: "" };
    this.#found = [];
  }

  /** A request takes the place of the one on its way, and so brings what that one was to bring too. */
  async #ask(since: number, isOther: boolean): Promise<void> {
    const run = ++this.#run;
    const from = Math.min(since, this.#awaited?.from ?? since);
    const isNew = isOther || this.#awaited?.isNew === true;
    this.#awaited = { from, isNew };
    this.#from = Number.POSITIVE_INFINITY;
    const { query } = this.#wanted;
    let part: Found = [];
    if (query !== "") {
      try {
        part = (await this.#host.ask("findItems", { ...this.#wanted, from })).matches;
      } catch {
        // Nobody answers: what was found before is as good as it gets.
        if (run === this.#run) this.#awaited = undefined;
        return;
      }
    }
    if (run !== this.#run) return;
    this.#awaited = undefined;
    this.#found = withPart(from === 0 ? [] : this.#found, from, part);
    this.#onFound(isNew);
  }
}
