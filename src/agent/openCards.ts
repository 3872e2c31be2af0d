import type { CardAnswer } from "../conversation/cards.ts";

/** The cards whose calls wait inside the running turn, by their items' ids. Nothing else is ever live (TRN-11). */
export class OpenCards {
  readonly #open = new Map<string, (answer: CardAnswer) => void>();

  /** The cards that wait, in the order in which they were opened. */
  get ids(): readonly string[] {
    return [...this.#open.keys()];
  }

  has(itemId: string): boolean {
    return this.#open.has(itemId);
  }

  /** The answer to a card. Rejects with the signal's reason when the wait ends without one. */
  wait(itemId: string, signal: AbortSignal): Promise<CardAnswer> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#open.delete(itemId);
        signal.removeEventListener("abort", abort);
      };
      const abort = () => {
        end();
        reject(signal.reason);
      };
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener("abort", abort);
      this.#open.set(itemId, (answer) => {
        end();
        resolve(answer);
      });
    });
  }

  /** Answers a card, once: whether it was waiting. */
  answer(itemId: string, answer: CardAnswer): boolean {
    const settle = this.#open.get(itemId);
    settle?.(answer);
    return settle !== undefined;
  }
}
