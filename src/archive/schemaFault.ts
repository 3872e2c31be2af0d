/** Why a parsed conversation.json is not one of format 1, in one sentence for the person who opened it. */

import type * as z from "zod";
import { isFormat1 } from "./formatCheck.ts";
import { deepestNesting, nestsDeeper } from "./nesting.ts";
import { conversationSchema, type StoredConversation } from "./schema.ts";

/** Narrows the parsed object itself, because a schema's copy drops own `__proto__` keys. */
export function isStoredConversation(value: unknown): value is StoredConversation {
  return (isFormat1(value) && !nestsDeeper(value, deepestNesting)) || findFault(value) === undefined;
}

/** The first thing in a JSON value that format 1 can't read (FMT-1, FMT-5), as a sentence with its key path. */
export function explainFault(value: unknown): string {
  return findFault(value) ?? "conversation.json could not be read.";
}

function findFault(value: unknown): string | undefined {
  if (!isObject(value)) {
    return `conversation.json holds ${describe(value)}, where an object is expected.`;
  }
  const version = value.formatVersion;
  if (version !== 1) {
    return explainVersion(version);
  }
  for (const [key, inner] of Object.entries(value)) {
    if (nestsDeeper(inner, deepestNesting - 1)) {
      return `conversation.json is nested more than ${deepestNesting} levels deep, in ${quote(key)}.`;
    }
  }
  const issue = conversationSchema.safeParse(value).error?.issues[0];
  return issue && `In conversation.json, ${formatPath(issue.path)} ${explainIssue(issue, lookUp(value, issue.path))}.`;
}

function explainVersion(version: unknown): string {
  if (version === undefined) {
    return "conversation.json has no formatVersion.";
  }
  if (typeof version === "number" && version > 1) {
    return `conversation.json was saved by a newer version (formatVersion ${version}).`;
  }
  const shown = typeof version === "string" || typeof version === "number" ? quote(version) : describe(version);
  return `conversation.json has the formatVersion ${shown}, which this version does not know.`;
}

function explainIssue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "custom") {
    return issue.message;
  }
  if (value === undefined) {
    return "is missing";
  }
  if (value === "") {
    return "is empty";
  }
  if (issue.code === "invalid_type") {
    return `is ${describe(value)}, where ${expectations.get(issue.expected) ?? issue.expected} is expected`;
  }
  return typeof value === "string"
    ? `is ${quote(value)}, which this version does not know`
    : `is ${describe(value)}, where text is expected`;
}

const expectations: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);

function describe(value: unknown): string {
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object" && value !== null) {
    return "an object";
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? "a number" : "a number too large to hold";
  }
  return typeof value === "string" ? "text" : String(value);
}

/** A value from the file, short and with what can't be seen as escapes: the file may come from anyone. */
function quote(value: string | number): string {
  const characters = Array.from(typeof value === "string" ? value.slice(0, 82) : String(value));
  const shown = characters.length > 40 ? [...characters.slice(0, 40), "…"] : characters;
  return JSON.stringify(shown.join("")).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => escapeUnit(character.charCodeAt(unit))).join(""),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** `items[3].type`. Only keys of the schemas stand in an issue's path, so none needs quoting. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

function lookUp(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isObject(inner) || Array.isArray(inner) ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isContainer(value) && !Array.isArray(value);
}
