import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { conversationOf, newestOf, serve } from "../support/panel/servedItems.ts";
import { itemOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const items = conversationOf(10_000);

async function openLong(): Promise<PanelPage> {
  const panel = await bench.open({ state: newestOf(items) });
  serve(panel, items);
  return panel;
}

function scrollTo(panel: PanelPage, top: number): Promise<void> {
  return panel.page.locator(".scroller").evaluate((scroller, to) => scroller.scrollTo(0, to), top);
}

function article(panel: PanelPage, place: number) {
  return panel.page.locator(`article[aria-posinset="${place + 1}"]`);
}

/** The pages that the panel has asked for. */
function askedPages(panel: PanelPage): unknown[] {
  return panel.callsOf("readItems").flatMap((input) => (input as { pages: number[] }).pages);
}

describe("a long conversation", () => {
  it("shows its end, of 10,000 items only those near it, and says how many there are", async () => {
    const panel = await openLong();
    await panel.page.getByText("Answer 9999.").waitFor();
    await expect.poll(() => panel.page.locator("article").count()).toBeLessThan(60);
    await expect.poll(() => article(panel, 9999).getAttribute("aria-setsize")).toBe("10000");
    expect(askedPages(panel)).toEqual([]);
    await panel.close();
  });

  it("asks for older items when they come near, and has them where one has gone to", async () => {
    const panel = await openLong();
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    expect(askedPages(panel)).toContain(0);
    expect(askedPages(panel)).not.toContain(50);
    await expect.poll(() => panel.page.locator("article").count()).toBeLessThan(60);
    await panel.close();
  });

  it("PKG-0: reaches every item by scrolling up, each in its place", async () => {
    const few = conversationOf(420);
    const panel = await bench.open({ state: newestOf(few) });
    serve(panel, few);
    const seen = new Set<number>();
    const top = () => panel.page.locator(".scroller").evaluate(({ scrollTop }) => scrollTop);
    do {
      for (const [place, text] of await shownTexts(panel)) {
        expect(text).toContain(place % 2 === 0 ? `Question ${place}` : `Answer ${place}.`);
        seen.add(place);
      }
      await panel.page.locator(".scroller").evaluate((scroller) => scroller.scrollBy(0, -600));
      await panel.settled();
      await expect.poll(() => panel.page.getByText("Loading earlier messages…").count()).toBe(0);
    } while ((await top()) > 0 || !seen.has(0));
    expect(seen.size).toBe(420);
    await panel.close();
  });

  it("a page that was asked for and got lost is asked for again after the whole state", async () => {
    const panel = await openLong();
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    const asked = askedPages(panel).filter((page) => page === 0).length;
    await panel.replaceState(newestOf(items));
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    expect(askedPages(panel).filter((page) => page === 0).length).toBeGreaterThan(asked);
    await panel.close();
  });

  it("what is read stays in sight when the whole state comes, until its page has come again", async () => {
    const panel = await openLong();
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    const changed = items.with(0, itemOf("i0", "user", "Asked otherwise"));
    panel.answers.readItems = () => ({});
    await panel.replaceState(newestOf(changed));
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    await expect.poll(() => panel.page.getByText("Loading earlier messages…").count()).toBe(0);
    serve(panel, changed);
    await panel.change({ op: "append", index: 9999, text: "!" });
    await article(panel, 0).getByText("Asked otherwise").waitFor();
    const others = conversationOf(5_000).map((item) => ({ ...item, id: `o${item.id}` }));
    panel.answers.readItems = () => ({});
    await panel.replaceState(newestOf(others));
    await expect.poll(() => panel.page.getByText("Asked otherwise").count()).toBe(0);
    await panel.close();
  });

  it("an old item that changes is changed where it is known", async () => {
    const panel = await openLong();
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    await panel.change({ op: "item", index: 0, item: itemOf("i0", "user", "Asked otherwise") });
    await article(panel, 0).getByText("Asked otherwise").waitFor();
    await panel.close();
  });

  it("Page Up goes on to items that aren't on the page and not even known", async () => {
    const few = conversationOf(203);
    const panel = await bench.open({ state: newestOf(few) });
    serve(panel, few);
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    await panel.replaceState(newestOf(few));
    await article(panel, 0).waitFor();
    await article(panel, 0).focus();
    const place = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-posinset"));
    for (const next of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]) {
      await panel.page.keyboard.press("PageDown");
      await expect.poll(place).toBe(`${next}`);
    }
    await panel.page.keyboard.press("PageUp");
    await expect.poll(place).toBe("19");
    await panel.close();
  });

  it("what has the focus stays when it is scrolled out of sight", async () => {
    const panel = await openLong();
    await article(panel, 9997).focus();
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-posinset"))).toBe("9998");
    await panel.close();
  });

  it("a fold that was opened is still open when one comes back to it", async () => {
    const tool = itemOf("tool", "assistant", "With details", { detail: "The details of it" });
    const panel = await bench.open({ state: newestOf([...conversationOf(300), tool]) });
    serve(panel, [...conversationOf(300), tool]);
    await panel.page.locator("article summary").last().click();
    await panel.page.getByText("The details of it").waitFor();
    await panel.page.getByRole("textbox", { name: "Message" }).focus();
    await scrollTo(panel, 0);
    await panel.page.getByText("Question 0", { exact: true }).waitFor();
    await expect.poll(() => panel.page.getByText("With details").count()).toBe(0);
    await scrollTo(panel, 10_000_000);
    await panel.page.getByText("The details of it").waitFor();
    await panel.close();
  });
});

async function shownTexts(panel: PanelPage): Promise<[number, string][]> {
  return panel.page
    .locator("article")
    .evaluateAll((articles) =>
      articles.map(
        (each) => [Number(each.getAttribute("aria-posinset")) - 1, each.textContent ?? ""] as [number, string],
      ),
    );
}
