import { isObject } from "./json.ts";
import { childList } from "./names.ts";

type Nodes = readonly unknown[];

/** Kept for as long as the lists are: what didn't change is the same list in every version. */
const counts = new WeakMap<Nodes, number>();

/** How many pages or nodes a list of document.json holds, with all that are in them. */
export function countNodes(list: Nodes): number {
  const found: { readonly list: Nodes; readonly outer: number; count: number }[] = [{ list, outer: -1, count: 0 }];
  for (let index = 0; index < found.length; index += 1) {
    const next = found[index];
    if (next === undefined) continue;
    const known = counts.get(next.list);
    if (known !== undefined) {
      next.count = known;
      continue;
    }
    for (const node of next.list) {
      if (!isObject(node)) continue;
      next.count += 1;
      const inside = childList(node);
      if (inside.length > 0) found.push({ list: inside, outer: index, count: 0 });
    }
  }
  for (const next of found.toReversed()) {
    counts.set(next.list, next.count);
    const outer = found[next.outer];
    if (outer !== undefined) outer.count += next.count;
  }
  return counts.get(list) ?? 0;
}

/** How many of them come after its first entries, with all that are in these. */
export function countRest(list: Nodes, first: number): number {
  return first >= list.length ? 0 : countNodes(list) - countNodes(list.slice(0, first));
}
