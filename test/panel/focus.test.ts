import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const items = [itemOf("u1", "user", "hello"), itemOf("a1", "assistant", "Well", { status: "running" })];
const running = panelStateOf({ items, turn: "running" });
const waiting = [waitingOf("m1", "first"), waitingOf("m2", "second"), waitingOf("m3", "third")];

function row({ page }: PanelPage, text: string) {
  return page.getByRole("listitem").filter({ hasText: text });
}

async function expectFocus(panel: PanelPage, name: string): Promise<void> {
  await expect.poll(() => panel.focused()).toBe(name);
  await panel.settled();
  await expect.poll(() => panel.focused()).toBe(name);
}

describe("the focus", () => {
  it.each(["mouse", "keyboard"])(
    "is in the composer after Send by %s, in the middle of a draft as well",
    async (way) => {
      const panel = await bench.open();
      const composer = panel.page.getByRole("textbox", { name: "Message" });
      await composer.fill("hello");
      if (way === "mouse") await panel.page.getByRole("button", { name: "Send", exact: true }).click();
      else {
        for (const name of ["Add Image…", "Mode", "Model: Claude Opus 5.5", "Send"]) {
          await panel.page.keyboard.press("Tab");
          await expect.poll(() => panel.focused()).toBe(name);
        }
        await panel.page.keyboard.press("Enter");
      }
      await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "hello" }]);
      await expectFocus(panel, "Message");
      await panel.page.keyboard.type("more");
      await expect.poll(() => composer.inputValue()).toBe("more");
      await panel.close();
    },
  );

  it.each(["click", "Enter", "Escape"])("is in the composer when Stop had it: %s", async (way) => {
    const panel = await bench.open({ state: running });
    const stop = panel.page.getByRole("button", { name: "Stop" });
    if (way === "click") await stop.click();
    else {
      await stop.focus();
      await panel.page.keyboard.press(way);
    }
    await expect.poll(() => panel.callsOf("stop")).toHaveLength(1);
    await panel.set({ turn: "stopping" });
    await panel.set({ turn: "idle" });
    await expectFocus(panel, "Message");
    await panel.close();
  });

  it("is in the composer when the turn ends by itself while Stop has it", async () => {
    const panel = await bench.open({ state: running });
    await panel.page.getByRole("button", { name: "Stop" }).focus();
    await panel.set({ turn: "idle" });
    await expectFocus(panel, "Message");
    await panel.close();
  });

  it.each(["Enter", "Escape"])("is in the composer after %s in a queued message", async (key) => {
    const panel = await bench.open({ state: { ...running, queue: { held: false, messages: waiting } } });
    await row(panel, "first").getByRole("button", { name: "Edit" }).click();
    await panel.page.getByRole("textbox", { name: "Queued Message" }).press(key);
    await expectFocus(panel, "Message");
    await panel.close();
  });

  it("goes to the next row, the previous one and at last the composer as queued messages are removed", async () => {
    const panel = await bench.open({ state: { ...running, queue: { held: false, messages: waiting } } });
    const left = [...waiting];
    panel.answers.removeQueued = async ({ id }) => {
      left.splice(
        left.findIndex((message) => message.id === id),
        1,
      );
      await panel.set({ queue: { held: false, messages: [...left] } });
      return {};
    };
    await row(panel, "second").getByRole("button", { name: "Remove" }).focus();
    await panel.page.keyboard.press("Enter");
    await row(panel, "second").waitFor({ state: "detached" });
    expect(await row(panel, "third").getByRole("button", { name: "Remove" }).evaluate(isFocused)).toBe(true);
    await panel.page.keyboard.press("Enter");
    await row(panel, "third").waitFor({ state: "detached" });
    expect(await row(panel, "first").getByRole("button", { name: "Remove" }).evaluate(isFocused)).toBe(true);
    await panel.page.keyboard.press("Enter");
    await expectFocus(panel, "Message");
    expect(left).toEqual([]);
    await panel.close();
  });

  it("stays on its message when one before it goes out", async () => {
    const panel = await bench.open({ state: { ...running, queue: { held: false, messages: waiting } } });
    await row(panel, "second").getByRole("button", { name: "Remove" }).focus();
    await panel.set({ queue: { held: false, messages: waiting.slice(1) } });
    expect(await row(panel, "second").getByRole("button", { name: "Remove" }).evaluate(isFocused)).toBe(true);
    await panel.close();
  });

  it("goes to the next row and then the composer as handed-back messages are dismissed", async () => {
    const panel = await bench.open();
    await panel.page.getByRole("textbox", { name: "Message" }).fill("my draft");
    await panel.set({ unsent: waiting.slice(0, 2) });
    await row(panel, "first").getByRole("button", { name: "Dismiss" }).click();
    await panel.set({ unsent: waiting.slice(1, 2) });
    await expectFocus(panel, "Dismiss");
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => panel.callsOf("dismissUnsent")).toEqual([{ id: "m1" }, { id: "m2" }]);
    await panel.set({ unsent: [] });
    await expectFocus(panel, "Message");
    await panel.close();
  });

  it.each(["Enter", "Escape"])("is in the composer after %s in the design's name", async (key) => {
    const panel = await bench.open();
    const name = panel.page.getByRole("textbox", { name: "Design Name" });
    await name.fill("Flyer");
    await name.press(key);
    await expectFocus(panel, "Message");
    expect(panel.callsOf("renameDesign")).toEqual(key === "Enter" ? [{ name: "Flyer" }] : []);
    await panel.close();
  });

  it("isn't taken from where a press has put it", async () => {
    const panel = await bench.open({ state: running });
    await panel.page.getByRole("button", { name: "Stop" }).focus();
    await panel.page.locator(".model-label").click();
    await panel.set({ turn: "idle" });
    await expectFocus(panel, "body");
    await panel.close();
  });
});

