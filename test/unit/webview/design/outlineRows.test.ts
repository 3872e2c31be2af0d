import { describe, expect, it } from "vitest";
import { isFolded, outlineRows, rowsAbove, unfoldedRows } from "../../../../webview/design/outlineRows.ts";

const node = (id: string, depth: number) => ({ id, type: depth === 0 ? "page" : "frame", name: id, depth });
const nodes = [
  node("front", 0),
  node("sheet", 1),
  node("group", 2),
  node("leaf", 3),
  node("title", 2),
  node("back", 0),
  node("", 1),
  node("deep", 5),
  node("map", 1),
];
const rows = outlineRows(nodes);
const names = (shown: readonly { node: { id: string } }[]) => shown.map((row) => row.node.id);

describe("the rows of the outline", () => {
  it("DOC-3: know their page, what is above them and whether they hold something", () => {
    expect(rows.map(({ page }) => page)).toEqual([
      "front",
      "front",
      "front",
      "front",
      "front",
      "back",
      "back",
      "back",
      "back",
    ]);
    expect(rows.map(({ parent }) => parent)).toEqual([undefined, 0, 1, 2, 1, undefined, 5, 6, 5]);
    expect(names(rows.filter(({ hasChildren }) => hasChildren))).toEqual(["front", "sheet", "group", "back", ""]);
    const leaf = rows[3];
    expect(leaf && names(rowsAbove(rows, leaf))).toEqual(["group", "sheet", "front"]);
  });

  it("DOC-3: are folded below what stands on a page, until they are turned", () => {
    expect(names(unfoldedRows(rows, new Set()))).toEqual([
      "front",
      "sheet",
      "group",
      "title",
      "back",
      "",
      "deep",
      "map",
    ]);
    expect(names(unfoldedRows(rows, new Set(["group"])))).toContain("leaf");
    expect(names(unfoldedRows(rows, new Set(["front", "#6"])))).toEqual(["front", "back", "", "map"]);
    expect(rows.map((row) => isFolded(row, new Set(["group"])))).not.toContain(true);
  });
});
