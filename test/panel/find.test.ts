import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ViewItem } from "../../src/protocol/index.ts";
import { findings } from "../support/panel/axe.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { conversationOf, newestOf, serve } from "../support/panel/servedItems.ts";
import { itemOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

/** 1,000 items; “needle” stands in three of them, four times in all. */
function haystack(): ViewItem[] {
  return conversationOf(1000).map((item, index) => {
    if (index === 7) return { ...item, text: "The **Nee**dle of old" };
    if (index === 501) return { ...item, text: "No text of it", detail: "a needle in the details" };
    return index === 998 ? { ...item, text: "needle, and NEEDLE" } : item;
  });
}

async function openHaystack(items = haystack()): Promise<PanelPage> {
  const panel = await bench.open({ state: newestOf(items) });
  serve(panel, items);
  return panel;
}

async function find(panel: PanelPage, text: string): Promise<void> {
  await panel.page.keyboard.press("Control+f");
  await panel.page.getByRole("textbox", { name: "Find in Conversation" }).fill(text);
}

function count(panel: PanelPage) {
  return panel.page.locator(".find [role=status]");
}

/** What is marked, and what of it is the match that is shown; only what can be seen. */
function marked(panel: PanelPage): Promise<{ all: string[]; current: string[] }> {
  return panel.page.evaluate(() => {
    const texts = (name: string) =>
      [...(CSS.highlights.get(name) ?? [])].flatMap((range) => {
        const { top, height } = range instanceof Range ? range.getBoundingClientRect() : { top: 0, height: 0 };
        return height > 0 && top > 0 && top < innerHeight ? [range.toString()] : [];
      });
    return { all: texts("found"), current: texts("found-current") };
  });
}

describe("Find in Conversation", () => {
  it("finds what isn't on the page and not even known, in text and folds, and goes there", async () => {
    const panel = await openHaystack();
    await find(panel, "needle");
    await expect.poll(() => count(panel).textContent()).toBe("3 of 4");
    await expect.poll(async () => (await marked(panel)).current).toEqual(["needle"]);
    expect((await marked(panel)).all).toEqual(["needle", "NEEDLE"]);
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => count(panel).textContent()).toBe("4 of 4");
    await expect.poll(async () => (await marked(panel)).current).toEqual(["NEEDLE"]);
    await panel.page.keyboard.press("Enter");
    await expect.poll(async () => (await marked(panel)).current).toEqual(["Needle"]);
    await expect.poll(() => count(panel).textContent()).toBe("1 of 4");
    await panel.page.keyboard.press("F3");
    await expect.poll(async () => (await marked(panel)).current).toEqual(["needle"]);
    await panel.page.getByText("a needle in the details").waitFor();
    await panel.page.keyboard.press("Shift+F3");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 4");
    await panel.close();
  });

  it("opens from the composer, by command and from the menu; Escape closes it and gives the focus back", async () => {
    const panel = await openHaystack();
    const composer = panel.page.getByRole("textbox", { name: "Message" });
    const field = panel.page.getByRole("textbox", { name: "Find in Conversation" });
    await composer.focus();
    await panel.page.evaluate(() => {
      window.addEventListener("keydown", ({ key }) => {
        document.body.dataset.keys = `${document.body.dataset.keys ?? ""}${key} `;
      });
    });
    await panel.page.keyboard.press("Control+f");
    await expect.poll(() => panel.focused()).toBe("Find in Conversation");
    // VS Code listens there and would open its own.
    expect(await panel.page.evaluate(() => document.body.dataset.keys)).not.toContain("f");
    await panel.page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await expect.poll(() => panel.focused()).toBe("Message");
    expect(panel.callsOf("stop")).toEqual([]);
    await panel.post({ kind: "find" });
    await field.waitFor();
    await panel.page.keyboard.press("Escape");
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    await panel.page.getByRole("menuitem", { name: "Find in Conversation" }).click();
    await expect.poll(() => panel.focused()).toBe("Find in Conversation");
    await panel.close();
  });

  it("matches case when asked to, says when there is nothing, and marks nothing once closed", async () => {
    const panel = await openHaystack();
    await find(panel, "NEEDLE");
    await expect.poll(() => count(panel).textContent()).toBe("3 of 4");
    await panel.page.getByRole("button", { name: "Match Case" }).click();
    await expect.poll(() => count(panel).textContent()).toBe("1 of 1");
    await panel.page.getByRole("textbox", { name: "Find in Conversation" }).fill("nowhere to be found");
    await expect.poll(() => count(panel).textContent()).toBe("No results");
    await panel.page.keyboard.press("Escape");
    expect(await panel.page.evaluate(() => CSS.highlights.size)).toBe(0);
    await panel.close();
  });

  it("follows an answer that streams in, and stays at its match", async () => {
    const items = haystack();
    const panel = await bench.open({ state: newestOf(items, { turn: "running" }) });
    serve(panel, items);
    await find(panel, "needle");
    await expect.poll(() => count(panel).textContent()).toBe("3 of 4");
    const last = items[999];
    items[999] = { ...itemOf("i999", "assistant", ""), text: `${last?.text} one more needle` };
    await panel.change({ op: "append", index: 999, text: " one more needle" });
    await expect.poll(() => count(panel).textContent()).toBe("3 of 5");
    await expect.poll(async () => (await marked(panel)).all).toContain("needle");
    await panel.close();
  });

  it("opens the run of tools that holds the match", async () => {
    const tools = [1, 2, 3].map((each) =>
      itemOf(`t${each}`, "tool", "", { name: "get_document", summary: `Read ${each}` }),
    );
    const items = [...conversationOf(20), ...tools];
    const panel = await openHaystack(items);
    await find(panel, "Read 2");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 1");
    await expect.poll(async () => (await marked(panel)).current).toEqual(["Read 2"]);
    await panel.close();
  });

  it("has no accessibility faults", async () => {
    const panel = await openHaystack();
    await find(panel, "needle");
    await expect.poll(() => count(panel).textContent()).toBe("3 of 4");
    expect(await findings(panel)).toEqual([]);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });
});
