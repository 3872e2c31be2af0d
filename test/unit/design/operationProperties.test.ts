import fc from "fast-check";
import { type Node, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { type DesignDocument, designBytes, readDesign } from "../../../src/design/designDocument.ts";
import { treeOf } from "../../../src/design/documentTree.ts";
import { applyOperations } from "../../../src/design/operations.ts";
import { treeText } from "../../../src/design/spelledTree.ts";
import { chooser, spellOddly } from "./oddSpelling.ts";
import { applyPlain, type PlainObject, type PlainOperation, standings } from "./plainModel.ts";
import { counter, randomDocument, randomOperation } from "./randomWork.ts";

/** A document in an odd spelling, operations that fit it, and what they make of plain objects. */
interface Work {
  readonly text: string;
  readonly operations: readonly PlainOperation[];
  /** After each operation. */
  readonly results: readonly PlainObject[];
}

function makeWork(seed: number, count: number): Work {
  const text = spellOddly(randomDocument(seed), chooser(seed + 1));
  const choose = chooser(seed + 2);
  const root: PlainObject = JSON.parse(text);
  const newId = counter("made");
  const chosen = counter("chosen");
  const operations: PlainOperation[] = [];
  const results: PlainObject[] = [];
  for (let left = count; left > 0; left -= 1) {
    const operation = randomOperation(root, choose, chosen);
    applyPlain(root, JSON.parse(JSON.stringify(operation)), newId);
    operations.push(operation);
    results.push(structuredClone(root));
  }
  return { text, operations, results };
}

const seed = fc.nat();
const count = fc.integer({ min: 1, max: 12 });
const runs = { numRuns: 200 };

describe("any sequence of operations", () => {
  it("DOC-2: gives what the same operations give on plain objects, in one list", () => {
    fc.assert(
      fc.property(seed, count, (...numbers) => {
        const { text, operations, results } = makeWork(...numbers);
        const design = apply(read(text), operations, counter("made"));
        expect(design.root).toEqual(results.at(-1));
        expect(JSON.parse(design.text)).toEqual(design.root);
        expect(readDesign(designBytes(design)).kind).toBe("readable");
      }),
      runs,
    );
  });

  it("DOC-2: gives the same one by one, and every earlier version stays as it was, so that undo gives the first bytes", () => {
    fc.assert(
      fc.property(seed, count, (...numbers) => {
        const { text, operations, results } = makeWork(...numbers);
        const newId = counter("made");
        const versions = [{ design: read(text), bytes: text }];
        for (const [index, operation] of operations.entries()) {
          const design = apply(last(versions).design, [operation], newId);
          expect(design.root).toEqual(results[index]);
          versions.push({ design, bytes: design.text });
        }
        for (const { design, bytes } of versions) {
          expect(treeText(treeOf(design))).toBe(bytes);
          expect(JSON.parse(bytes)).toEqual(design.root);
        }
      }),
      runs,
    );
  });

  it("DOC-4: keeps every byte that they don't touch, and the objects of every untouched part", () => {
    fc.assert(
      fc.property(seed, count, (...numbers) => {
        const { text, operations } = makeWork(...numbers);
        const newId = counter("made");
        let before = read(text);
        for (const operation of operations) {
          const after = apply(before, [operation], newId);
          expectUntouchedBytes(before, after, operation);
          if (operation.op !== "replace") expectSharedObjects(before, after, operation);
          before = after;
        }
      }),
      runs,
    );
  });
});

/** Every field that the operation doesn't name is spelled as before, and the texts differ in one stretch only. */
function expectUntouchedBytes(before: DesignDocument, after: DesignDocument, operation: PlainOperation): void {
  const next = spellings(after.text);
  const named = operation.op === "update" ? [...Object.keys(operation.set ?? {}), ...(operation.unset ?? [])] : [];
  // Only a node that moved, and what is in it, is indented anew.
  const form = operation.op === "move" ? withoutIndents : (text: string | undefined) => text;
  const changed: string[] = [];
  for (const [id, fields] of spellings(before.text)) {
    const now = next.get(id);
    const isNamed = "id" in operation && operation.id === id;
    if (now === undefined || (isNamed && operation.op === "replace")) continue;
    for (const [key, value] of fields) {
      if (isNamed && named.includes(key)) continue;
      if (form(now.get(key)) !== form(value)) changed.push(`${id}.${key}`);
    }
  }
  expect(changed).toEqual([]);
  const kept = commonEnds(before.text, after.text);
  if (operation.op === "delete") expect(kept).toBe(after.text.length);
  if (operation.op === "insert" || operation.op === "copy") expect(kept).toBe(before.text.length);
}

/** By id, the fields of every page and node as they are spelled, with the white space around their colon; "document" is the document. */
function spellings(text: string): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  const walk = (node: Node | undefined, listKey: string, isRoot: boolean) => {
    const fields = new Map<string, string>();
    let id = isRoot ? "document" : undefined;
    for (const property of node?.children ?? []) {
      const [key, value] = property.children ?? [];
      if (!isRoot && key?.value === "id") id = String(value?.value);
      if (value?.type === "array" && key?.value === listKey) {
        for (const child of value.children ?? []) if (child.type === "object") walk(child, "children", false);
      } else {
        fields.set(String(key?.value), text.slice(property.offset, property.offset + property.length));
      }
    }
    if (id !== undefined) found.set(id, fields);
  };
  walk(parseTree(text), "pages", true);
  return found;
}

/** How many characters the texts have in common at their ends. */
function commonEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end;
}

/** Only what is around a node that moved may be alike and yet another object: the node may be where it was. */
function expectSharedObjects(before: DesignDocument, after: DesignDocument, operation: PlainOperation): void {
  const now = new Map(standings(after.root).map(({ node }) => [node.id, node]));
  const unshared = standings(before.root).filter(({ node }) => {
    const next = now.get(node.id);
    if (node.id === undefined || next === undefined || next === node) return false;
    if (operation.op === "move" && holds(node, operation.id)) return false;
    return isSame(next, node) || (isSame(next.children, node.children) && next.children !== node.children);
  });
  expect(unshared).toEqual([]);
}

function holds(node: PlainObject, id: string): boolean {
  return standings({ pages: [node] }).some((inside) => inside.node.id === id);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function apply(design: DesignDocument, operations: readonly PlainOperation[], newId: () => string): DesignDocument {
  const outcome = applyOperations(design, JSON.stringify(operations), newId);
  if (outcome.kind === "refused") throw new Error(outcome.reason);
  return outcome.design;
}

function read(text: string): DesignDocument {
  const design = readDesign(new TextEncoder().encode(text));
  if (design.kind === "damaged") throw new Error(design.reason);
  return design;
}

function last<T>(values: readonly T[]): T {
  const value = values.at(-1);
  if (value === undefined) throw new Error("The list is empty.");
  return value;
}

function withoutIndents(text: string | undefined): string | undefined {
  return text?.replace(/\n[ \t]*/g, "\n");
}
