import type { TouchedNodes } from "../conversation/toolRound.ts";
import type { DesignDocument } from "../design/designDocument.ts";
import { findNode } from "../design/nodeIndex.ts";

/** So many nodes are named. */
const mostNamed = 12;

interface Change {
  readonly created: readonly (readonly string[])[];
  readonly changed: readonly string[];
}

/** What a batch of operations came to, in the names that the nodes have now; what is gone goes by the name that it had. */
export function touchedNodes(
  before: DesignDocument | undefined,
  after: DesignDocument,
  { created, changed }: Change,
): TouchedNodes {
  const news = new Set(created.flat());
  const old = changed.filter((id) => !news.has(id));
  const gone = old.filter((id) => id !== "document" && findNode(after, id) === undefined);
  // Of what an operation put in, the first one holds the others.
  const heads = created.flatMap((ids) => ids.slice(0, 1));
  const named = [...new Set([...heads, ...old])].slice(0, mostNamed);
  const pages = new Set([...heads, ...old].map((id) => pageOf(after, id) ?? pageOf(before, id)));
  const [page] = pages;
  return {
    created: news.size,
    changed: old.length - gone.length,
    deleted: gone.length,
    ...(pages.size === 1 && page !== undefined ? { page } : {}),
    nodes: named.map((id) => ({
      id,
      name: (findNode(after, id) === undefined ? nodeName(before, id) : nodeName(after, id)) ?? id,
    })),
  };
}

/** What a page or node is called: its name, or its id where it has none. */
export function nodeName(design: DesignDocument | undefined, id: string | undefined): string | undefined {
  const node = design === undefined || id === undefined ? undefined : findNode(design, id)?.node;
  const name = node?.name;
  return typeof name === "string" && name !== "" ? name : id;
}

/** The name of the page that a node is on; a page itself is on none. */
function pageOf(design: DesignDocument | undefined, id: string): string | undefined {
  const found = design && findNode(design, id);
  return found === undefined || found.path.length < 2 ? undefined : found.path[0];
}
