import type { Cut } from "./cut.ts";
import { isObject, type JsonObject, nestsDeeper } from "./json.ts";
import { deepestNesting } from "./limits.ts";
import type { Manner } from "./manner.ts";
import { MeasuredText } from "./measuredText.ts";
import { countNodes, countRest } from "./nodeCounts.ts";
import { spellOnOneLine } from "./spell.ts";
import type { ListKey } from "./spelledTree.ts";

/** What of the document is shown: an object with the list of what is in it, from an entry of that list on. */
export interface Shown {
  readonly node: JsonObject;
  readonly listKey: ListKey;
  readonly from: number;
}

interface View {
  readonly text: MeasuredText;
  readonly cut: Cut;
  nodesLeftOut: number;
  valuesCut: number;
}

const tight: Manner = { lineEnd: "\n", unit: " ", colon: ":", comma: ",", padding: "", hasLines: false };

/**
 * The object as JSON, each page and node on a line of its own, with marks where something is left out; a first line says
 * what. Undefined when that is longer than `limit` UTF-16 units.
 */
export function jsonView(shown: Shown, cut: Cut, limit: number): string | undefined {
  const view: View = { text: new MeasuredText(limit), cut, nodesLeftOut: 0, valuesCut: 0 };
  addNode(view, shown, 0);
  if (view.text.isTooLong) return undefined;
  const whole = noteOf(view) + view.text.toString();
  return whole.length > limit ? undefined : whole;
}

function noteOf({ nodesLeftOut, valuesCut }: View): string {
  const parts = [
    ...(nodesLeftOut > 0 ? [`${nodesLeftOut} ${nodesLeftOut === 1 ? "node" : "nodes"}`] : []),
    ...(valuesCut > 0 ? [`parts of ${valuesCut} long ${valuesCut === 1 ? "value" : "values"}`] : []),
  ];
  if (parts.length === 0) return "";
  return `Left out, and marked "<… left out …>" below: ${parts.join(" and ")}. Ask for a page or node by its id to see what is in it.\n`;
}

function addNode(view: View, { node, listKey, from }: Shown, level: number): void {
  const { text } = view;
  text.add("{");
  for (const [index, [key, value]] of Object.entries(node).entries()) {
    if (text.isTooLong) return;
    text.add(index === 0 ? "" : ",", JSON.stringify(key), ":");
    if (key === listKey && Array.isArray(value) && value.length > 0) addList(view, value, from, level);
    else text.add(valueText(view, value));
  }
  text.add("}");
}

function addList(view: View, list: readonly unknown[], from: number, level: number): void {
  const { text, cut } = view;
  if (level >= cut.depth) {
    text.add(mark(view, list.length, countNodes(list), "left out: ask for this one by its id"));
    return;
  }
  const end = level === cut.depth - 1 ? Math.min(list.length, from + cut.perList) : list.length;
  let separator = "[";
  const startLine = () => {
    text.add(`${separator}\n${" ".repeat(level + 1)}`);
    separator = ",";
  };
  if (from > 0) {
    startLine();
    text.add(mark(view, from, countNodes(list.slice(0, from)), "before these left out"));
  }
  for (const entry of list.slice(from, end)) {
    if (text.isTooLong) return;
    startLine();
    if (isObject(entry)) addNode(view, { node: entry, listKey: "children", from: 0 }, level + 1);
    else text.add(valueText(view, entry));
  }
  if (end < list.length) {
    const way = level === 0 ? `with "from": ${end}` : "by its id";
    startLine();
    text.add(mark(view, list.length - end, countRest(list, end), `more left out: ask for this one ${way}`));
  }
  text.add(`\n${" ".repeat(level)}]`);
}

/** Stands for so many entries of a list, which are so many nodes with all that are in them. */
function mark(view: View, entries: number, nodes: number, what: string): string {
  view.nodesLeftOut += nodes;
  return JSON.stringify(`<${entries} ${what}>`);
}

function valueText(view: View, value: unknown): string {
  if (nestsDeeper(value, deepestNesting)) {
    view.valuesCut += 1;
    return JSON.stringify("<nested too deeply to show: left out>");
  }
  const { valueLength } = view.cut;
  const whole = spellOnOneLine(value, tight);
  if (whole.length <= valueLength) return whole;
  view.valuesCut += 1;
  if (typeof value !== "string") return JSON.stringify(`<a value of ${whole.length} characters left out>`);
  const kept = value.slice(0, valueLength / 2).toWellFormed();
  return JSON.stringify(`${kept}<${value.length - kept.length} more characters left out>`);
}
