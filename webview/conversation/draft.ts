import {
  type ComposerDraft,
  type DraftImage,
  isEmptyDraft,
  type PanelState,
  type WaitingMessage,
} from "../../src/protocol/index.ts";
import type { Host } from "../host.ts";
import type { DraftSource, SavedState } from "../savedState.ts";
import { DraftTeller } from "./draftTeller.ts";

/** What of a draft goes out. */
export interface DraftContent {
  readonly text: string;
  readonly images: readonly DraftImage[];
}

/**
 * The composer's text and images, and which handed-back messages they came from. Every change is kept at once, in the page's
 * own state, and soon by the host, so that hiding the panel or reloading the window loses nothing (PKG-7).
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
    this.#value = draftOf(
      { text: own.draft, images: own.draftImages },
      {
        from: [...own.draftFrom],
        lineage: own.draftLineage,
        revision: own.draftRevision,
      },
    );
    if (kept !== undefined && replaces(kept, this.#value)) this.#keep(kept);
  }

  get text(): string {
    return this.#value.text;
  }

  get images(): readonly DraftImage[] {
    return this.#value.images ?? [];
  }

  get from(): readonly DraftSource[] {
    return this.#value.from;
  }

  get isEmpty(): boolean {
    return this.text === "" && this.images.length === 0;
  }

  /** Takes what the person wrote. An emptied composer has nothing to do with a handed-back message any more. */
  write(text: string): void {
    this.#change({ text, images: this.images }, this.#value.from);
  }

  /** Adds a text behind what is there. */
  add(text: string): void {
    this.#change({ text: joined(this.text, text), images: this.images }, this.#value.from);
  }

  /** Adds images, each once. */
  addImages(images: readonly DraftImage[]): void {
    this.#change({ text: this.text, images: withImages(this.images, images) }, this.#value.from);
  }

  removeImage(sha256: string): void {
    const images = this.images.filter((image) => image.sha256 !== sha256);
    this.#change({ text: this.text, images }, this.#value.from);
  }

  /** Takes the place of what is there. */
  replace(content: DraftContent): void {
    this.#change(content, []);
  }

  /** Takes a handed-back message, behind what is there. */
  take(message: WaitingMessage): void {
    const content = { text: joined(this.text, message.text), images: withImages(this.images, imagesOf(message)) };
    this.#change(content, [...this.#value.from, sourceOf(message)]);
  }

  /** What was a command and no message goes; the messages that were in the composer with it wait above. */
  clear(): void {
    this.#change({ text: "", images: [] }, []);
    this.flush();
  }

  /**
   * Removes what was sent; what was written and added while it went out stays. The messages it came from are new when they
   * come back. `newest` is the state that had arrived by then: it doesn't know of the sending.
   */
  sent({ text, images }: DraftContent, newest: PanelState | undefined): void {
    const ids = this.from.map((source) => source.id);
    this.#justSent = { ids, state: newest };
    this.#offered = this.#offered.filter((id) => !ids.includes(id));
    const left = {
      text: this.text.startsWith(text) ? this.text.slice(text.length) : this.text,
      images: this.images.filter((image) => !images.some(({ sha256 }) => sha256 === image.sha256)),
    };
    this.#change(left, []);
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
    const { lineage, revision } = this.#value;
    this.#keep(
      newest !== undefined && isEmptyDraft(this.#value)
        ? draftOf({ text: newest.text, images: imagesOf(newest) }, { from: [sourceOf(newest)], lineage, revision })
        : this.#value,
    );
  }

  /** A message that was sent or dismissed elsewhere leaves the composer too, unless the person has changed it. */
  #leaveGone(unsent: readonly WaitingMessage[]): void {
    const left = this.#value.from.filter((source) => unsent.some((message) => message.id === source.id));
    if (left.length === this.from.length) return;
    const came = this.from.flatMap((source) => source.images ?? []);
    const isUntouched =
      left.length === 0 &&
      this.text === this.from.map((source) => source.text).reduce(joined, "") &&
      this.images.map(({ sha256 }) => sha256).join() === [...new Set(came)].join();
    const content = isUntouched ? { text: "", images: [] } : { text: this.text, images: this.images };
    this.#keep(draftOf(content, { ...this.#value, from: left }));
  }

  /** The person's own doing. */
  #change(content: DraftContent, from: ComposerDraft["from"]): void {
    const isEmptied = content.text === "" && content.images.length === 0;
    const { lineage, revision } = this.#value;
    this.#keep(draftOf(content, { from: isEmptied ? [] : from, lineage, revision: revision + 1 }));
    this.#teller.take(this.#value);
  }

  #keep(value: ComposerDraft): void {
    this.#value = value;
    this.#saved.update({
      draft: value.text,
      draftImages: value.images ?? [],
      draftFrom: value.from,
      draftLineage: value.lineage,
      draftRevision: value.revision,
      offered: this.#offered,
    });
  }
}

function draftOf(
  { text, images }: DraftContent,
  { from, lineage, revision }: Pick<ComposerDraft, "from" | "lineage" | "revision">,
): ComposerDraft {
  return { text, ...(images.length === 0 ? {} : { images: [...images] }), from, lineage, revision };
}

/** The page's own state may be some seconds old. What was written in another view only fills an empty composer. */
function replaces(kept: ComposerDraft, own: ComposerDraft): boolean {
  return kept.lineage === own.lineage ? kept.revision > own.revision : isEmptyDraft(own);
}

function sourceOf({ id, text, images }: WaitingMessage): DraftSource {
  return { id, text, ...(images === undefined ? {} : { images }) };
}

/** A message that waits knows its images by their hashes alone. */
function imagesOf({ images = [] }: WaitingMessage): DraftImage[] {
  return images.map((sha256) => ({ sha256, name: "" }));
}

function withImages(before: readonly DraftImage[], more: readonly DraftImage[]): DraftImage[] {
  const all = [...before];
  for (const image of more) if (!all.some(({ sha256 }) => sha256 === image.sha256)) all.push(image);
  return all;
}

function joined(before: string, text: string): string {
  return before.trim() === "" ? text : `${before}\n\n${text}`;
}
