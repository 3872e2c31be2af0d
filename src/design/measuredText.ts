/** A text that is put together of pieces until it is longer than it may be, in UTF-16 units. */
export class MeasuredText {
  readonly #pieces: string[] = [];
  readonly #limit: number;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isTooLong(): boolean {
    return this.#length > this.#limit;
  }

  add(...pieces: readonly string[]): void {
    for (const piece of pieces) {
      this.#length += piece.length;
      this.#pieces.push(piece);
    }
  }

  toString(): string {
    return this.#pieces.join("");
  }
}
