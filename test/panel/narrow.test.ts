import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, outline, panelStateOf, richState, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const model = { provider: "anthropic", label: "Claude Opus 5.5", server: "Scripted model · http://127.0.0.1:4321" };
const crowded = richState({ model, cost: { kind: "estimated", dollars: 1234.5, atLeast: true } });
const waiting = [waitingOf("m1", "A message that is long enough to need a line of its own.")];

async function boxOf(panel: PanelPage, selector: string) {
  const box = await panel.page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} isn't shown.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

describe("a narrow header", () => {
  it.each([190, 240, 300, 360, 420, 480, 640])("keeps the menu inside: %i px", async (width) => {
    const panel = await bench.open({ state: crowded, width });
    const menu = await boxOf(panel, "silverpoint-menu");
    expect(menu.right).toBeLessThanOrEqual(width);
    expect((await boxOf(panel, ".model")).right).toBeLessThanOrEqual(menu.x);
    expect((await boxOf(panel, ".model-label")).width).toBeGreaterThan(40);
    await panel.page.getByRole("button", { name: "More Actions" }).click();
    const entries = await boxOf(panel, ".menu");
    expect(entries.x).toBeGreaterThanOrEqual(0);
    expect(entries.right).toBeLessThanOrEqual(width);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await panel.close();
  });

  it("keeps the name of the server longer than its address", async () => {
    const panel = await bench.open({ state: crowded, width: 320 });
    expect((await boxOf(panel, ".server")).width).toBeGreaterThan(90);
    await expect.poll(() => panel.page.locator(".server-address").isVisible()).toBe(false);
    await panel.close();
  });

  it("says in words and in the tooltip what it has no room for", async () => {
    const panel = await bench.open({ state: crowded, width: 240 });
    expect((await boxOf(panel, ".meters")).width).toBeLessThanOrEqual(1);
    const meter = panel.page.getByRole("meter", { name: "Context" });
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toContain("26%");
    const tooltip = await panel.page.locator(".model").getAttribute("title");
    expect(tooltip).toContain("127.0.0.1");
    expect(tooltip).toContain("(26%)");
    expect(tooltip).toContain("At least $1234.50");
    await panel.close();
  });

  it("looks at the pane's width, not the window's", async () => {
    const panel = await bench.open({ state: crowded, width: 1000 });
    await panel.page.getByRole("separator", { name: "Resize Design and Conversation" }).press("End");
    await panel.settled();
    expect((await boxOf(panel, ".meters")).width).toBeLessThanOrEqual(1);
    expect((await boxOf(panel, "silverpoint-menu")).right).toBeLessThanOrEqual(1000);
    await panel.close();
  });
});

describe("narrow messages above the composer", () => {
  it.each([190, 260, 320])("have their buttons below their text: %i px", async (width) => {
    const panel = await bench.open({ state: richState({ queue: { held: true, messages: waiting } }), width });
    await panel.page.getByRole("textbox", { name: "Message" }).fill("mine");
    await panel.set({ unsent: waiting });
    for (const list of ["#queue-title", "#unsent-title"]) {
      const row = `section[aria-labelledby="${list.slice(1)}"] li`;
      const text = await boxOf(panel, `${row} .waiting-text`);
      expect(text.width).toBeGreaterThan(width * 0.5);
      const button = await boxOf(panel, `${row} vscode-button`);
      expect(button.right).toBeLessThanOrEqual(width);
      expect((await boxOf(panel, `${row} vscode-button:last-child`)).y).toBe(button.y);
      if (width < 260) expect(button.y).toBeGreaterThanOrEqual(text.bottom - 1);
    }
    await panel.close();
  });
});

