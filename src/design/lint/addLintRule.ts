import type { DesignDocument } from "../designDocument.ts";
import { designOf, treeOf } from "../documentTree.ts";
import { changeFields, respellField, type Surroundings } from "../fields.ts";
import { insertSpaced, type Spaced } from "../gaps.ts";
import { isObject } from "../json.ts";
import { endOfValue, skipSpace } from "../jsonPlaces.ts";
import { isOnLines } from "../layout.ts";
import { largestDocument } from "../limits.ts";
import { hasLines, lastIndent } from "../manner.ts";
import { quote } from "../names.ts";
import { Places } from "../places.ts";
import { spellOnLines, spellOnOneLine } from "../spell.ts";
import type { Branch } from "../spelledTree.ts";
import type { LintRule } from "./lintRule.ts";

const key = "lintRules";

/**
 * The design with a rule at the end of `designSystem.lintRules`; every other byte stays (DOC-4). Throws, saying why, where
 * the rules are another package's or what is there isn't a list, and when there is a rule of this id.
 */
export function withLintRule(design: DesignDocument, rule: LintRule): DesignDocument {
  const { designSystem } = design.root;
  const fault = findPlaceFault(designSystem, rule.id);
  if (fault !== undefined) throw new Error(fault);
  const tree = treeOf(design);
  const onLines = isOnLines(new Places(tree.root).document);
  const around: Surroundings = { manner: tree.manner, indent: lastIndent(tree.before) ?? "", onLines };
  const root =
    designSystem === undefined
      ? changeFields(tree.root, { set: [["designSystem", { [key]: [rule] }]], unset: [] }, around)
      : respellField(tree.root, "designSystem", around, (text, inside) => withRule(text, rule, inside));
  const after = designOf({ ...tree, root }, design.mark);
  if (after.text.length > largestDocument) throw new Error("The document would become too large.");
  return after;
}

/** Why a rule of this id can't be added to what `designSystem` holds; undefined when it can. */
export function findPlaceFault(designSystem: unknown, id: string): string | undefined {
  if (typeof designSystem === "string") {
    return `The rules belong to the design system ${quote(designSystem)}: open that package and add the rule there.`;
  }
  if (designSystem === undefined) return undefined;
  if (!isObject(designSystem)) return "“designSystem” in document.json isn't an object, so it can't hold rules.";
  const rules: unknown = designSystem[key];
  if (rules === undefined) return undefined;
  if (!Array.isArray(rules)) return "“designSystem.lintRules” in document.json isn't a list.";
  return rules.some((each) => isObject(each) && each.id === id) ? `There is a rule “${id}” already.` : undefined;
}

/** The text of an object with a rule more. */
function withRule(text: string, rule: LintRule, around: Surroundings): string {
  const branch: Branch = { value: JSON.parse(text), head: text, list: undefined, foot: "" };
  const rules: unknown = branch.value[key];
  const isAppended = Array.isArray(rules) && rules.length > 0;
  return isAppended
    ? respellField(branch, key, around, (list, inside) => appended(list, rule, inside)).head
    : changeFields(branch, { set: [[key, [rule]]], unset: [] }, around).head;
}

interface Entry extends Spaced {
  readonly text: string;
}

/** The text of a list, which isn't empty, with a value more, written as the one before it. */
function appended(list: string, value: unknown, { manner, indent }: Surroundings): string {
  const { entries, tail } = readEntries(list);
  const isOnLines = hasLines(entries.at(-1)?.text ?? "");
  const make = (gap: string): Entry => {
    const own = lastIndent(gap) ?? indent;
    return { gap, text: isOnLines ? spellOnLines(value, manner, own) : spellOnOneLine(value, manner) };
  };
  insertSpaced(entries, entries.length, make, manner.comma);
  return `[${entries.map(({ gap, text }) => gap + text).join("")}${tail}`;
}

function readEntries(list: string): { entries: Entry[]; tail: string } {
  const entries: Entry[] = [];
  let at = 1;
  for (;;) {
    const gapStart = at;
    at = skipSpace(list, at);
    if (list[at] === "]") return { entries, tail: list.slice(gapStart) };
    if (list[at] === ",") at = skipSpace(list, at + 1);
    const end = endOfValue(list, at);
    entries.push({ gap: list.slice(gapStart, at), text: list.slice(at, end) });
    at = end;
  }
}
