import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { conversationOf, newestOf, serve } from "../support/panel/servedItems.ts";
import { itemOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const patient = { timeout: 20_000 };

/** The item at the top of what is seen, and where on the screen it begins. */
function reading(panel: PanelPage): Promise<{ place: string | null; y: number }> {
  return panel.page.locator(".scroller").evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect();
    const first = [...scroller.querySelectorAll("article")].find(
      (each) => each.getBoundingClientRect().bottom > top + 1,
    );
    return {
      place: first?.getAttribute("aria-posinset") ?? null,
      y: Math.round((first?.getBoundingClientRect().top ?? 0) - top),
    };
  });
}

/** Waits until two looks, a frame apart, see the same. */
async function still(panel: PanelPage): Promise<{ place: string | null; y: number }> {
  let last = await reading(panel);
  await expect
    .poll(async () => {
      const before = last;
      await panel.settled();
      last = await reading(panel);
      return before.place === last.place && before.y === last.y;
    })
    .toBe(true);
  return last;
}

async function scrollBy(panel: PanelPage, by: number): Promise<void> {
  await panel.page.locator(".scroller").evaluate((scroller, way) => scroller.scrollBy(0, way), by);
  await panel.settled();
}

function expectNear(now: { place: string | null; y: number }, before: { place: string | null; y: number }): void {
  expect(now.place).toBe(before.place);
  expect(Math.abs(now.y - before.y)).toBeLessThanOrEqual(1);
}

describe("the reading position", () => {
  it("is constant while 200 pieces stream in, 300 pixels up", async () => {
    const items = conversationOf(2000);
    const panel = await bench.open({ state: newestOf(items, { turn: "running" }) });
    await scrollBy(panel, -300);
    const before = await still(panel);
    for (let piece = 0; piece < 200; piece++) panel.send({ op: "append", index: 1999, text: `word ${piece}\n\n` });
    await panel.settled();
    await panel.page.getByRole("button", { name: "New messages" }).waitFor();
    expectNear(await still(panel), before);
    await panel.close();
  });

  it("isn't moved by older items that arrive, nor by what grows above", async () => {
    const items = conversationOf(2000);
    const panel = await bench.open({ state: newestOf(items) });
    serve(panel, items);
    await scrollBy(panel, -900);
    const before = await still(panel);
    for (const page of [18, 17, 3])
      await panel.change({ op: "page", page, items: items.slice(page * 100, page * 100 + 100) });
    expectNear(await still(panel), before);
    const above = Number(before.place) - 3;
    await panel.change({
      op: "item",
      index: above,
      item: itemOf(`i${above}`, "assistant", "Much longer now. ".repeat(400)),
    });
    expectNear(await still(panel), before);
    await panel.close();
  });

  it("isn't moved by cards that open, and sending goes to the end", async () => {
    const items = conversationOf(300);
    const panel = await bench.open({ state: newestOf(items, { turn: "running" }) });
    await scrollBy(panel, -600);
    const before = await still(panel);
    const card = {
      kind: "approval",
      standing: "open",
      tool: "batch_design",
      reason: "askFirst",
      arguments: "{}",
    } as const;
    await panel.change({
      op: "item",
      index: 300,
      item: itemOf("card", "toolApproval", "", { name: "batch_design", card }),
    });
    expectNear(await still(panel), before);
    await panel.page.getByRole("textbox", { name: "Message" }).fill("Go on");
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => distance(panel)).toBeLessThanOrEqual(1);
    await panel.close();
  });

  it("is the same when each window edge is reached by small steps upwards through items of unknown height", async () => {
    const items = conversationOf(500);
    const panel = await bench.open({ state: newestOf(items) });
    serve(panel, items);
    let last = await still(panel);
    for (let steps = 0; steps < 40; steps++) {
      const y = await seenAt(panel, Number(last.place));
      await scrollBy(panel, -60);
      const now = await seenAt(panel, Number(last.place));
      if (y !== undefined && now !== undefined) expect(Math.abs(now - y - 60)).toBeLessThanOrEqual(1);
      last = await reading(panel);
    }
    await panel.close();
  });

  it("PKG-7: is kept over a reload, also among older items, and so is being at the end", async () => {
    const items = conversationOf(2000);
    const panel = await bench.open({ state: newestOf(items) });
    serve(panel, items);
    await panel.page.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 3));
    await expect.poll(() => panel.page.getByText("Loading earlier messages…").count(), patient).toBe(0);
    await scrollBy(panel, -130);
    const before = await still(panel);
    expect(Number(before.place)).toBeLessThan(1500);
    await expect
      .poll(async () => JSON.stringify(await panel.savedState()))
      .toContain(`"first":${Number(before.place) - 1},`);
    await panel.reload();
    await panel.page.locator(`article[aria-posinset="${before.place}"]`).waitFor();
    expectNear(await still(panel), before);
    await panel.page.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect.poll(async () => JSON.stringify(await panel.savedState())).not.toContain('"reading"');
    await panel.reload();
    await panel.page.getByText("Answer 1999.").waitFor();
    await expect.poll(() => distance(panel)).toBeLessThanOrEqual(1);
    await panel.close();
  });
});

