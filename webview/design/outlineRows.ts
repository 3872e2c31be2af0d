import type { OutlineNode } from "../../src/protocol/index.ts";

/** One line of the outline. */
export interface OutlineRow {
  readonly node: OutlineNode;
  /** Its place in the whole outline, folded or not. */
  readonly index: number;
  /** The page that it is on. */
  readonly page: string;
  readonly parent: number | undefined;
  readonly hasChildren: boolean;
}

/** The nodes with what their depths say of each other. */
export function outlineRows(nodes: readonly OutlineNode[]): readonly OutlineRow[] {
  const above: number[] = [];
  let page = "";
  return nodes.map((node, index) => {
    while (above.length > 0 && (nodes[above.at(-1) ?? 0]?.depth ?? 0) >= node.depth) above.pop();
    if (above.length === 0) page = node.id;
    const parent = above.at(-1);
    above.push(index);
    return { node, index, page, parent, hasChildren: (nodes[index + 1]?.depth ?? -1) > node.depth };
  });
}

/** Pages and what stands on them show what they hold; what lies deeper is folded until somebody unfolds it. */
const foldedFrom = 2;

/** `turned`: the keys of rows that somebody folded or unfolded, against what they are by themselves. */
export function isFolded(row: OutlineRow, turned: ReadonlySet<string>): boolean {
  return row.hasChildren && row.node.depth >= foldedFrom !== turned.has(keyOf(row));
}

/** The rows that no folded one hides. */
export function unfoldedRows(rows: readonly OutlineRow[], turned: ReadonlySet<string>): readonly OutlineRow[] {
  const hidden = new Set<number>();
  return rows.filter(({ parent, index }) => {
    const above = parent === undefined ? undefined : rows[parent];
    const isHidden = above !== undefined && (hidden.has(above.index) || isFolded(above, turned));
    if (isHidden) hidden.add(index);
    return !isHidden;
  });
}

/** The rows above a row, up to its page. */
export function rowsAbove(rows: readonly OutlineRow[], row: OutlineRow): readonly OutlineRow[] {
  const above: OutlineRow[] = [];
  for (let next = row.parent; next !== undefined; next = rows[next]?.parent) {
    const parent = rows[next];
    if (parent !== undefined) above.push(parent);
  }
  return above;
}

/** What a row is remembered by: nodes without an id by their place. */
export function keyOf({ node, index }: OutlineRow): string {
  return node.id === "" ? `#${index}` : node.id;
}
