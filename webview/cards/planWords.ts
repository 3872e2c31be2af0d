import * as l10n from "@vscode/l10n";
import { joinWords } from "../format.ts";
import { named } from "../items/toolWords.ts";
import type { CallPlan } from "./callPlan.ts";

/** So many nodes are named for each kind of change. */
const mostNamed = 4;

/** A plan in a sentence: “Change 3 nodes: Title, Moon, Caption; delete 1 node: Grain”. */
export function planWords({ adds, changes, deletes }: CallPlan, nameOf: (id: string) => string): string {
  const parts = [
    ...(changes.length === 0 ? [] : [named(changeWords(changes.length), names(changes.map(nameOf)))]),
    ...(adds.length === 0 ? [] : [named(addWords(adds.length), names(adds))]),
    ...(deletes.length === 0 ? [] : [named(deleteWords(deletes.length), names(deletes.map(nameOf)))]),
  ];
  const words = parts.join(l10n.t({ message: "; ", comment: ["Stands between the parts of a sentence."] }));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function changeWords(count: number): string {
  return count === 1 ? l10n.t("change 1 node") : l10n.t("change {0} nodes", count);
}

function addWords(count: number): string {
  return count === 1 ? l10n.t("add 1 node") : l10n.t("add {0} nodes", count);
}

function deleteWords(count: number): string {
  return count === 1 ? l10n.t("delete 1 node") : l10n.t("delete {0} nodes", count);
}

function names(all: readonly string[]): string {
  const known = all.filter((name) => name !== "");
  const rest = known.length - mostNamed;
  const shown = joinWords(known.slice(0, mostNamed));
  return rest > 0 ? l10n.t("{0} and {1} more", shown, rest) : shown;
}
