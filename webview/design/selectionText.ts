import * as l10n from "@vscode/l10n";
import type { NodeCorners } from "../../src/drawing/index.ts";
import { typeName } from "./typeNames.ts";

/** What a screen reader says of the selection. */
export function selectionText(selected: readonly NodeCorners[]): string {
  const [first] = selected;
  if (first === undefined) return "";
  if (selected.length > 1) return l10n.t("{0} nodes selected", selected.length);
  const { name, type, text } = first.node;
  const called = [name, text, first.id].find((each) => typeof each === "string" && each !== "");
  const what = typeof called === "string" ? called : "";
  return typeof type === "string" ? l10n.t("Selected: {0}, {1}", what, typeName(type)) : l10n.t("Selected: {0}", what);
}
