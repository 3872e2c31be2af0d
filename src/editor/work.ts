/** An open package's turn, for a person who may be looking at something else. */
export interface Work {
  /** Whether an editor of the package can be seen. */
  readonly isShown: boolean;
  readonly isRunning: boolean;
  /** The cards that wait for the person, by their items' ids. */
  readonly openCards: readonly string[];
}

/** Turns that run where nobody looks; those that wait for the person come first (TRN-10). */
export function hiddenWork<W extends Work>(all: readonly W[]): readonly W[] {
  const hidden = all.filter(({ isRunning, isShown }) => isRunning && !isShown);
  return [...hidden.filter(waits), ...hidden.filter((work) => !waits(work))];
}

/** Whether a turn stands still until the person says something. */
export function waits({ openCards }: Work): boolean {
  return openCards.length > 0;
}

/** Remembers which cards were open before, so that each one is told of at most once. */
export class OpenedCards {
  #known: ReadonlySet<string> = new Set();

  /** The work that nobody sees and that has opened a card since the last look. */
  look<W extends Work>(all: readonly W[]): readonly W[] {
    const before = this.#known;
    this.#known = new Set(all.flatMap(({ openCards }) => openCards));
    return hiddenWork(all).filter(({ openCards }) => openCards.some((id) => !before.has(id)));
  }
}
