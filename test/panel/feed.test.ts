import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ViewItem } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

function longConversation(count: number, last: Partial<ViewItem> = {}): ViewItem[] {
  return Array.from({ length: count }, (_unused, index) => {
    const item =
      index % 2 === 0
        ? itemOf("same", "user", `Question ${index}`)
        : itemOf("same", "assistant", `Answer ${index} with **some** text.\n\n- a\n- b`);
    return index === count - 1 ? { ...item, ...last } : item;
  });
}

function scrollOf(panel: PanelPage) {
  return panel.page.locator(".scroller").evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
    top: scrollTop,
    left: scrollHeight - scrollTop - clientHeight,
  }));
}

describe("feed", () => {
  it("starts at the end and follows it while an answer streams in", async () => {
    const items = longConversation(60, { status: "running" });
    const panel = await bench.open({ state: panelStateOf({ items, turn: "running" }) });
    for (let piece = 0; piece < 40; piece++) {
      await panel.change({ op: "append", index: 59, text: `\n\nParagraph ${piece}` });
      expect((await scrollOf(panel)).left).toBeLessThanOrEqual(1);
    }
    await expect.poll(() => panel.page.getByRole("button", { name: "New messages" }).count()).toBe(0);
    await panel.close();
  });

  it("tells no news of what is in sight", async () => {
    const items = longConversation(60, { status: "running" });
    const panel = await bench.open({ state: panelStateOf({ items, turn: "running" }) });
    const news = panel.page.getByRole("button", { name: "New messages" });
    await panel.page.locator(".scroller").hover();
    await panel.page.mouse.wheel(0, -300);
    await expect.poll(async () => (await scrollOf(panel)).left).toBeGreaterThan(100);
    await panel.change({ op: "append", index: 59, text: "\n\nMore" });
    await news.waitFor();
    await panel.replaceState(panelStateOf({ items: longConversation(2) }));
    await expect.poll(() => panel.page.getByRole("article").count()).toBe(2);
    await expect.poll(() => news.count()).toBe(0);
    await panel.close();
  });

  it("keeps the reading position while 200 pieces stream in, and offers the way back", async () => {
    const items = longConversation(60, { status: "running" });
    const panel = await bench.open({ state: panelStateOf({ items, turn: "running" }) });
    await panel.page.locator(".scroller").hover();
    const start = await scrollOf(panel);
    await panel.page.mouse.wheel(0, -300);
    await expect.poll(async () => (await scrollOf(panel)).top).toBeLessThan(start.top - 100);
    await expect.poll(() => isStill(panel)).toBe(true);
    const { top } = await scrollOf(panel);
    for (let piece = 0; piece < 200; piece++)
      await panel.change({ op: "append", index: 59, text: `word ${piece}\n\n` });
    expect(Math.abs((await scrollOf(panel)).top - top)).toBeLessThanOrEqual(1);
    await panel.page.getByRole("button", { name: "New messages" }).click();
    await expect.poll(async () => (await scrollOf(panel)).left).toBeLessThanOrEqual(1);
    await expect.poll(() => panel.page.getByRole("button", { name: "New messages" }).count()).toBe(0);
    await panel.close();
  });

  it.each([
    ["the wheel", (scroller: Element) => scroller.dispatchEvent(new WheelEvent("wheel", { deltaY: -10 }))],
    ["any other way", (scroller: Element) => scroller.scrollBy(0, -20)],
  ])("stops following as soon as the person goes up by %s", async (_way, goUp) => {
    const items = longConversation(60, { status: "running" });
    const panel = await bench.open({ state: panelStateOf({ items, turn: "running" }) });
    await panel.page.locator(".scroller").evaluate(goUp);
    await panel.settled();
    const { top } = await scrollOf(panel);
    await panel.change({ op: "append", index: 59, text: "\n\nmore".repeat(20) });
    expect((await scrollOf(panel)).top).toBe(top);
    await panel.close();
  });

  it("opening a fold at the end doesn't move what is read", async () => {
    const tool = itemOf("t", "tool", "", { name: "get_document", detail: "line\n".repeat(30) });
    const panel = await bench.open({ state: panelStateOf({ items: [...longConversation(30), tool] }) });
    const head = panel.page.locator("summary").last();
    const before = await head.boundingBox();
    await head.click();
    await panel.settled();
    expect((await head.boundingBox())?.y).toBe(before?.y);
    await panel.close();
  });

  it("only what changed is made again", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: longConversation(50, { status: "running" }) }) });
    await panel.page.evaluate(() => {
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const article =
            target instanceof Element ? target.closest("article") : target.parentElement?.closest("article");
          const place = article?.getAttribute("aria-posinset");
          if (place) document.body.dataset.touched = `${document.body.dataset.touched ?? ""}${place} `;
        }
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await panel.change({ op: "append", index: 49, text: " and more" });
    await panel.page.getByText("and more").waitFor();
    const touched = await panel.page.evaluate(() => document.body.dataset.touched);
    expect(new Set(touched?.trim().split(" "))).toEqual(new Set(["50"]));
    await panel.close();
  });

  it("however many changes arrive in one frame, the page is drawn once", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: longConversation(2, { status: "running" }) }) });
    const drawn = await panel.page.evaluate(async () => {
      const panelElement: unknown = document.querySelector("silverpoint-panel");
      let count = 0;
      if (
        panelElement instanceof HTMLElement &&
        "updated" in panelElement &&
        typeof panelElement.updated === "function"
      ) {
        const { updated } = panelElement;
        panelElement.updated = (...values: unknown[]) => {
          count++;
          return updated.apply(panelElement, values);
        };
      }
      for (let index = 0; index < 50; index++) {
        await Promise.resolve();
        const changes = [{ op: "append", index: 1, text: "x" }];
        window.dispatchEvent(new MessageEvent("message", { data: { kind: "changes", sequence: index + 2, changes } }));
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return count;
    });
    expect(drawn).toBe(1);
    await panel.page.getByText("x".repeat(50)).waitFor();
    await panel.close();
  });

  it("a long conversation shows its end first, and has only what is near it on the page", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: longConversation(2000) }) });
    expect((await scrollOf(panel)).left).toBeLessThanOrEqual(1);
    await panel.page.getByText("Question 1998", { exact: true }).waitFor();
    await panel.settled();
    await expect.poll(() => panel.page.locator("article").count()).toBeLessThan(60);
    expect((await scrollOf(panel)).left).toBeLessThanOrEqual(1);
    const last = panel.page.locator("article").last();
    await expect.poll(() => last.getAttribute("aria-posinset")).toBe("2000");
    await expect.poll(() => last.getAttribute("aria-setsize")).toBe("2000");
    await panel.page.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, 0));
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    await panel.close();
  });

  it("Page Down and Page Up go from item to item", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: longConversation(6) }) });
    await panel.page.locator("article").nth(2).focus();
    await panel.page.keyboard.press("PageDown");
    const place = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-posinset"));
    expect(await place()).toBe("4");
    await panel.page.keyboard.press("PageUp");
    await panel.page.keyboard.press("PageUp");
    expect(await place()).toBe("2");
    await panel.close();
  });

  it("FMT-4: an item without a form of its own is shown with all it holds", async () => {
    const other = '{\n  "severity" : "high"\n}';
    const item = itemOf("x", "somethingNew", "Its text", {
      name: "what",
      status: "halfDone",
      summary: "In short",
      other,
    });
    const panel = await bench.open({ state: panelStateOf({ items: [item] }) });
    const article = panel.page.getByRole("article", { name: "somethingNew what" });
    for (const text of ["Its text", "Half done", "In short"]) await article.getByText(text).waitFor();
    await article.locator("summary").click();
    await article.getByText('"severity" : "high"').waitFor();
    await panel.close();
  });

  it("thinking is open while it runs and folded after it", async () => {
    const running = itemOf("k", "thinking", "Let me see", { status: "running" });
    const panel = await bench.open({ state: panelStateOf({ items: [running], turn: "running" }) });
    await panel.page.getByText("Let me see").waitFor();
    await panel.change({ op: "item", index: 0, item: itemOf("k", "thinking", "Let me see") });
    await panel.page.getByText("Let me see").waitFor({ state: "hidden" });
    await panel.close();
  });

  it("a failure says what to do and has its button", async () => {
    const item = itemOf("f", "failure", "The key was refused.", {
      summary: "Set another key.",
      action: { command: "setApiKey", label: "Set API Key…" },
    });
    const panel = await bench.open({ state: panelStateOf({ items: [item] }) });
    const article = panel.page.getByRole("article", { name: "Failure" });
    await article.getByText("Set another key.").waitFor();
    await article.getByRole("button", { name: "Set API Key…" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "setApiKey" }]);
    await panel.close();
  });

  it("citations are links that the host opens", async () => {
    const citations = [
      { title: "A page", url: "https://example.com/page" },
      { title: "No page", url: "command:x" },
    ];
    const panel = await bench.open({
      state: panelStateOf({ items: [itemOf("a", "assistant", "Text", { citations })] }),
    });
    await panel.page.getByRole("link", { name: "A page" }).click();
    await expect.poll(() => panel.callsOf("openLink")).toEqual([{ url: "https://example.com/page" }]);
    await expect.poll(() => panel.page.getByRole("link", { name: "No page" }).count()).toBe(0);
    await panel.close();
  });
});

/** Whether a smooth scroll has come to rest: the same position in two frames. */
async function isStill(panel: PanelPage): Promise<boolean> {
  const first = await scrollOf(panel);
  await panel.settled();
  return first.top === (await scrollOf(panel)).top;
}
