import type { Change, PanelState, ViewItem } from "../protocol/index.ts";

/**
 * The changes that lead from one state to another. An item whose text only grew costs the new text, not the whole
 * (a stream of any length posts little per piece); items that are the same object are passed over.
 */
export function differences(before: PanelState, after: PanelState): Change[] {
  return [...keyChanges(before, after), ...itemChanges(before.items, after.items)];
}

function keyChanges(before: PanelState, after: PanelState): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof PanelState)[]);
  keys.delete("items");
  const changed = [...keys].filter(
    (key) => before[key] !== after[key] && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return [];
  const present = changed.filter((key) => after[key] !== undefined);
  const values: Partial<Omit<PanelState, "items">> = Object.fromEntries(present.map((key) => [key, after[key]]));
  return [{ op: "set", values, removed: changed.filter((key) => after[key] === undefined) }];
}

function itemChanges(before: readonly ViewItem[], after: readonly ViewItem[]): Change[] {
  const changes: Change[] = [];
  if (after.length < before.length) changes.push({ op: "truncate", length: after.length });
  for (const [index, item] of after.entries()) {
    const old = before[index];
    if (old === item) continue;
    const grown = old === undefined ? undefined : grownText(old, item);
    if (grown === undefined) changes.push({ op: "item", index, item });
    else if (grown !== "") changes.push({ op: "append", index, text: grown });
  }
  return changes;
}

/** What was added to the text, when nothing else of the item changed. */
function grownText(before: ViewItem, after: ViewItem): string | undefined {
  if (!after.text.startsWith(before.text)) return undefined;
  const { text: _before, ...restBefore } = before;
  const { text: _after, ...restAfter } = after;
  return JSON.stringify(restBefore) === JSON.stringify(restAfter) ? after.text.slice(before.text.length) : undefined;
}
