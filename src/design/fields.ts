import { insertSpaced, removeSpaced, type Spaced } from "./gaps.ts";
import { isSame, setOwn } from "./json.ts";
import { endOfString, endOfValue, skipSpace } from "./jsonPlaces.ts";
import { hasLines, lastIndent, type Manner } from "./manner.ts";
import { spellOnLines, spellOnOneLine } from "./spell.ts";
import type { Branch } from "./spelledTree.ts";

/** A key of a branch with its value, in their spelling. */
interface Field extends Spaced {
  readonly key: string;
  /** The key and the colon, up to the value. */
  readonly name: string;
  /** The value; `[]` stands for the branch's list. */
  readonly text: string;
  readonly isList: boolean;
}

interface Fields {
  readonly fields: Field[];
  /** The white space in front of the "}". */
  readonly tail: string;
}

export interface FieldChanges {
  /** A new field goes in front of the branch's list, or to the end; an `id` first, a `name` behind the `id` and `type`. */
  readonly set: readonly (readonly [key: string, value: unknown])[];
  readonly unset: readonly string[];
}

/** Where a branch stands: the indent of its line, and whether it has lines of its own when it is empty. */
export interface Surroundings {
  readonly manner: Manner;
  readonly indent: string;
  readonly onLines: boolean;
}

/**
 * A branch whose own fields are others; its list and what isn't changed stay as they are spelled (DOC-4). The same branch
 * where nothing changes.
 */
export function changeFields(branch: Branch, { set, unset }: FieldChanges, around: Surroundings): Branch {
  const { fields, tail } = readFields(branch);
  const before = fields.length;
  const values = new Map<string, unknown>();
  for (const key of unset) removeField(fields, key);
  for (const [key, value] of set) {
    const index = fields.findLastIndex((field) => field.key === key);
    if (index >= 0 && isSame(branch.value[key], value)) continue;
    const text = index >= 0 ? respell(fields, index, value, around) : addField(fields, key, value, around);
    values.set(key, JSON.parse(text));
  }
  if (values.size === 0 && fields.length === before) return branch;
  const edge = around.onLines ? around.manner.lineEnd + around.indent : around.manner.padding;
  const newTail = fields.length === 0 ? "" : before === 0 ? edge : tail;
  return writeFields(branch, { fields, tail: newTail }, values);
}

/**
 * The branch with a field's value spelled as `respell` makes it of its text; all else stays as it is (DOC-4). The field is
 * there and isn't the branch's list.
 */
export function respellField(
  branch: Branch,
  key: string,
  around: Surroundings,
  respell: (text: string, inside: Surroundings) => string,
): Branch {
  const { fields, tail } = readFields(branch);
  const index = fields.findLastIndex((field) => field.key === key);
  const field = fields[index];
  if (field === undefined) throw new Error(`There is no field “${key}”.`);
  const isEmpty = /^[[{]\s*[\]}]$/.test(field.text);
  const onLines = isEmpty ? around.onLines : hasLines(field.text);
  const text = respell(field.text, { manner: around.manner, indent: indentOf(fields, index, around), onLines });
  fields[index] = { ...field, text };
  return writeFields(branch, { fields, tail }, new Map([[key, JSON.parse(text)]]));
}

/** The branch with an empty list under a key that held none. */
export function withEmptyList(branch: Branch, key: "pages" | "children", around: Surroundings): Branch {
  const { set, unset } = { set: [[key, []]] as const, unset: branch.value[key] === undefined ? [] : [key] };
  const changed = changeFields(branch, { set, unset }, around);
  const { fields, tail } = readFields(changed);
  const index = fields.findLastIndex((field) => field.key === key);
  const marked = fields.map((field, at) => (at === index ? { ...field, isList: true } : field));
  const value: unknown[] = [];
  const list = { value, items: [], tail: "" };
  return writeFields({ ...changed, list }, { fields: marked, tail }, new Map([[key, value]]));
}

function readFields({ head, list, foot }: Branch): Fields {
  const text = head + foot;
  const listStart = list === undefined ? -1 : head.length - 1;
  const fields: Field[] = [];
  let at = 1;
  for (;;) {
    const gapStart = at;
    at = skipSpace(text, at);
    if (text[at] === "}") return { fields, tail: text.slice(gapStart, at) };
    if (text[at] === ",") at = skipSpace(text, at + 1);
    const keyStart = at;
    const keyEnd = endOfString(text, at);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    at = endOfValue(text, start);
    fields.push({
      gap: text.slice(gapStart, keyStart),
      key: String(JSON.parse(text.slice(keyStart, keyEnd))),
      name: text.slice(keyStart, start),
      text: text.slice(start, at),
      isList: start === listStart,
    });
  }
}

/** `values` holds the new values by key; the others are the old ones, so that what didn't change stays the same object. */
function writeFields(branch: Branch, { fields, tail }: Fields, values: ReadonlyMap<string, unknown>): Branch {
  const value: Record<string, unknown> = {};
  let text = "{";
  let headEnd = 0;
  for (const { gap, key, name, text: spelled, isList } of fields) {
    text += gap + name + spelled;
    if (isList) headEnd = text.length - 1;
    setOwn(value, key, values.has(key) ? values.get(key) : branch.value[key]);
  }
  text += `${tail}}`;
  return branch.list === undefined
    ? { value, head: text, list: undefined, foot: "" }
    : { value, head: text.slice(0, headEnd), list: branch.list, foot: text.slice(headEnd) };
}

/** A key may be there more than once. */
function removeField(fields: Field[], key: string): void {
  for (let index = fields.length - 1; index >= 0; index -= 1) {
    if (fields[index]?.key === key) removeSpaced(fields, index);
  }
}

function respell(fields: Field[], index: number, value: unknown, around: Surroundings): string {
  const field = fields[index];
  if (field === undefined) throw new Error("There is no such field.");
  const isContainer = /^(?:\{|\[)\s*[^\]}\s]/.test(field.text);
  const onLines = isContainer ? hasLines(field.text) : around.onLines;
  const indent = indentOf(fields, index, around);
  const text = onLines ? spellOnLines(value, around.manner, indent) : spellOnOneLine(value, around.manner);
  fields[index] = { ...field, text };
  return text;
}

function addField(fields: Field[], key: string, value: unknown, around: Surroundings): string {
  const { manner, indent, onLines } = around;
  const index = placeFor(fields, key);
  const name = JSON.stringify(key) + manner.colon;
  const make = (gap: string): Field => ({ gap, key, name, text: "", isList: false });
  if (fields.length === 0) fields.push(make(onLines ? manner.lineEnd + indent + manner.unit : manner.padding));
  else insertSpaced(fields, index, make, manner.comma);
  return respell(fields, index, value, around);
}

function placeFor(fields: readonly Field[], key: string): number {
  if (key === "id") return 0;
  const index = fields.findIndex((field) =>
    key === "name" ? field.key !== "id" && field.key !== "type" : field.isList,
  );
  return index < 0 ? fields.length : index;
}

function indentOf(fields: readonly Field[], index: number, { indent }: Surroundings): string {
  for (let at = index; at >= 0; at -= 1) {
    const own = lastIndent(fields[at]?.gap ?? "");
    if (own !== undefined) return own;
  }
  return indent;
}
