import { idOf, quote, shownName } from "./names.ts";
import { type Branch, branchesIn } from "./spelledTree.ts";

/** Where a page or node stands while operations are applied; the document is the outermost. */
export interface Place {
  readonly kind: "document" | "page" | "node";
  /** What stands there now. */
  branch: Branch;
  readonly parent: Place | undefined;
  /** Where it stood in the parent's list when that was last looked for; others may have come and gone in front of it. */
  lastIndex: number;
}

/** The pages and nodes of a document by their ids, while operations are applied. */
export class Places {
  readonly document: Place;
  readonly #byId = new Map<string, Place>();
  /** All places of an id that several have. */
  readonly #shared = new Map<string, Place[]>();

  constructor(root: Branch) {
    this.document = { kind: "document", branch: root, parent: undefined, lastIndex: 0 };
    this.#addInside(this.document);
  }

  /** The places that have the id: several where the file repeats it. */
  all(id: string): readonly Place[] {
    const shared = this.#shared.get(id);
    if (shared !== undefined) return shared;
    const only = this.#byId.get(id);
    return only === undefined ? [] : [only];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** Takes up a branch that now stands at an index in `parent`, with all that is in it. Answers their ids in order. */
  add(branch: Branch, parent: Place, index: number): readonly string[] {
    const ids: string[] = [];
    this.#addInside(placeIn(parent, branch, index), ids);
    return ids;
  }

  /** Forgets a place and all that is in it, and answers the ids that went. */
  remove(place: Place): readonly string[] {
    const gone: string[] = [];
    for (const branch of branchesIn(place.branch)) {
      const id = idOf(branch.value);
      if (id === undefined) continue;
      this.#forget(id, branch);
      gone.push(id);
    }
    return gone;
  }

  #addInside(outermost: Place, ids: string[] = []): void {
    const waiting = [outermost];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.kind !== "document") this.#name(next, ids);
      const items = next.branch.list?.items ?? [];
      for (let index = items.length - 1; index >= 0; index -= 1) {
        const content = items[index]?.content;
        if (typeof content === "object") waiting.push(placeIn(next, content, index));
      }
    }
  }

  #name(place: Place, ids: string[]): void {
    const id = idOf(place.branch.value);
    if (id === undefined) return;
    ids.push(id);
    const known = this.#byId.get(id);
    if (known === undefined) {
      this.#byId.set(id, place);
      return;
    }
    const shared = this.#shared.get(id);
    if (shared === undefined) this.#shared.set(id, [known, place]);
    else shared.push(place);
  }

  #forget(id: string, branch: Branch): void {
    const left = this.all(id).filter((place) => place.branch !== branch);
    const [first] = left;
    if (first === undefined) this.#byId.delete(id);
    else this.#byId.set(id, first);
    if (left.length > 1) this.#shared.set(id, left);
    else this.#shared.delete(id);
  }
}

function placeIn(parent: Place, branch: Branch, index: number): Place {
  return { kind: parent.kind === "document" ? "page" : "node", branch, parent, lastIndex: index };
}

/** How deep a place lies: the document is 0, a page 1. */
export function levelOf(place: Place): number {
  let level = 0;
  for (let outer = place.parent; outer !== undefined; outer = outer.parent) level += 1;
  return level;
}

/** Where a place stands in its parent's list now. */
export function indexOf(place: Place): number {
  const items = place.parent?.branch.list?.items ?? [];
  const { branch, lastIndex } = place;
  for (let distance = 0; distance <= Math.max(lastIndex, items.length); distance += 1) {
    for (const index of [lastIndex + distance, lastIndex - distance]) {
      if (items[index]?.content !== branch) continue;
      place.lastIndex = index;
      return index;
    }
  }
  throw new Error("A node isn't where it was.");
}

export function isInside(place: Place, outer: Place): boolean {
  let at: Place | undefined = place;
  while (at !== undefined && at !== outer) at = at.parent;
  return at === outer;
}

/** How messages call what stands in a place: its type, name and id. */
export function callPlace({ kind, branch }: Pick<Place, "kind" | "branch">): string {
  if (kind === "document") return "the document";
  const { value } = branch;
  const type = kind === "page" || typeof value.type !== "string" ? kind : quote(value.type).slice(1, -1);
  const id = idOf(value);
  return `${type} ${quote(shownName(value))}${id === undefined ? "" : ` (${quote(id).slice(1, -1)})`}`;
}
