import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvalOf, directionsOf, issueItem, questionsOf, searchItem } from "../support/panel/cardStates.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const asked = itemOf("u", "user", "Go on");
const running = panelStateOf({ items: [asked], turn: "running" });
const retry = { attempt: 2, tries: 8, seconds: 4, reason: "The server is busy (529)." };

function announced(panel: PanelPage) {
  return panel.page.locator('silverpoint-conversation > [role="status"].unseen');
}

describe("the mode", () => {
  it("TRN-2: is chosen beside the composer, and what the host says is what is shown", async () => {
    const panel = await bench.open();
    const picker = panel.page.getByRole("combobox", { name: "Mode" });
    await expect.poll(() => picker.inputValue()).toBe("Just do it");
    await expect.poll(() => picker.locator("option").allTextContents()).toEqual(["Just do it", "Ask first", "Discuss"]);
    await picker.selectOption("Ask first");
    await expect.poll(() => panel.callsOf("chooseMode")).toEqual([{ mode: "Ask first" }]);
    await panel.set({ mode: "Discuss" });
    await expect.poll(() => picker.inputValue()).toBe("Discuss");
    await panel.close();
  });

  it("TRN-2: one that the host refuses isn’t shown as chosen", async () => {
    const panel = await bench.open();
    panel.answers.chooseMode = () => {
      throw new Error("The setting can’t be written.");
    };
    const picker = panel.page.getByRole("combobox", { name: "Mode" });
    await picker.selectOption("Discuss");
    await panel.page.getByRole("alert").getByText("The setting can’t be written.").waitFor();
    await expect.poll(() => picker.inputValue()).toBe("Just do it");
    await panel.close();
  });
});

describe("waiting to try again", () => {
  it("TRN-8: counts down with the reason; Stop stays; it is said once", async () => {
    const panel = await bench.open({ state: running });
    await panel.set({ retry });
    await panel.page.getByText("Try 2 of 8 in 4 s: The server is busy (529).").waitFor();
    await expect
      .poll(() => announced(panel).textContent())
      .toBe("Trying again in 4 seconds: The server is busy (529).");
    await announced(panel).evaluate((element) => {
      new MutationObserver(() => (document.body.dataset.said = "again")).observe(element, { childList: true });
    });
    await panel.set({ retry: { ...retry, seconds: 3 } });
    await panel.page.getByText("Try 2 of 8 in 3 s").waitFor();
    expect(await panel.page.evaluate(() => document.body.dataset.said)).toBeUndefined();
    await panel.page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => panel.callsOf("stop")).toHaveLength(1);
    await panel.set({}, "retry");
    await panel.page.getByText("Working…").waitFor();
    await expect.poll(() => panel.page.getByText(/^Try 2/).count()).toBe(0);
    await panel.close();
  });
});

describe("a card that opens", () => {
  it.each([
    ["A tool call needs your answer", approvalOf("c"), approvalOf("c", { standing: "allowed" })],
    ["A question needs your answer", questionsOf("c"), questionsOf("c", { standing: "dismissed" })],
    ["A choice of directions needs your answer", directionsOf("c"), directionsOf("c", { standing: "dismissed" })],
  ])("TRN-10: is announced: %s", async (words, item, settled) => {
    const panel = await bench.open({ state: running });
    await panel.change({ op: "item", index: 1, item });
    await expect.poll(() => announced(panel).textContent()).toBe(words);
    await announced(panel).evaluate((element) => {
      new MutationObserver(() => (document.body.dataset.said = "again")).observe(element, { childList: true });
    });
    await panel.change({ op: "item", index: 1, item: { ...item, summary: "changed" } });
    await panel.change({ op: "item", index: 1, item: settled });
    expect(await panel.page.evaluate(() => document.body.dataset.said)).toBeUndefined();
    await panel.close();
  });

  it("TRN-10: the composer says that the agent waits, and that nothing works meanwhile", async () => {
    const panel = await bench.open({ state: running });
    await panel.page.getByText("Working…").waitFor();
    await panel.change({ op: "item", index: 1, item: approvalOf("c") });
    await panel.page.getByText("The agent waits for your answer above").waitFor();
    await expect.poll(() => panel.page.getByText("Working…").count()).toBe(0);
    await panel.close();
  });
});

const answer = (rating: { value?: "good" | "bad"; reasons: string[] }) => itemOf("a", "assistant", "Done.", { rating });

