import { holdsInfinity, type JsonObject, nestsDeeper } from "./json.ts";
import { deepestNesting } from "./limits.ts";
import { quote } from "./names.ts";
import { knownFields } from "./nodeFields.ts";
import { refuse } from "./refusal.ts";

/** What fields belong to; `called` is how messages name it. */
export interface FieldOwner {
  readonly kind: "document" | "page" | "node";
  readonly type: unknown;
  readonly called: string;
}

/** What isn't a field like the others, and what to do instead of setting it. */
const fixedFields: ReadonlyMap<string, string> = new Map([
  ["id", "an id stays what it is."],
  ["type", 'use the operation "replace" to put a node of another type there.'],
  ["children", 'use "insert", "delete" and "move" for what is in it, or "replace" for all of it.'],
  ["pages", 'use "insert" with the parent "document", "delete" and "move" for pages.'],
]);

/** Refuses to set what can't be set, and to give a field that we understand a value of another kind. */
export function checkSet(owner: FieldOwner, set: JsonObject): void {
  for (const [key, value] of Object.entries(set)) {
    checkChangeable(owner, key);
    checkValue(owner, key, value);
  }
}

export function checkUnset(owner: FieldOwner, unset: readonly string[]): void {
  for (const key of unset) checkChangeable(owner, key);
}

function checkChangeable({ kind, called }: FieldOwner, key: string): void {
  const instead = fixedFields.get(key);
  if (instead !== undefined) refuse(`"${key}" of ${called} can't be set or unset: ${instead}`);
  if (kind !== "document" || Object.hasOwn(knownFields(kind, undefined), key)) return;
  refuse(`${quote(key)} of the document can't be set or unset; only "name" and "designSystem" can.`);
}

/** Refuses a value that a field can't have. A field that we don't know takes any value. */
export function checkValue({ kind, type, called }: FieldOwner, key: string, value: unknown): void {
  if (nestsDeeper(value, deepestNesting)) {
    refuse(`${quote(key)} of ${called} is nested more than ${deepestNesting} levels deep.`);
  }
  if (holdsInfinity(value)) refuse(`${quote(key)} of ${called} holds a number that is too large.`);
  const known = knownFields(kind, type);
  const field = Object.hasOwn(known, key) ? known[key] : undefined;
  if (field === undefined || field.form.safeParse(value).success) return;
  const hint = value === null ? ' To remove it, name it in "unset" of an update.' : "";
  refuse(`"${key}" of ${called} can't be ${quote(value)}: it must be ${field.expected}.${hint}`);
}
