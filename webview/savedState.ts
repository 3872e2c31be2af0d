import type { DraftImage } from "../src/protocol/index.ts";
import { type AnswerDraft, readDrafts } from "./cards/answerDraft.ts";
import { readViews, type View } from "./design/view.ts";

/** A handed-back message that is in the composer now, with the text it came with. */
export interface DraftSource {
  readonly id: string;
  readonly text: string;
  /** SHA-256 of each image that it came with; absent: none. */
  readonly images?: string[] | undefined;
}

/** What survives hiding the panel and reloading the window, and never enters the package (PKG-7). */
interface Saved {
  readonly draft: string;
  readonly draftImages: readonly DraftImage[];
  readonly draftFrom: readonly DraftSource[];
  /** Which of two drafts is the newer: see ComposerDraft. */
  readonly draftLineage: string;
  readonly draftRevision: number;
  /** Ids of handed-back messages that were offered to the composer once. */
  readonly offered: readonly string[];
  /** Width of the design's half in percent; undefined: as the style sheet has it. */
  readonly split: number | undefined;
  /** The outline's width in pixels; undefined: as the style sheet has it. */
  readonly outlineWidth: number | undefined;
  /** Whether the outline is folded away. */
  readonly outlineFolded: boolean;
  /** Whether the drawing is folded away where the halves are stacked. */
  readonly drawingFolded: boolean;
  /** Where the conversation is read; undefined: at its end. */
  readonly reading: Reading | undefined;
  /** The page that is shown; undefined: the first one. */
  readonly page: string | undefined;
  /** Where the pages of the drawing were left, by their ids, the latest last; a page that isn't here is shown whole. */
  readonly views: Readonly<Record<string, View>>;
  /** What is filled in on cards that wait for an answer, by their items' ids. */
  readonly cardDrafts: Readonly<Record<string, readonly AnswerDraft[]>>;
}

/** Where the person reads: the item at the top of what is seen, and how far below that its row begins, in pixels. */
export interface Reading {
  readonly first: number;
  readonly id: string;
  readonly offset: number;
}

interface StateStore {
  getState(): unknown;
  setState(state: unknown): unknown;
}

/** The panel's own small memory, kept by VS Code for as long as the editor's tab is open. */
export class SavedState {
  #store: StateStore;
  #value: Saved;

  constructor(store: StateStore) {
    this.#store = store;
    this.#value = readSaved(store.getState());
  }

  get value(): Saved {
    return this.#value;
  }

  update(changed: Partial<Saved>): void {
    this.#value = { ...this.#value, ...changed };
    this.#store.setState(this.#value);
  }
}

function readSaved(stored: unknown): Saved {
  const fields: Record<string, unknown> = isRecord(stored) ? stored : {};
  const {
    draft,
    draftImages,
    draftFrom,
    draftLineage,
    draftRevision,
    offered,
    split,
    outlineFolded,
    drawingFolded,
    page,
    views,
    cardDrafts,
  } = fields;
  return {
    draft: typeof draft === "string" ? draft : "",
    draftImages: Array.isArray(draftImages) ? draftImages.filter(isDraftImage) : [],
    draftFrom: Array.isArray(draftFrom) ? draftFrom.filter(isDraftSource) : [],
    draftLineage: typeof draftLineage === "string" ? draftLineage : crypto.randomUUID(),
    draftRevision: typeof draftRevision === "number" && Number.isFinite(draftRevision) ? draftRevision : 0,
    offered: Array.isArray(offered) ? offered.filter((id) => typeof id === "string") : [],
    split: typeof split === "number" && Number.isFinite(split) ? split : undefined,
    outlineWidth:
      typeof fields.outlineWidth === "number" && Number.isFinite(fields.outlineWidth) ? fields.outlineWidth : undefined,
    outlineFolded: outlineFolded === true,
    drawingFolded: drawingFolded === true,
    reading: readReading(fields.reading),
    page: typeof page === "string" ? page : undefined,
    views: readViews(views),
    cardDrafts: readDrafts(cardDrafts),
  };
}

function readReading(stored: unknown): Reading | undefined {
  if (!isRecord(stored)) return undefined;
  const { first, id, offset } = stored;
  if (!Number.isSafeInteger(first) || typeof id !== "string" || !Number.isFinite(offset)) return undefined;
  return { first: Number(first), id, offset: Number(offset) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isDraftSource(value: unknown): value is DraftSource {
  if (!isRecord(value) || typeof value.id !== "string" || typeof value.text !== "string") return false;
  const { images } = value;
  return images === undefined || (Array.isArray(images) && images.every((each) => typeof each === "string"));
}

function isDraftImage(value: unknown): value is DraftImage {
  return isRecord(value) && typeof value.sha256 === "string" && typeof value.name === "string";
}
