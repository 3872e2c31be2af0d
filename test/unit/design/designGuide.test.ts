import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { deepestNesting, largestDocument, mostOperations, mostWork } from "../../../src/design/limits.ts";
import { lintRule, readLintRule } from "../../../src/design/lint/lintRule.ts";
import { knownFields, mayHoldChildren, nodeTypes } from "../../../src/design/nodeFields.ts";
import { isOperationName, keysOf, operationNames } from "../../../src/design/operationForm.ts";
import { applied, run } from "./designs.ts";

const guide = readFileSync("docs/design.md", "utf8");
const all = [...guide.matchAll(/^( *)```json\n([\s\S]*?)^ *```$/gm)].map(([, indent = "", text = ""]) =>
  text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
);
const ruleBlock = all.find((block) => block.includes('"check"')) ?? "";
const blocks = all.filter((block) => block !== ruleBlock);
const [before = "", ...lists] = blocks.slice(0, -1);

it("DOC-2, DOC-4: the operations of docs/design.md make of its first example the last one, byte for byte", () => {
  const operations = lists.flatMap((list): object[] => JSON.parse(list));
  expect(new Set(operations.map((operation) => Reflect.get(operation, "op")))).toEqual(new Set(operationNames));
  expect(applied(run(before, ...operations)).design.text).toBe(blocks.at(-1));
});

it("DOC-1: docs/design.md names every type of node and every field that is understood", () => {
  const fields = [
    ...Object.keys(knownFields("document", undefined)),
    ...Object.keys(knownFields("page", undefined)),
    ...nodeTypes.flatMap((type) => [type, ...Object.keys(knownFields("node", type))]),
  ];
  expect(new Set(fields).size).toBeGreaterThan(35);
  expect(fields.filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
});

it("DOC-2: docs/design.md names every key of the operations, the nodes without children, and the limits", () => {
  const keys = operationNames.filter(isOperationName).flatMap((op) => Object.values(keysOf(op)).flat());
  expect(keys.filter((key) => !guide.includes(`\`${key}\``) && !guide.includes(`"${key}"`))).toEqual([]);
  const leaves = nodeTypes.filter((type) => !mayHoldChildren(type)).map((type) => `\`${type}\``);
  expect(guide).toContain(`${leaves.slice(0, -1).join(", ")} and ${leaves.at(-1)} hold no children`);
  for (const limit of [
    `at most ${mostOperations} operations`,
    `at most ${deepestNesting} levels`,
    `at most ${largestDocument / 1_000_000} MB`,
    `at most ${mostWork / 1_000_000} MB of text`,
  ]) {
    expect(guide).toContain(limit);
  }
});

it("DOC-1: docs/design.md shows a rule that is one, and names every key and check of rules", () => {
  expect(readLintRule(JSON.parse(ruleBlock))).toMatchObject({ id: "small-text" });
  const { shape } = lintRule;
  const checks = shape.check.options.flatMap((option) => Object.keys(option.shape));
  expect(checks.length).toBeGreaterThan(6);
  const keys = Object.keys(shape).map((key) => `\`${key}\``);
  expect([...keys, ...checks.map((key) => `"${key}"`)].filter((name) => !guide.includes(name))).toEqual([]);
});
