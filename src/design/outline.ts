import type { DesignDocument } from "./designDocument.ts";
import { isObject } from "./json.ts";

/** A page or a node, with how deep it lies (a page is 0). */
export interface OutlineEntry {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly depth: number;
}

/** The document's pages and nodes in order, at most `limit` of them, and how many more there are. What isn't a node by DOC-1 is passed over. */
export function outline(
  design: Pick<DesignDocument, "root">,
  limit: number,
): { entries: OutlineEntry[]; more: number } {
  const entries: OutlineEntry[] = [];
  let more = 0;
  const stack = children(design.root.pages, 0, "page");
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (entries.length < limit) entries.push(next.entry);
    else more += 1;
    // Not spread into arguments: a file may hold more siblings than a call takes.
    for (const child of children(next.node.children, next.entry.depth + 1, "node")) stack.push(child);
  }
  return { entries, more };
}

interface Visit {
  readonly node: Readonly<Record<string, unknown>>;
  readonly entry: OutlineEntry;
}

/** In reverse, so that a stack gives them in order. */
function children(value: unknown, depth: number, kind: "page" | "node"): Visit[] {
  if (!Array.isArray(value)) return [];
  return value
    .flatMap((node: unknown): Visit[] => (isObject(node) ? [{ node, entry: entryOf(node, depth, kind) }] : []))
    .reverse();
}

function entryOf(node: Readonly<Record<string, unknown>>, depth: number, kind: "page" | "node"): OutlineEntry {
  const type = kind === "page" ? "page" : textOr(node.type, "node");
  const id = textOr(node.id, "");
  return { id, type, name: textOr(node.name, textOr(node.text, id || type)), depth };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}
