/** A handed-back message that is in the composer now, with the text it came with. */
export interface DraftSource {
  readonly id: string;
  readonly text: string;
}

/** What survives hiding the panel and reloading the window, and never enters the package (PKG-7). */
interface Saved {
  readonly draft: string;
  readonly draftFrom: readonly DraftSource[];
  /** Ids of handed-back messages that were offered to the composer once. */
  readonly offered: readonly string[];
  /** Width of the design's half in percent; undefined: as the style sheet has it. */
  readonly split: number | undefined;
  /** Whether the outline is folded away where the halves are stacked. */
  readonly outlineFolded: boolean;
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
  const { draft, draftFrom, offered, split, outlineFolded } = fields;
  return {
    draft: typeof draft === "string" ? draft : "",
    draftFrom: Array.isArray(draftFrom) ? draftFrom.filter(isDraftSource) : [],
    offered: Array.isArray(offered) ? offered.filter((id) => typeof id === "string") : [],
    split: typeof split === "number" && Number.isFinite(split) ? split : undefined,
    outlineFolded: outlineFolded === true,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isDraftSource(value: unknown): value is DraftSource {
  return isRecord(value) && typeof value.id === "string" && typeof value.text === "string";
}
