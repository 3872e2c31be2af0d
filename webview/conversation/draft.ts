import type { PanelState, WaitingMessage } from "../../src/protocol/index.ts";
import type { DraftSource, SavedState } from "../savedState.ts";

/**
 * The composer's text, and which handed-back messages it came from. Every change is kept at once, so that hiding the
 * panel or reloading the window loses nothing (PKG-7).
 */
export class Draft {
  #saved: SavedState;
  #text: string;
  #from: readonly DraftSource[];
  #offered: readonly string[];
  #justSent: { readonly ids: readonly string[]; readonly state: PanelState | undefined } | undefined;

  constructor(saved: SavedState) {
    this.#saved = saved;
    this.#text = saved.value.draft;
    this.#from = saved.value.draftFrom;
    this.#offered = saved.value.offered;
  }

  get text(): string {
    return this.#text;
  }

  get from(): readonly DraftSource[] {
    return this.#from;
  }

  /** Takes what the person wrote. An emptied composer has nothing to do with a handed-back message any more. */
  write(text: string): void {
    this.#keep(text, text === "" ? [] : this.#from);
  }

  /** Adds a text behind what is there. */
  add(text: string): void {
    this.#keep(joined(this.#text, text), this.#from);
  }

  /** Takes a handed-back message, behind what is there. */
  take(message: WaitingMessage): void {
    const source = { id: message.id, text: message.text };
    this.#keep(joined(this.#text, message.text), [...this.#from, source]);
  }

  /**
   * Removes a text that was sent; what was typed while it went out stays. The messages it came from are new when they
   * come back. `newest` is the state that had arrived by then: it doesn't know of the sending.
   */
  sent(text: string, newest: PanelState | undefined): void {
    const ids = this.#from.map((source) => source.id);
    this.#justSent = { ids, state: newest };
    this.#offered = this.#offered.filter((id) => !ids.includes(id));
    this.#keep(this.#text.startsWith(text) ? this.#text.slice(text.length) : this.#text, []);
  }

  /** Meets the messages that wait to be sent again: the newest new one fills an empty composer, once (TRN-6). */
  meet(state: PanelState): void {
    const gone = this.#justSent?.state === state ? this.#justSent.ids : [];
    const unsent = state.unsent.filter((message) => !gone.includes(message.id));
    this.#leaveGone(unsent);
    const fresh = unsent.filter((message) => message.sendable && !this.#offered.includes(message.id));
    const newest = fresh.at(-1);
    const ids = unsent.map((message) => message.id);
    if (newest === undefined && this.#offered.every((id) => ids.includes(id))) return;
    this.#offered = ids;
    if (newest !== undefined && this.#text === "" && this.#from.length === 0) this.take(newest);
    else this.#keep(this.#text, this.#from);
  }

  /** A message that was sent or dismissed elsewhere leaves the composer too, unless the person has changed it. */
  #leaveGone(unsent: readonly WaitingMessage[]): void {
    const left = this.#from.filter((source) => unsent.some((message) => message.id === source.id));
    if (left.length === this.#from.length) return;
    const isUntouched = left.length === 0 && this.#text === this.#from.map((source) => source.text).reduce(joined, "");
    this.#keep(isUntouched ? "" : this.#text, left);
  }

  #keep(text: string, from: readonly DraftSource[]): void {
    this.#text = text;
    this.#from = from;
    this.#saved.update({ draft: text, draftFrom: from, offered: this.#offered });
  }
}

function joined(before: string, text: string): string {
  return before.trim() === "" ? text : `${before}\n\n${text}`;
}
