import type { Host } from "../host.ts";
import type { ReadingPlace } from "./scrollKeeper.ts";

/** How long a position has to stay before it is kept, in milliseconds. */
const calm = 150;

/** Keeps where the person reads over hiding the panel and reloading the window; the end is where one reads without it. */
export class ReadingMemory {
  readonly #host: Host;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest: (() => void) | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.onLeave(() => this.#write());
  }

  /** Where the person read last; undefined at the end, or when the item isn't there any more. `idAt`: the id, where it is known. */
  read(count: number, idAt: (place: number) => string | undefined): ReadingPlace | undefined {
    const { reading } = this.#host.saved.value;
    if (reading === undefined || reading.first >= count) return undefined;
    const id = idAt(reading.first);
    return id === undefined || id === reading.id ? { first: reading.first, offset: reading.offset } : undefined;
  }

  /** `id` is that of the item at the place. */
  keep(place: ReadingPlace | undefined, id: string): void {
    this.#newest = () => this.#host.saved.update({ reading: place && { ...place, id } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), calm);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#newest?.();
    this.#newest = undefined;
  }
}
