import { isObject, type JsonObject } from "./json.ts";
import { endOfString, endOfValue, skipSpace } from "./jsonPlaces.ts";
import { mannerOf } from "./manner.ts";
import { type Branch, type Item, keepText, type ListKey, type SpelledTree } from "./spelledTree.ts";

/** An object whose end isn't read yet. Of repeated keys the last one counts, so its list may still turn out not to be one. */
interface OpenBranch {
  readonly start: number;
  readonly gap: string;
  readonly listKey: ListKey;
  headEnd: number;
  items: Item[] | undefined;
  tail: string;
  footStart: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Takes the text of a document apart that JSON.parse has made `value` of. */
export function readTree(text: string, value: JsonObject): SpelledTree {
  const start = skipSpace(text, 0);
  const { root, end } = readBranches(text, start, "pages");
  giveValues(root, value, "pages");
  return { before: text.slice(0, start), root, after: text.slice(end), manner: mannerOf(text) };
}

/** Takes the text of a page or node apart that JSON.parse has made `value` of. */
export function readNode(text: string, value: JsonObject): Branch {
  const { root } = readBranches(text, 0, "children");
  giveValues(root, value, "children");
  return root;
}

/** Keeps its own stack: no nesting is too deep for it. The branches have no values yet. */
function readBranches(text: string, start: number, listKey: ListKey): { root: Branch; end: number } {
  const open: OpenBranch[] = [];
  let current = opened(start, "", listKey);
  let inList = false;
  let at = start + 1;
  for (;;) {
    const gapStart = at;
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1);
    const code = text.charCodeAt(at);
    if (inList && code === 0x5d) {
      current.tail = text.slice(gapStart, at);
      current.footStart = at;
      inList = false;
      at += 1;
    } else if (inList && code === 0x7b) {
      open.push(current);
      current = opened(at, text.slice(gapStart, at), "children");
      inList = false;
      at += 1;
    } else if (inList) {
      const end = endOfValue(text, at);
      current.items?.push({ gap: text.slice(gapStart, at), content: text.slice(at, end) });
      at = end;
    } else if (code === 0x7d) {
      at += 1;
      const branch = closed(text, current, at);
      const outer = open.pop();
      if (outer === undefined) return { root: branch, end: at };
      outer.items?.push({ gap: current.gap, content: branch });
      current = outer;
      inList = true;
    } else {
      const keyEnd = endOfString(text, at);
      const isListKey = keyIs(text, at, keyEnd, current.listKey);
      const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
      inList = isListKey && text.charCodeAt(valueStart) === 0x5b;
      if (isListKey) current.items = inList ? [] : undefined;
      at = inList ? valueStart + 1 : endOfValue(text, valueStart);
      if (inList) current.headEnd = at;
    }
  }
}

function opened(start: number, gap: string, listKey: ListKey): OpenBranch {
  return { start, gap, listKey, headEnd: start, items: undefined, tail: "", footStart: start };
}

const unread: JsonObject = {};

function closed(text: string, { start, items, headEnd, tail, footStart }: OpenBranch, end: number): Branch {
  if (items === undefined) return { value: unread, head: text.slice(start, end), list: undefined, foot: "" };
  const list = { value: [], items, tail };
  const branch: Branch = { value: unread, head: text.slice(start, headEnd), list, foot: text.slice(footStart, end) };
  keepText(branch, text.slice(start, end));
  return branch;
}

function keyIs(text: string, start: number, end: number, key: ListKey): boolean {
  if (end - start === key.length + 2) return text.startsWith(key, start + 1);
  if (end - start < key.length + 2) return false;
  const spelled = text.slice(start, end);
  return spelled.includes("\\") && JSON.parse(spelled) === key;
}

function giveValues(root: Branch, value: JsonObject, listKey: ListKey): void {
  const waiting: [Mutable<Branch>, unknown, ListKey][] = [[root, value, listKey]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [branch, branchValue, key] = next;
    if (!isObject(branchValue)) throw new Error("The text isn't the one that the value was read from.");
    branch.value = branchValue;
    const list: unknown = branchValue[key];
    if (branch.list === undefined || !Array.isArray(list)) continue;
    branch.list = { ...branch.list, value: list };
    for (const [index, { content }] of branch.list.items.entries()) {
      if (typeof content !== "string") waiting.push([content, list[index], "children"]);
    }
  }
}
