import { type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { isObject, type JsonObject } from "./json.ts";
import { mostOperations } from "./limits.ts";
import { quote } from "./names.ts";
import { suggestion } from "./nearest.ts";
import { findFormIssue, isOperationName, keysOf, type Operation, operationNames } from "./operationForm.ts";
import { refuse } from "./refusal.ts";

const listForm = 'Give a JSON list such as [{"op":"update","id":"…","set":{"x":10}}].';

/** Reads a list of operations and checks the form of each one before any is applied. Refuses by throwing a `Refusal`. */
export function readOperations(text: string): readonly Operation[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    refuse(`The operations aren't valid JSON: ${whereJsonEnds(text)}. ${listForm}`);
  }
  if (!Array.isArray(list)) refuse(`The operations are ${quote(list)} where a list is expected. ${listForm}`);
  if (list.length === 0) refuse(`The list of operations is empty. ${listForm}`);
  if (list.length > mostOperations) {
    refuse(`There are ${list.length} operations; one list may hold ${mostOperations}. Send them in several calls.`);
  }
  for (const [index, operation] of list.entries()) checkForm(operation, index);
  return list as Operation[];
}

/** How messages call an operation; the first one is operation 1. */
export function operationTitle(index: number, op: unknown): string {
  return isOperationName(op) ? `Operation ${index + 1} (${op})` : `Operation ${index + 1}`;
}

function checkForm(operation: unknown, index: number): void {
  const names = operationNames.map((name) => `"${name}"`).join(", ");
  const title = operationTitle(index, isObject(operation) ? operation.op : undefined);
  if (!isObject(operation)) refuse(`${title} is ${quote(operation)} where an object with an "op" is expected.`);
  const { op } = operation;
  if (!isOperationName(op)) {
    const found = op === undefined ? 'has no "op"' : `has the "op" ${quote(op)}, which doesn't exist`;
    const meant = typeof op === "string" ? suggestion(op, operationNames) : "";
    refuse(`${title} ${found}.${meant} The operations are ${names}.`);
  }
  const problem = formProblem(op, operation);
  if (problem !== undefined) refuse(`${title}: ${problem} ${takes(op)}`);
}

function formProblem(op: Operation["op"], operation: JsonObject): string | undefined {
  const issue = findFormIssue(op, operation);
  if (issue === undefined) return undefined;
  const { required, optional } = keysOf(op);
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    return `"${key}" isn't a key of it.${suggestion(key, [...required, ...optional])}`;
  }
  const key = String(issue.path[0]);
  const value = operation[key];
  if (value === undefined) return `"${key}" is missing.`;
  if (issue.path.length > 1)
    return `"${key}" holds ${quote(lookUp(value, issue.path[1]))}. It must be ${expected[key]}.`;
  return `"${key}" is ${quote(value)}. It must be ${expected[key]}.`;
}

const expected: Readonly<Record<string, string>> = {
  id: "the id of a page or node, as text",
  parent: 'the id of what it goes into, as text; "document" for a page',
  index: "a whole number, 0 for the first place",
  node: "an object with the fields of the node",
  set: "an object with the fields to set",
  unset: "a list of the names of the fields to remove",
};

function takes(op: Operation["op"]): string {
  const { required, optional } = keysOf(op);
  const quoted = (keys: readonly string[]) => keys.map((key) => `"${key}"`).join(", ");
  const also = optional.length === 0 ? "" : `, and may take ${quoted(optional)}`;
  return `The operation ${op} takes ${quoted(required)}${also}.`;
}

/** What is wrong and where, as editors count: lines and columns from 1. */
function whereJsonEnds(text: string): string {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch {
    return "they are nested too deeply";
  }
  const [first] = errors;
  if (first === undefined) return "they can't be read";
  const lines = text.slice(0, first.offset).split("\n");
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  const problem = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${problem} at ${place}`;
}

function lookUp(value: unknown, key: PropertyKey | undefined): unknown {
  return typeof value === "object" && value !== null && key !== undefined ? Reflect.get(value, key) : undefined;
}
