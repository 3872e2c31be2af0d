import type { DesignDocument } from "../designDocument.ts";
import { isObject, type JsonObject } from "../json.ts";
import { childList, idOf, pageList, quote, shownName } from "../names.ts";
import { suggestion } from "../nearest.ts";
import { findNode, idsIn } from "../nodeIndex.ts";
import type { Tokens } from "../tokens.ts";
import { type CheckParts, faultOf } from "./checkField.ts";
import { type LintRule, readLintRule } from "./lintRule.ts";
import { TokenValues } from "./tokenValue.ts";
import { Work } from "./work.ts";

export type LintedDocument =
  | { readonly kind: "text"; readonly text: string; readonly problems: number }
  | { readonly kind: "refused"; readonly reason: string };

/** How many problems are named, in how many UTF-16 units; the rest is counted. */
const mostShown = 100;
const lengthLimit = 20_000;
/** How many of the rules that can't be used are told. */
const mostFaults = 10;
/** More rules than anybody writes: a file from anyone may hold any number. */
const mostRules = 200;
/** What it takes of the work to hold a node to a rule, whatever the rule says. */
const stepsForRule = 5;

interface Rules {
  readonly rules: readonly LintRule[];
  /** What can't be used of the list, and why. */
  readonly faults: readonly string[];
}

/** The rules of a design system, as far as they are rules; what isn't one is told and not thrown. */
export function lintRulesOf(tokens: Tokens | undefined): Rules {
  const list = tokens?.lintRules;
  if (list === undefined) return { rules: [], faults: [] };
  if (!Array.isArray(list)) return { rules: [], faults: ["“lintRules” of the design system isn't a list."] };
  const rules: LintRule[] = [];
  const faults: string[] = [];
  for (const [index, entry] of list.slice(0, mostRules).entries()) {
    try {
      rules.push(readLintRule(entry));
    } catch (error) {
      faults.push(`Rule ${index + 1} can't be used. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > mostFaults) faults.splice(mostFaults, Infinity, `… and ${faults.length - mostFaults} more.`);
  if (list.length > mostRules) faults.push(`Only the first ${mostRules} rules are used.`);
  return { rules, faults };
}

/**
 * Holds the document, or one page or node with what is in it, to the rules of its design system: a line for each problem
 * with the node's id, the rule's, and what is wrong. What is left out is counted, and so is what a second isn't enough for.
 * The same document gives the same text.
 */
export function lintDesign(design: DesignDocument, tokens: Tokens = {}, id?: string): LintedDocument {
  const start = id === undefined ? pageList(design.root) : startAt(design, id);
  if (start === undefined) {
    const meant = suggestion(id ?? "", idsIn(design));
    return { kind: "refused", reason: `There is no page or node ${quote(id)}.${meant} The outline lists the ids.` };
  }
  const { rules, faults } = lintRulesOf(tokens);
  if (rules.length === 0) {
    const nothing = "The design system has no rules that could be checked. Propose one with propose_lint_rule.";
    return { kind: "text", text: [...faults, nothing].join("\n"), problems: 0 };
  }
  const lines: string[] = [];
  const parts: CheckParts = { tokens: new TokenValues(tokens), work: new Work() };
  let [count, unchecked, problems, length] = [0, 0, 0, 0];
  for (const { node, isPage } of nodesIn(start, id === undefined || isPageId(design, id))) {
    for (const rule of rules) {
      if (!parts.work.spend(stepsForRule + (rule.types?.length ?? 0))) break;
      const fault = appliesTo(rule, node, isPage) ? faultOf(node[rule.field], rule.check, parts) : undefined;
      if (fault === undefined) continue;
      problems += 1;
      if (lines.length === mostShown || length > lengthLimit) continue;
      const line = lineOf(node, rule, fault());
      lines.push(line);
      length += line.length;
    }
    if (parts.work.isUsedUp) unchecked += 1;
    else count += 1;
  }
  const left = problems - lines.length;
  const summary = `${amount(problems, "problem")} in ${amount(count, "page", "or node", "pages and nodes")}, checked with ${amount(rules.length, "rule")}.`;
  const rest = left > 0 ? [`… and ${left} more; check a page or node by its id to see what is in it.`] : [];
  const undone = unchecked > 0 ? [uncheckedLine(unchecked)] : [];
  return { kind: "text", text: [...faults, summary, ...undone, ...lines, ...rest].join("\n"), problems };
}

function uncheckedLine(count: number): string {
  const what = count === 1 ? "1 page or node wasn't" : `${count} pages and nodes weren't`;
  return `${what} checked: it is too much for one call. Check a page or node by its id, or have fewer rules.`;
}

function startAt(design: DesignDocument, id: string): readonly unknown[] | undefined {
  const found = findNode(design, id);
  return found && [found.node];
}

function isPageId(design: DesignDocument, id: string): boolean {
  return findNode(design, id)?.pageId === id;
}

/** Keeps its own stack: no nesting is too deep for it. */
function* nodesIn(list: readonly unknown[], arePages: boolean): Generator<{ node: JsonObject; isPage: boolean }> {
  const waiting = list.map((node) => ({ node, isPage: arePages })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isPage } = next;
    if (!isObject(node)) continue;
    yield { node, isPage };
    for (const child of childList(node).toReversed()) waiting.push({ node: child, isPage: false });
  }
}

/** A rule that names no types is about nodes; one about pages names `page`. */
function appliesTo({ types }: LintRule, { type }: JsonObject, isPage: boolean): boolean {
  if (isPage) return types?.includes("page") === true;
  return types === undefined || (typeof type === "string" && types.includes(type));
}

function lineOf(node: JsonObject, { id, message, field }: LintRule, fault: string): string {
  const where = `${idOf(node) ?? "without an id"} (${quote(shownName(node))})`;
  return `- ${where}, rule ${id}: “${field}” ${fault}. ${message}`;
}

function amount(count: number, one: string, more = "", many = `${one}s`): string {
  return count === 1 ? `1 ${[one, more].filter((word) => word !== "").join(" ")}` : `${count} ${many}`;
}
