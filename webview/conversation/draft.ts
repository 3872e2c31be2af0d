import { type ComposerDraft, isEmptyDraft, type PanelState, type WaitingMessage } from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import type { DraftSource, SavedState } from "../savedState.ts";
import { DraftTeller } from "./draftTeller.ts";

/**
 * The composer's text, and which handed-back messages it came from. Every change is kept at once, in the page's own state,
 * and soon by the host, so that hiding the panel or reloading the window loses nothing (PKG-7).
 */
export class Draft {
  #saved: SavedState;
  #teller: DraftTeller;
  #value: ComposerDraft;
  #offered: readonly string[];
  #justSent: { readonly ids: readonly string[]; readonly state: PanelState | undefined } | undefined;

  /** `kept` is what the host has kept. */
  constructor(host: Host, kept: ComposerDraft | undefined) {
    const own = host.saved.value;
    this.#saved = host.saved;
    this.#teller = new DraftTeller((draft) => host.tell("keepDraft", draft));
    host.onLeave(() => this.flush());
    this.#offered = own.offered;
    this.#value = {
      text: own.draft,
      from: [...own.draftFrom],
      lineage: own.draftLineage,
      revision: own.draftRevision,
    };
    if (kept !== undefined && replaces(kept, this.#value)) this.#keep(kept);
  }

  get text(): string {
    return this.#value.text;
  }

  get from(): readonly DraftSource[] {
    return this.#value.from;
  }

  /** Takes what the person wrote. An emptied composer has nothing to do with a handed-back message any more. */
  write(text: string): void {
    this.#change(text, text === "" ? [] : this.#value.from);
  }

  /** Adds a text behind what is there. */
  add(text: string): void {
    this.#change(joined(this.text, text), this.#value.from);
  }

  /** Takes a handed-back message, behind what is there. */
  take(message: WaitingMessage): void {
    this.#change(joined(this.text, message.text), [...this.#value.from, sourceOf(message)]);
  }

  /**
   * Removes a text that was sent; what was typed while it went out stays. The messages it came from are new when they
   * come back. `newest` is the state that had arrived by then: it doesn't know of the sending.
   */
  sent(text: string, newest: PanelState | undefined): void {
    const ids = this.from.map((source) => source.id);
    this.#justSent = { ids, state: newest };
    this.#offered = this.#offered.filter((id) => !ids.includes(id));
    this.#change(this.text.startsWith(text) ? this.text.slice(text.length) : this.text, []);
    this.flush();
  }

  /** The person leaves the composer or the page: the host is told what it doesn't know yet. */
  flush(): void {
    this.#teller.flush();
  }

  /**
   * Meets the messages that wait to be sent again: the newest new one fills an empty composer, once (TRN-6). The host isn't
   * told what of this follows from the state alone.
   */
  meet(state: PanelState): void {
    const gone = this.#justSent?.state === state ? this.#justSent.ids : [];
    const unsent = state.unsent.filter((message) => !gone.includes(message.id));
    this.#leaveGone(unsent);
    const fresh = unsent.filter((message) => message.sendable && !this.#offered.includes(message.id));
    const newest = fresh.at(-1);
    const ids = unsent.map((message) => message.id);
    if (newest === undefined && this.#offered.every((id) => ids.includes(id))) return;
    this.#offered = ids;
    const isFilled = newest !== undefined && isEmptyDraft(this.#value);
    this.#keep(isFilled ? { ...this.#value, text: newest.text, from: [sourceOf(newest)] } : this.#value);
  }

  /** A message that was sent or dismissed elsewhere leaves the composer too, unless the person has changed it. */
  #leaveGone(unsent: readonly WaitingMessage[]): void {
    const left = this.#value.from.filter((source) => unsent.some((message) => message.id === source.id));
    if (left.length === this.from.length) return;
    const isUntouched = left.length === 0 && this.text === this.from.map((source) => source.text).reduce(joined, "");
    this.#keep({ ...this.#value, text: isUntouched ? "" : this.text, from: left });
  }

  /** The person's own doing. */
  #change(text: string, from: ComposerDraft["from"]): void {
    this.#keep({ ...this.#value, text, from, revision: this.#value.revision + 1 });
    this.#teller.take(this.#value);
  }

  #keep(value: ComposerDraft): void {
    this.#value = value;
    this.#saved.update({
      draft: value.text,
      draftFrom: value.from,
      draftLineage: value.lineage,
      draftRevision: value.revision,
      offered: this.#offered,
    });
  }
}

/** The page's own state may be some seconds old. What was written in another view only fills an empty composer. */
function replaces(kept: ComposerDraft, own: ComposerDraft): boolean {
  return kept.lineage === own.lineage ? kept.revision > own.revision : isEmptyDraft(own);
}

function sourceOf({ id, text }: WaitingMessage): DraftSource {
  return { id, text };
}

function joined(before: string, text: string): string {
  return before.trim() === "" ? text : `${before}\n\n${text}`;
}