describe("the end", () => {
  const card = {
    kind: "approval",
    standing: "open",
    tool: "batch_design",
    reason: "askFirst",
    arguments: "{}",
  } as const;
  const approval = itemOf("card", "toolApproval", "", { name: "batch_design", card });

  it("is followed when what is shown gets shorter and longer in one frame", async () => {
    const panel = await bench.open({ state: newestOf(conversationOf(60), { turn: "running" }) });
    await panel.page.getByText("Working…").waitFor();
    for (let round = 0; round < 5; round++) {
      // The browser moves the position up with what went, and tells of it only after what came has been laid out.
      await panel.page.locator(".scroller").evaluate((scroller) => {
        const column = scroller.querySelector(".column");
        const waiting = column?.querySelector<HTMLElement>(".waiting");
        if (column === null || !waiting) throw new Error("Nothing is waited for.");
        waiting.style.display = "none";
        scroller.getBoundingClientRect();
        waiting.style.display = "";
        waiting.style.paddingTop = `${(Number.parseFloat(waiting.style.paddingTop) || 4) + 40}px`;
      });
      await panel.settled();
      await expect.poll(() => distance(panel)).toBeLessThanOrEqual(1);
    }
    await expect.poll(() => panel.page.getByRole("button", { name: /New messages|Scroll to End/ }).count()).toBe(0);
    await panel.close();
  });

  it("has a card in sight that opens there, and the composer's line leads back to it", async () => {
    const panel = await bench.open({ state: newestOf(conversationOf(60), { turn: "running" }) });
    await panel.change({ op: "item", index: 60, item: approval });
    const deny = panel.page.getByRole("button", { name: "Deny" });
    await expect.poll(() => distance(panel)).toBeLessThanOrEqual(1);
    await expect.poll(() => isInSight(panel)).toBe(true);
    await scrollBy(panel, -1500);
    await expect.poll(() => isInSight(panel)).toBe(false);
    await panel.page.getByRole("button", { name: "The agent waits for your answer above" }).click();
    await expect.poll(() => isInSight(panel)).toBe(true);
    await expect
      .poll(() => panel.page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe("Tool Approval batch_design");
    await expect.poll(() => deny.isEnabled()).toBe(true);
    expect(panel.callsOf("answerCard")).toEqual([]);
    await panel.close();
  });

  it("can be gone back to when there is nothing new, and the button says so when there is", async () => {
    const panel = await bench.open({ state: newestOf(conversationOf(60), { turn: "running" }) });
    const back = panel.page.getByRole("button", { name: "Scroll to End" });
    await expect.poll(() => back.count()).toBe(0);
    await scrollBy(panel, -500);
    await back.waitFor();
    await panel.change({ op: "append", index: 59, text: "\n\nMore." });
    await panel.page.getByRole("button", { name: "New messages" }).waitFor();
    await expect.poll(() => back.count()).toBe(0);
    await panel.page.getByRole("button", { name: "New messages" }).click();
    await expect.poll(() => distance(panel)).toBeLessThanOrEqual(1);
    await scrollBy(panel, -500);
    await back.click();
    await expect.poll(() => distance(panel)).toBeLessThanOrEqual(1);
    await expect.poll(() => back.count()).toBe(0);
    await panel.close();
  });
});

/** Whether all of an open card's buttons stand within the scrolled window. */
function isInSight(panel: PanelPage): Promise<boolean> {
  return panel.page.locator(".scroller").evaluate((scroller) => {
    const seen = scroller.getBoundingClientRect();
    const buttons = scroller.querySelector(".card-buttons")?.getBoundingClientRect();
    return buttons !== undefined && buttons.top >= seen.top && buttons.bottom <= seen.bottom + 1;
  });
}

function distance(panel: PanelPage): Promise<number> {
  return panel.page
    .locator(".scroller")
    .evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight);
}

/** Where on the screen an item begins, while it is on the page. */
async function seenAt(panel: PanelPage, place: number): Promise<number | undefined> {
  const article = panel.page.locator(`article[aria-posinset="${place}"]`);
  return (await article.count()) === 0 ? undefined : (await article.boundingBox())?.y;
}
