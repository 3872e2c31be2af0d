import type { Change, ViewItem } from "../protocol/index.ts";
import type { PanelFacts } from "./panelState.ts";

/** The changes that lead from what is shown besides the items to what is shown then. */
export function factChanges(before: PanelFacts, after: PanelFacts): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof PanelFacts)[]);
  const changed = [...keys].filter(
    (key) => before[key] !== after[key] && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return [];
  const present = changed.filter((key) => after[key] !== undefined);
  const values: Partial<PanelFacts> = Object.fromEntries(present.map((key) => [key, after[key]]));
  return [{ op: "set", values, removed: changed.filter((key) => after[key] === undefined) }];
}

/**
 * The changes that lead from items to others in their places, the first of which is given; none is taken away. An item whose
 * text only grew costs the new text, not the whole (a stream of any length posts little per piece).
 */
export function itemChanges(before: readonly ViewItem[], after: readonly ViewItem[], first: number): Change[] {
  const changes: Change[] = [];
  for (const [offset, item] of after.entries()) {
    const index = first + offset;
    const old = before[offset];
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