describe("Escape", () => {
  it.each(["New messages", "More Actions", "Message", "an item", "nothing"])(
    "stops the turn from %s",
    async (place) => {
      const long = [...items, itemOf("a2", "assistant", "line\n\n".repeat(60), { status: "running" })];
      const panel = await bench.open({ state: { ...running, items: long } });
      const { page } = panel;
      if (place === "New messages") {
        await page.locator(".scroller").evaluate((scroller) => scroller.scrollBy(0, -400));
        await panel.settled();
        await panel.change({ op: "append", index: 2, text: "more" });
      }
      if (place === "Message") await page.getByRole("textbox", { name: "Message" }).focus();
      else if (place === "an item") await page.getByText("line").last().click();
      else if (place === "nothing") await page.locator(".model-label").click();
      else await page.getByRole("button", { name: place }).focus();
      await page.keyboard.press("Escape");
      await expect.poll(() => panel.callsOf("stop")).toHaveLength(1);
      await panel.close();
    },
  );

  it("closes an open menu or edit field, leaves the design's name, and stops nothing then", async () => {
    const panel = await bench.open({ state: { ...running, queue: { held: false, messages: waiting } } });
    const { page } = panel;
    await page.getByRole("button", { name: "More Actions" }).click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    for (const place of ["Queued Message", "Save"]) {
      await row(panel, "first").getByRole("button", { name: "Edit" }).click();
      await page
        .getByLabel(place, { exact: true })
        .or(page.getByRole("button", { name: place }))
        .first()
        .press("Escape");
      await expect.poll(() => page.getByRole("textbox", { name: "Queued Message" }).count()).toBe(0);
    }
    await page.getByRole("textbox", { name: "Design Name" }).press("Escape");
    await page.getByRole("group", { name: "Outline" }).press("Escape");
    await page
      .getByRole("textbox", { name: "Message" })
      .evaluate((area) =>
        area.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", keyCode: 229, bubbles: true })),
      );
    await panel.settled();
    expect(panel.callsOf("stop")).toEqual([]);
    await panel.close();
  });
});

function isFocused(element: Element): boolean {
  return element.matches(":focus, :focus-within");
}
