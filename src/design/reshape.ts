import { changeFields, type Surroundings } from "./fields.ts";
import { reindent } from "./manner.ts";
import type { Branch, Item, List } from "./spelledTree.ts";

/** The branch as it is spelled at another indent. Its values are the same objects. Nests no deeper than a call may. */
export function reindentBranch(branch: Branch, from: string, to: string): Branch {
  if (from === to) return branch;
  const shift = (text: string) => reindent(text, from, to);
  const list = branch.list && {
    value: branch.list.value,
    items: branch.list.items.map(({ gap, content }) => ({
      gap: shift(gap),
      content: typeof content === "string" ? shift(content) : reindentBranch(content, from, to),
    })),
    tail: shift(branch.list.tail),
  };
  return { value: branch.value, head: shift(branch.head), list, foot: shift(branch.foot) };
}

/** A copy of the branch in which it and all that are in it have ids of their own, given in their order. Nests no deeper than a call may. */
export function copyBranch(branch: Branch, newId: () => string, around: Surroundings): Branch {
  const named = changeFields(branch, { set: [["id", newId()]], unset: [] }, around);
  if (named.list === undefined) return named;
  const inside = { ...around, onLines: false };
  const items = named.list.items.map(
    ({ gap, content }): Item => ({
      gap,
      content: typeof content === "string" ? content : copyBranch(content, newId, inside),
    }),
  );
  return withList(named, { ...named.list, items, value: valuesOf(items, named.list.value) }, "children");
}

/** The branch with another list in the place of the one that it has. */
export function withList(branch: Branch, list: List, key: "pages" | "children"): Branch {
  return { ...branch, list, value: { ...branch.value, [key]: list.value } };
}

function valuesOf(items: readonly Item[], former: readonly unknown[]): unknown[] {
  return items.map(({ content }, index) => (typeof content === "string" ? former[index] : content.value));
}
