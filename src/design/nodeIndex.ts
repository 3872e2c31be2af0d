import type { DesignDocument } from "./designDocument.ts";
import { isObject, type JsonObject } from "./json.ts";
import { childList, documentId, idOf, pageList, shownName } from "./names.ts";

/** A page or node of the document, and where it stands. */
export interface FoundNode {
  readonly node: JsonObject;
  /** The id of its page, or its own where it is one; undefined where that page has none. */
  readonly pageId: string | undefined;
  /** The id of what it is in: `"document"` for a page; undefined where that has none. */
  readonly parentId: string | undefined;
  /** What it and all around it are called, the page first. */
  readonly path: readonly string[];
}

interface Entry {
  readonly node: JsonObject;
  readonly parent: Entry | undefined;
}

const indexes = new WeakMap<DesignDocument, ReadonlyMap<string, Entry>>();

/** The page or node of an id; the first one in the document where the file repeats it. */
export function findNode(design: DesignDocument, id: string): FoundNode | undefined {
  const entry = indexOf(design).get(id);
  if (entry === undefined) return undefined;
  const way: JsonObject[] = [];
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent) way.unshift(at.node);
  return {
    node: entry.node,
    pageId: way[0] && idOf(way[0]),
    parentId: entry.parent === undefined ? documentId : idOf(entry.parent.node),
    path: way.map(shownName),
  };
}

/** The ids that pages and nodes have, each once, in the document's order. */
export function idsIn(design: DesignDocument): Iterable<string> {
  return indexOf(design).keys();
}

/** Made when it is first asked for. */
function indexOf(design: DesignDocument): ReadonlyMap<string, Entry> {
  const known = indexes.get(design);
  if (known !== undefined) return known;
  const index = makeIndex(design.root);
  indexes.set(design, index);
  return index;
}

function makeIndex(root: JsonObject): ReadonlyMap<string, Entry> {
  const index = new Map<string, Entry>();
  const waiting: Entry[] = [];
  const push = (list: readonly unknown[], parent: Entry | undefined) => {
    for (const node of list.toReversed()) if (isObject(node)) waiting.push({ node, parent });
  };
  push(pageList(root), undefined);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const id = idOf(next.node);
    if (id !== undefined && !index.has(id)) index.set(id, next);
    push(childList(next.node), next);
  }
  return index;
}
