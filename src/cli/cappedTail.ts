const mostBytes = 64 * 1024;

/** The last bytes of an output that may be of any length, as text. */
export class CappedTail {
  #parts: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length > 2 * mostBytes) this.#cut();
  }

  text(): string {
    this.#cut();
    return Buffer.concat(this.#parts).toString("utf8");
  }

  #cut(): void {
    const kept = Buffer.concat(this.#parts).subarray(-mostBytes);
    this.#parts = [Uint8Array.from(kept)];
    this.#length = kept.length;
  }
}
