import * as l10n from "@vscode/l10n";
import { childrenOf, isJsonObject, type JsonObject } from "../../src/protocol/index.ts";

/** A node that is selected in the drawing; its name is what the file says, or else its type. */
export interface SelectedNode {
  readonly id: string;
  readonly name: string;
}

/** The selected nodes of a page, in the order of the selection. */
export function selectedNodes(page: JsonObject | undefined, ids: readonly string[]): SelectedNode[] {
  if (page === undefined || ids.length === 0) return [];
  const wanted = new Set(ids);
  const found = new Map<string, string>();
  const waiting: unknown[] = [page];
  for (let next = waiting.pop(); next !== undefined && found.size < wanted.size; next = waiting.pop()) {
    if (!isJsonObject(next)) continue;
    if (typeof next.id === "string" && wanted.has(next.id) && next !== page) found.set(next.id, nameOf(next));
    for (const child of childrenOf(next)) waiting.push(child);
  }
  return ids.flatMap((id) => {
    const name = found.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** What the selection is called in one line. */
export function selectionWords(nodes: readonly SelectedNode[]): string {
  const [first] = nodes;
  return nodes.length === 1 && first !== undefined ? first.name : l10n.t("{0} nodes", nodes.length);
}

function nameOf({ name, type }: JsonObject): string {
  if (typeof name === "string" && name.trim() !== "") return name;
  return typeof type === "string" ? type : l10n.t("Node");
}