describe("little height", () => {
  it.each([
    [260, 700],
    [640, 400],
  ])("leaves the composer and a part of the conversation in sight: %i × %i", async (width, height) => {
    const banner = { id: "b", tone: "warning", text: "Not kept. ".repeat(20) } as const;
    const messages = ["q1", "q2", "q3", "q4"].map((id) => waitingOf(id, `Message ${id}`));
    const state = richState({ queue: { held: true, messages }, banners: [banner] });
    const panel = await bench.open({ state, width, height });
    await panel.page.getByRole("textbox", { name: "Message" }).fill("mine");
    await panel.set({ unsent: waiting });
    expect((await boxOf(panel, ".composer")).bottom).toBeLessThanOrEqual(height);
    expect((await boxOf(panel, ".scroller")).height).toBeGreaterThanOrEqual(80);
    await panel.page.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => panel.callsOf("dismissUnsent")).toHaveLength(1);
    await panel.close();
  });

  it("shows an invitation from its beginning also when the room for it gets less", async () => {
    const panel = await bench.open({ width: 640, height: 900 });
    await panel.page.setViewportSize({ width: 640, height: 400 });
    await panel.settled();
    const { top, room } = await panel.page
      .locator(".scroller")
      .evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({ top: scrollTop, room: scrollHeight - clientHeight }));
    expect(room).toBeGreaterThan(50);
    expect(top).toBe(0);
    await panel.close();
  });

  it("shows an invitation from its beginning, and then the newest message", async () => {
    const panel = await bench.open({ width: 640, height: 400 });
    const top = () => panel.page.locator(".scroller").evaluate((scroller) => scroller.scrollTop);
    expect(await top()).toBe(0);
    await panel.change({ op: "item", index: 0, item: itemOf("u1", "user", "line\n".repeat(40)) });
    await expect.poll(top).toBeGreaterThan(100);
    await panel.close();
  });
});

describe("stacked halves", () => {
  const design = { kind: "readable", name: "Night Market Poster", outline, more: 202 } as const;

  it("the design has at most 30% of little height, and its drawing and outline can be folded away, for good", async () => {
    const panel = await bench.open({ state: richState({ design }), width: 640, height: 400 });
    const outlineFold = panel.page.getByRole("button", { name: "Outline" });
    const drawingFold = panel.page.getByRole("button", { name: "Drawing" });
    await drawingFold.waitFor();
    const drawn = panel.page.locator(".desk");
    const listed = panel.page.getByRole("group", { name: "Outline" });
    expect((await boxOf(panel, "#design-pane")).height).toBeLessThanOrEqual(120);
    await expect.poll(() => outlineFold.getAttribute("aria-expanded")).toBe("true");
    await outlineFold.click();
    await expect.poll(() => outlineFold.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => listed.count()).toBe(0);
    await expect.poll(() => drawn.isVisible()).toBe(true);
    await drawingFold.click();
    await expect.poll(() => drawingFold.getAttribute("aria-expanded")).toBe("false");
    expect((await boxOf(panel, "#design-pane")).height).toBeLessThanOrEqual(42);
    expect((await boxOf(panel, ".scroller")).height).toBeGreaterThan(200);
    await panel.reload();
    await drawingFold.waitFor();
    await expect.poll(() => outlineFold.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => drawingFold.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => listed.count()).toBe(0);
    await outlineFold.press("Enter");
    await listed.waitFor();
    await expect.poll(() => drawn.isVisible()).toBe(false);
    expect((await boxOf(panel, "#design-pane")).height).toBeLessThanOrEqual(120);
    await panel.close();
  });

  it("side by side the outline stays as it was folded, and the drawing is there", async () => {
    const panel = await bench.open({ state: richState({ design }), width: 640 });
    await panel.page.getByRole("button", { name: "Outline" }).click();
    await panel.page.getByRole("button", { name: "Drawing" }).click();
    await panel.page.setViewportSize({ width: 1000, height: 600 });
    await panel.page.locator(".desk").waitFor();
    await expect.poll(() => panel.page.getByRole("button", { name: "Drawing" }).count()).toBe(0);
    await expect.poll(() => panel.page.getByRole("group", { name: "Outline" }).count()).toBe(0);
    await panel.page.getByRole("button", { name: "Outline" }).click();
    await panel.page.getByRole("group", { name: "Outline" }).waitFor();
    await panel.close();
  });

  it("a damaged design leaves most of the height too", async () => {
    const state = panelStateOf({ design: { kind: "damaged", reason: "A comma is missing. ".repeat(20) } });
    const panel = await bench.open({ state, width: 640, height: 400 });
    expect((await boxOf(panel, "#design-pane")).height).toBeLessThanOrEqual(121);
    await panel.page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => panel.callsOf("reloadDesign")).toHaveLength(1);
    await panel.close();
  });
});
