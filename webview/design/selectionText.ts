import type { NodeCorners } from "../../src/drawing/index.ts";

/** What a screen reader says of the selection. */
export function selectionText(selected: readonly NodeCorners[]): string {
  const [first] = selected;
  if (first === undefined) return "";
  if (selected.length > 1) return `${selected.length} nodes selected`;
  const { name, type, text } = first.node;
  const called = [name, text, first.id].find((each) => typeof each === "string" && each !== "");
  return `Selected: ${called}${typeof type === "string" ? `, ${type}` : ""}`;
}
