interface Row {
  readonly list: Element;
  readonly index: number;
}

/**
 * Sees to it that the focus is never nowhere: when the element that had it is removed or disabled, the same button of
 * the neighbouring row takes it, or else whoever `onLost` gives it to.
 */
export class FocusKeeper {
  readonly #root: HTMLElement;
  readonly #onLost: () => void;
  readonly #observer = new MutationObserver(() => this.#look());
  #last: HTMLElement | undefined;
  #row: Row | undefined;

  constructor(root: HTMLElement, onLost: () => void) {
    this.#root = root;
    this.#onLost = onLost;
  }

  start(): void {
    this.#root.addEventListener("focusin", this.#focused);
    this.#root.addEventListener("pointerdown", this.#pressed);
    this.#observer.observe(this.#root, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  }

  stop(): void {
    this.#observer.disconnect();
    this.#root.removeEventListener("focusin", this.#focused);
    this.#root.removeEventListener("pointerdown", this.#pressed);
  }

  #focused = ({ target }: Event): void => {
    const isKept = target instanceof HTMLElement && target.closest("[role=menu]") === null;
    this.#last = isKept ? target : undefined;
    this.#row = this.#last && rowOf(this.#last);
  };

  /** A press puts the focus elsewhere, perhaps nowhere, and that is then what the person wants. */
  #pressed = ({ target }: Event): void => {
    if (!(target instanceof Node && this.#last?.contains(target))) this.#last = undefined;
  };

  #look(): void {
    const last = this.#last;
    if (last === undefined) return;
    if (last.isConnected && !last.hasAttribute("disabled")) {
      this.#row = rowOf(last);
      return;
    }
    this.#last = undefined;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement === last;
    // Without the window's focus, taking it would draw it away from where the person is.
    if (!isLost || !document.hasFocus()) return;
    const neighbour = this.#row && buttonOf(this.#row, labelOf(last));
    if (neighbour === undefined) this.#onLost();
    else neighbour.focus();
  }
}

function rowOf(element: Element): Row | undefined {
  const row = element.closest(".waiting-list li");
  const list = row?.parentElement;
  return row && list ? { list, index: [...list.children].indexOf(row) } : undefined;
}

/** The button of this label in the row that is at the place now, or in the last one. */
function buttonOf({ list, index }: Row, label: string): HTMLElement | undefined {
  if (!list.isConnected) return undefined;
  const row = list.children[index] ?? list.lastElementChild;
  const buttons = [...(row?.querySelectorAll<HTMLElement>("vscode-button:not([disabled])") ?? [])];
  return buttons.find((button) => labelOf(button) === label) ?? buttons[0];
}

function labelOf(element: Element): string {
  return element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
}
