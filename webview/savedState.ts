import { readViews, type View } from "./design/view.ts";

/** A handed-back message that is in the composer now, with the text it came with. */
export interface DraftSource {
  readonly id: string;
  readonly text: string;
}

/** What survives hiding the panel and reloading the window, and never enters the package (PKG-7). */
interface Saved {
  readonly draft: string;
  readonly draftFrom: readonly DraftSource[];
  /** Which of two drafts is the newer: see ComposerDraft. */
  readonly draftLineage: string;
  readonly draftRevision: number;
  /** Ids of handed-back messages that were offered to the composer once. */
  readonly offered: readonly string[];
  /** Width of the design's half in percent; undefined: as the style sheet has it. */
  readonly split: number | undefined;
  /** Whether the outline is folded away. */
  readonly outlineFolded: boolean;
  /** Whether the drawing is folded away where the halves are stacked. */
  readonly drawingFolded: boolean;
  /** The page that is shown; undefined: the first one. */
  readonly page: string | undefined;
  /** Where the pages of the drawing were left, by their ids, the latest last; a page that isn't here is shown whole. */
  readonly views: Readonly<Record<string, View>>;
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
  const { draft, draftFrom, draftLineage, draftRevision, offered, split, outlineFolded, drawingFolded, page, views } =
    fields;
  return {
    draft: typeof draft === "string" ? draft : "",
    draftFrom: Array.isArray(draftFrom) ? draftFrom.filter(isDraftSource) : [],
    draftLineage: typeof draftLineage === "string" ? draftLineage : crypto.randomUUID(),
    draftRevision: typeof draftRevision === "number" && Number.isFinite(draftRevision) ? draftRevision : 0,
    offered: Array.isArray(offered) ? offered.filter((id) => typeof id === "string") : [],
    split: typeof split === "number" && Number.isFinite(split) ? split : undefined,
    outlineFolded: outlineFolded === true,
    drawingFolded: drawingFolded === true,
    page: typeof page === "string" ? page : undefined,
    views: readViews(views),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isDraftSource(value: unknown): value is DraftSource {
  return isRecord(value) && typeof value.id === "string" && typeof value.text === "string";
}
