import type { ShownRow } from "./shownRow.ts";

/** How many rows stay on the page because they are selected: what is copied has to be there. */
const mostSelected = 300;

interface Places {
  indexOf(place: number): number;
}

/** The indexes of rows that must not leave the page: the one with the focus, and all from one end of the selection to the other. */
export function pinnedRows(shown: readonly ShownRow[], rows: Places): number[] {
  const indexOf = (node: Node | null): number | undefined => {
    const row = node === null ? undefined : shown.find(({ element }) => element.contains(node));
    return row && rows.indexOf(row.first);
  };
  const focused = indexOf(document.activeElement);
  return [...(focused === undefined ? [] : [focused]), ...selectedRows(indexOf)];
}

function selectedRows(indexOf: (node: Node | null) => number | undefined): number[] {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed) return [];
  const ends = [indexOf(selection.anchorNode), indexOf(selection.focusNode)].filter((end) => end !== undefined);
  if (ends.length === 0) return [];
  const first = Math.min(...ends);
  return Array.from(
    { length: Math.min(Math.max(...ends) - first + 1, mostSelected) },
    (_row, offset) => first + offset,
  );
}
