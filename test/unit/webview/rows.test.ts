import { describe, expect, it } from "vitest";
import { pageSize, type ViewItem } from "../../../src/protocol/index.ts";
import { countOf, rowsOf } from "../../../webview/feed/rows.ts";

function itemsOf(...types: string[]): ViewItem[] {
  return types.map((type, index) => ({ id: `${index}`, type, text: "" }));
}

function shape(items: readonly ViewItem[], first = 0): string[] {
  return rowsOf(items, first).map((row) => `${row.kind} ${row.first} ${countOf(row)}`);
}

describe("the rows of the feed", () => {
  it("two or more tools in a row are gathered, a single one isn't", () => {
    expect(shape(itemsOf("user", "tool", "assistant", "tool", "tool", "tool", "assistant"))).toEqual([
      "item 0 1",
      "item 1 1",
      "item 2 1",
      "tools 3 3",
      "item 6 1",
    ]);
  });

  it("a tool that runs is gathered with those before it", () => {
    const items = itemsOf("user", "tool", "tool").map((item, index) =>
      index === 2 ? { ...item, status: "running" } : item,
    );
    expect(shape(items)).toEqual(["item 0 1", "tools 1 2"]);
  });

  it("TRN-10: a card stands by itself, also between tools", () => {
    const card = {
      kind: "approval",
      standing: "open",
      tool: "batch_design",
      reason: "askFirst",
      arguments: "{}",
    } as const;
    const items = itemsOf("tool", "tool", "toolApproval", "tool", "tool").map((item, index) =>
      index === 3 ? { ...item, card } : item,
    );
    expect(shape(items)).toEqual(["tools 0 2", "item 2 1", "item 3 1", "item 4 1"]);
  });

  it("a run is cut where a page ends, so that a page's rows depend on it alone", () => {
    const items = itemsOf(...Array.from({ length: 6 }, () => "tool"));
    expect(shape(items, pageSize - 4)).toEqual([`tools ${pageSize - 4} 4`, `tools ${pageSize} 2`]);
    expect([...shape(items.slice(0, 4), pageSize - 4), ...shape(items.slice(4), pageSize)]).toEqual(
      shape(items, pageSize - 4),
    );
  });
});