describe("a rating", () => {
  it("FMT-6: is given, has reasons that can be switched, and is taken back", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [asked, answer({ reasons: [] })] }) });
    const { page } = panel;
    const good = page.getByRole("button", { name: "Good Answer" });
    await expect.poll(() => page.getByRole("group", { name: "Reasons" }).count()).toBe(0);
    await page.getByRole("article", { name: "Agent" }).hover();
    await good.click();
    await expect.poll(() => panel.callsOf("rate").at(-1)).toEqual({ id: "a", rating: "good", reasons: [] });
    const names = await page.getByRole("group", { name: "Reasons" }).getByRole("button").allTextContents();
    expect(names.map((name) => name.trim())).toEqual(["Accurate", "Good looking", "Did what I asked"]);
    // The second comes before the host has shown the first.
    await page.getByRole("button", { name: "Accurate" }).click();
    await page.getByRole("button", { name: "Good looking" }).click();
    const reasons = ["Accurate", "Good looking"];
    await expect.poll(() => panel.callsOf("rate").at(-1)).toEqual({ id: "a", rating: "good", reasons });
    await panel.change({ op: "item", index: 1, item: answer({ value: "good", reasons }) });
    await page.getByRole("button", { name: "Accurate" }).click();
    await expect
      .poll(() => panel.callsOf("rate").at(-1))
      .toEqual({ id: "a", rating: "good", reasons: ["Good looking"] });
    await expect.poll(() => good.getAttribute("aria-pressed")).toBe("true");
    await good.click();
    await expect.poll(() => panel.callsOf("rate").at(-1)).toEqual({ id: "a", reasons: [] });
    await page.getByRole("group", { name: "Reasons" }).waitFor({ state: "detached" });
    await panel.close();
  });

  it("FMT-6: the other thumb has other reasons, and takes the place of the first", async () => {
    const rated = answer({ value: "good", reasons: ["Accurate"] });
    const panel = await bench.open({ state: panelStateOf({ items: [asked, rated] }) });
    await panel.page.getByRole("button", { name: "Bad Answer" }).click();
    await expect.poll(() => panel.callsOf("rate")).toEqual([{ id: "a", rating: "bad", reasons: [] }]);
    const names = await panel.page.getByRole("group", { name: "Reasons" }).getByRole("button").allTextContents();
    expect(names.map((name) => name.trim())).toEqual(["Wrong", "Looks bad", "Not what I asked", "Too much"]);
    await panel.close();
  });

  it("FMT-6: keeps quiet until somebody comes near; what the host refuses isn’t shown as given", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [asked, answer({ reasons: [] })] }) });
    const opacity = () => panel.page.locator(".rating").evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe("0");
    await panel.page.getByRole("button", { name: "Bad Answer" }).focus();
    await expect.poll(opacity).toBe("1");
    panel.answers.rate = () => {
      throw new Error("This turn can’t be rated.");
    };
    await panel.page.keyboard.press("Enter");
    await panel.page.getByRole("alert").getByText("This turn can’t be rated.").waitFor();
    await expect.poll(() => panel.page.getByRole("group", { name: "Reasons" }).count()).toBe(0);
    await expect.poll(() => panel.focused()).toBe("Bad Answer");
    await panel.close();
  });
});

describe("items with a form of their own", () => {
  it("FMT-4: a search shows what for and what it found; its links open outside", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [asked, searchItem] }) });
    const search = panel.page.getByRole("article", { name: "Web Search" });
    await search.getByText("“minimum contrast for small text WCAG 2.2”").waitFor();
    await search.getByRole("link", { name: "Color contrast" }).click();
    const url = "https://web.dev/articles/color-and-contrast-accessibility";
    await expect.poll(() => panel.callsOf("openLink")).toEqual([{ url }]);
    await search.getByText("1 more source").click();
    await search.getByRole("link", { name: "Reading at night" }).waitFor();
    await panel.change({ op: "item", index: 1, item: itemOf("w1", "webSearch", "contrast", { status: "running" }) });
    await search.getByText("Searching the Web").waitFor();
    await panel.close();
  });

  it("FMT-4: a reported issue shows its title and its text; citations are links", async () => {
    const citations = [{ title: "Contrast (Minimum)", url: "https://example.com/contrast" }];
    const items = [asked, issueItem, itemOf("a", "assistant", "So it is.", { citations })];
    const panel = await bench.open({ state: panelStateOf({ items }) });
    const issue = panel.page.getByRole("article", { name: "Reported Issue" });
    await issue.getByText("A typeface is missing", { exact: true }).waitFor();
    await issue.getByText(/isn’t in the package/).waitFor();
    await panel.page.getByRole("link", { name: "Contrast (Minimum)" }).click();
    await expect.poll(() => panel.callsOf("openLink")).toEqual([{ url: "https://example.com/contrast" }]);
    await panel.close();
  });
});
