import type { DrawingContext } from "./context.ts";
import type { Extent } from "./extent.ts";
import type { JsonObject } from "./fields.ts";
import { type Lookups, lookUp, type Uses } from "./lookups.ts";
import type { SvgNode } from "./svgNode.ts";

interface Kept<T> {
  readonly result: T;
  readonly uses: Uses;
  readonly drawing: number;
}

/** One entry for both: a weak map is what costs here. */
interface KeptOfNode {
  drawn: Kept<SvgNode | undefined> | undefined;
  extent: Kept<Extent> | undefined;
}

/**
 * What earlier drawings made of each node object. It stays good while the object is the same one and everything the
 * drawing looked up (tokens, components, assets) is: the same node then gives the same SvgNode, by identity.
 */
export class DrawingMemory {
  readonly #kept = new WeakMap<JsonObject, KeptOfNode>();
  /** Everything that was ever looked up, with what it gave last, and the drawing it last changed in. */
  readonly #values = new Map<string, { readonly value: unknown; readonly changed: number }>();
  #context: DrawingContext | undefined;
  #drawing = 0;
  #lastId = 0;

  /** Begins a drawing: finds out what changed outside the nodes since the last one. */
  begin(context: DrawingContext): void {
    if (context === this.#context) return;
    this.#context = context;
    this.#drawing += 1;
    for (const [key, { value }] of this.#values) {
      const now = lookUp(context, key);
      if (now !== value) this.#values.set(key, { value: now, changed: this.#drawing });
    }
  }

  /** An id no element of any drawing with this memory has. */
  newId(): string {
    this.#lastId += 1;
    return `drawing-${this.#lastId}`;
  }

  drawn(node: JsonObject, lookups: Lookups, draw: () => SvgNode | undefined): SvgNode | undefined {
    const entry = this.#entryOf(node);
    entry.drawn = this.#recall(entry.drawn, lookups, draw);
    return entry.drawn.result;
  }

  extent(node: JsonObject, lookups: Lookups, measure: () => Extent): Extent {
    const entry = this.#entryOf(node);
    entry.extent = this.#recall(entry.extent, lookups, measure);
    return entry.extent.result;
  }

  #entryOf(node: JsonObject): KeptOfNode {
    const known = this.#kept.get(node);
    if (known !== undefined) return known;
    const entry = { drawn: undefined, extent: undefined };
    this.#kept.set(node, entry);
    return entry;
  }

  #recall<T>(known: Kept<T> | undefined, lookups: Lookups, make: () => T): Kept<T> {
    if (known !== undefined && this.#isGood(known)) {
      lookups.note(known.uses);
      return known;
    }
    const { result, uses } = lookups.during(make);
    for (const key of uses) this.#watch(key);
    return { result, uses, drawing: this.#drawing };
  }

  #isGood({ uses, drawing }: Kept<unknown>): boolean {
    for (const key of uses) if ((this.#values.get(key)?.changed ?? Number.POSITIVE_INFINITY) > drawing) return false;
    return true;
  }

  #watch(key: string): void {
    if (this.#context === undefined || this.#values.has(key)) return;
    this.#values.set(key, { value: lookUp(this.#context, key), changed: this.#drawing });
  }
}
