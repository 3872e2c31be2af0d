import type { Event } from "vscode";

/** VS Code's `EventEmitter` in small, so that an open package can be tested outside VS Code. */
export class Emitter<Value> {
  readonly #listeners = new Set<(value: Value) => unknown>();

  readonly event: Event<Value> = (listener, thisArgument, disposables) => {
    // Its own function: the same listener may be added twice.
    const heard = (value: Value) => listener.call(thisArgument, value);
    this.#listeners.add(heard);
    const disposable = { dispose: () => void this.#listeners.delete(heard) };
    disposables?.push(disposable);
    return disposable;
  };

  /** Tells every listener there is now; what one of them throws keeps it from none of the others. */
  fire(value: Value): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
