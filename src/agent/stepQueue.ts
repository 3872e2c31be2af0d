/** Values from work that runs side by side, read one after the other as they come. */
export class StepQueue<Value> {
  readonly #values: Value[] = [];
  #wake: () => void = () => undefined;
  #end: { readonly error?: unknown } | undefined;

  push(value: Value): void {
    this.#values.push(value);
    this.#wake();
  }

  /** Nothing more comes. */
  end(): void {
    this.#end ??= {};
    this.#wake();
  }

  /** Nothing more comes, because of this: what is still unread is read before it is thrown. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void> {
    for (;;) {
      while (this.#values.length > 0) yield this.#values.shift() as Value;
      if (this.#end !== undefined) {
        if ("error" in this.#end) throw this.#end.error;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
