import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piecesOf } from "../../webview/markdown/pieces.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { serve } from "../support/panel/servedItems.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

/** A line of 1 MB in words of their own. */
const line = Array.from({ length: 100_000 }, (_word, index) => `w${index}`.padEnd(9, "x")).join(" ");

function streaming(text: string) {
  return itemOf("a", "assistant", text, { status: "running" });
}

function pieces(panel: PanelPage) {
  return panel.page.getByRole("article").last().locator(".piece");
}

function textOf(panel: PanelPage): Promise<string> {
  return pieces(panel).evaluateAll((all) => all.map((piece) => piece.textContent).join(""));
}

describe("a text of 1 MB", () => {
  it("comes in pieces that are laid out near what is seen, and together are the whole of it", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [itemOf("a", "assistant", line)] }) });
    await pieces(panel).first().waitFor({ state: "attached" });
    await expect.poll(() => textOf(panel)).toBe(line);
    await expect.poll(() => pieces(panel).count()).toBeGreaterThan(100);
    // Whether something inside is laid out is all that can be asked.
    await pieces(panel).evaluateAll((all) => {
      for (const piece of all) piece.append(document.createElement("i"));
    });
    const laidOut = () =>
      pieces(panel)
        .locator("i")
        .evaluateAll((all) => all.filter((inner) => inner.checkVisibility({ contentVisibilityAuto: true })).length);
    await expect.poll(laidOut).toBeLessThan(10);
    expect(await laidOut()).toBeGreaterThan(0);
    await panel.close();
  });

  it("is copied whole", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [itemOf("a", "assistant", line)] }) });
    await pieces(panel).first().waitFor({ state: "attached" });
    await panel.page
      .locator("silverpoint-markdown")
      .evaluate((text) => document.getSelection()?.selectAllChildren(text));
    await panel.page.keyboard.press("ControlOrMeta+c");
    const copied = () => panel.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(async () => (await copied()).trimEnd() === line).toBe(true);
    await panel.close();
  });

  it("is found in, also where two pieces meet", async () => {
    const items = [itemOf("u", "user", "Hello"), itemOf("a", "assistant", line)];
    const panel = await bench.open({ state: panelStateOf({ items }) });
    serve(panel, items);
    await pieces(panel).first().waitFor({ state: "attached" });
    const [first = "", second = ""] = piecesOf(line).slice(60, 62);
    const across = `${first.slice(-10)}${second.slice(0, 9)}`;
    await panel.page.keyboard.press("ControlOrMeta+f");
    await panel.page.getByRole("textbox", { name: "Find in Conversation" }).fill(across);
    await panel.page.getByText("1 of 1").waitFor();
    const isSeen = () =>
      panel.page.evaluate(() => {
        const [range] = CSS.highlights.get("found-current") ?? [];
        const box = range instanceof Range ? range.getBoundingClientRect() : undefined;
        const seen = document.querySelector(".scroller")?.getBoundingClientRect();
        return (
          box !== undefined && seen !== undefined && box.height > 0 && box.top > seen.top && box.bottom < seen.bottom
        );
      });
    await expect.poll(isSeen).toBe(true);
    await panel.close();
  });

  it("keeps the very same pieces while it streams, but for the last", async () => {
    const half = line.slice(0, 500_000);
    const panel = await bench.open({ state: panelStateOf({ items: [streaming(half)] }) });
    await pieces(panel).first().waitFor({ state: "attached" });
    await pieces(panel).evaluateAll((all) => {
      for (const piece of all) piece.setAttribute("data-kept", "yes");
    });
    const before = await pieces(panel).count();
    await panel.change({ op: "append", index: 0, text: line.slice(500_000, 600_000) });
    await expect.poll(() => pieces(panel).count()).toBeGreaterThan(before + 5);
    await expect.poll(() => panel.page.locator("[data-kept]").count()).toBe(before - 1);
    await expect.poll(() => textOf(panel)).toBe(line.slice(0, 600_000));
    await panel.close();
  });

  it("comes in pieces wherever it stands: in code, in a message, in a tool's result", async () => {
    const code = `\`\`\`\n${line.replaceAll("9 ", "9\n")}\n\`\`\``;
    const items = [
      itemOf("u", "user", line),
      itemOf("t", "thinking", line, { status: "running" }),
      itemOf("r", "tool", "", { name: "read_file", status: "completed", detail: line }),
      itemOf("a", "assistant", code),
    ];
    const panel = await bench.open({ state: panelStateOf({ items }) });
    for (const type of ["user", "thinking", "tool", "assistant"]) {
      const article = panel.page.locator(`article[data-type=${type}]`);
      await expect.poll(() => article.locator(".piece").count(), { message: type }).toBeGreaterThan(100);
    }
    await panel.close();
  });
});

describe("pieces", () => {
  it("end with a line, a word or at least a character, and more text changes only the last", () => {
    const texts = [
      "word ".repeat(20_000),
      `${"one line of it".repeat(20)}\n`.repeat(400),
      "👩‍👩‍👧!".repeat(10_000),
      "xe\u0301".repeat(30_000),
      "x".repeat(70_000),
    ];
    const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    for (const text of texts) {
      const pieces = piecesOf(text);
      expect(pieces.join("")).toBe(text);
      let start = 0;
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(8_000);
        const around = Math.min(start, 60);
        expect(segmenter.segment(text.slice(start - around, start + 10)).containing(around)?.index ?? 0).toBe(around);
        start += piece.length;
      }
      for (const length of [text.length - 1, 24_001, 16_001]) {
        const fewer = piecesOf(text.slice(0, length));
        expect(pieces.slice(0, fewer.length - 1)).toEqual(fewer.slice(0, -1));
      }
    }
  });
});
