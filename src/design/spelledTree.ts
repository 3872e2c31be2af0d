/**
 * document.json as its values together with their spelling (DOC-4). Only what operations reach into is taken apart: the
 * document, its pages, their nodes, and the lists that hold these. Everything between is kept as pieces of the file, so
 * joining the pieces gives the file again, and what an operation doesn't touch can't change.
 */

import type { JsonObject } from "./json.ts";
import type { Manner } from "./manner.ts";

/** An object that operations change: the document, a page or a node. */
export interface Branch {
  readonly value: JsonObject;
  /** From its "{" to behind the "[" of its list; the whole object where it has no list. */
  readonly head: string;
  readonly list: List | undefined;
  /** From the "]" of its list to behind its "}"; "" where it has no list. */
  readonly foot: string;
}

/** The pages of the document, or the children of a page or node. */
export interface List {
  /** What the branch's value has at the list's key. */
  readonly value: readonly unknown[];
  readonly items: readonly Item[];
  /** The white space in front of the "]". */
  readonly tail: string;
}

export interface Item {
  /** What stands in front of it, from the "[" or the item before: white space, and a comma where it isn't the first. */
  readonly gap: string;
  /** A text where it isn't an object, and so neither page nor node. */
  readonly content: Branch | string;
}

export interface SpelledTree {
  /** The white space around the document's object. */
  readonly before: string;
  readonly root: Branch;
  readonly after: string;
  /** How the file is written. */
  readonly manner: Manner;
}

/** The key of the list that a branch holds its pages or nodes in. */
export type ListKey = "pages" | "children";

export function treeText(tree: SpelledTree): string {
  return tree.before + branchText(tree.root) + tree.after;
}

/** The texts of branches with a list, as far as they are known: an edit then joins a few long pieces, and not every node's. */
const texts = new WeakMap<Branch, string>();
/** A text of a list of leaves that is longer isn't kept: it would be there once for every version of the design. */
const longestKept = 65_536;

/** The branch was read from this text, of which it is a slice that takes no room of its own. */
export function keepText(branch: Branch, text: string): void {
  texts.set(branch, text);
}

/** Keeps its own stack: no nesting is too deep for it. */
export function branchText(branch: Branch): string {
  const pieces: string[] = [];
  const waiting: (Branch | string)[] = [branch];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "string") {
      pieces.push(next);
      continue;
    }
    const known = texts.get(next) ?? leavesText(next);
    if (known !== undefined) {
      pieces.push(known);
      continue;
    }
    pieces.push(next.head);
    waiting.push(next.foot);
    if (next.list === undefined) continue;
    waiting.push(next.list.tail);
    for (let index = next.list.items.length - 1; index >= 0; index -= 1) {
      const item = next.list.items[index];
      if (item !== undefined) waiting.push(item.content, item.gap);
    }
  }
  return pieces.join("");
}

/** The text of a branch that has no list, or a list of branches without one; undefined for any other. */
function leavesText(branch: Branch): string | undefined {
  const { head, list, foot } = branch;
  if (list === undefined) return head + foot;
  const pieces = [head];
  for (const { gap, content } of list.items) {
    if (typeof content !== "string" && content.list !== undefined) return undefined;
    pieces.push(gap, typeof content === "string" ? content : content.head + content.foot);
  }
  const text = [...pieces, list.tail, foot].join("");
  if (text.length <= longestKept) texts.set(branch, text);
  return text;
}

/** A branch and all that are in it. */
export function* branchesIn(branch: Branch): Generator<Branch> {
  const waiting = [branch];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const { content } of next.list?.items ?? []) if (typeof content !== "string") waiting.push(content);
  }
}

/** The length of a branch's text in UTF-16 units. */
export function branchLength(branch: Branch): number {
  let length = 0;
  for (const { head, list, foot } of branchesIn(branch)) {
    length += head.length + foot.length + (list?.tail.length ?? 0);
    for (const { gap, content } of list?.items ?? []) {
      length += gap.length + (typeof content === "string" ? content.length : 0);
    }
  }
  return length;
}

/** How many levels of branches a branch has, itself included; counts no further than to one more than `limit`. */
export function levelsOf(branch: Branch, limit: number): number {
  if (limit === 0) return 1;
  let below = 0;
  for (const { content } of branch.list?.items ?? []) {
    if (typeof content !== "string") below = Math.max(below, levelsOf(content, limit - 1));
    if (below === limit) break;
  }
  return 1 + below;
}
