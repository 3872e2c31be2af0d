import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ViewItem } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

function composerOf({ page }: PanelPage) {
  return page.getByRole("textbox", { name: "Message" });
}

describe("composer", () => {
  it("sends with Enter and clears once the host has taken it; Shift+Enter breaks a line", async () => {
    const panel = await bench.open();
    const composer = composerOf(panel);
    await composer.click();
    await panel.page.keyboard.type("one");
    await panel.page.keyboard.press("Shift+Enter");
    await panel.page.keyboard.type("two");
    await expect.poll(() => composer.inputValue()).toBe("one\ntwo");
    expect(panel.callsOf("send")).toEqual([]);
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => composer.inputValue()).toBe("");
    expect(panel.callsOf("send")).toEqual([{ text: "one\ntwo" }]);
    await panel.close();
  });

  it("sends by its button, which is disabled while there is nothing to send", async () => {
    const panel = await bench.open();
    const send = panel.page.getByRole("button", { name: "Send", exact: true });
    await expect.poll(() => send.isDisabled()).toBe(true);
    await composerOf(panel).fill("   ");
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => send.isDisabled()).toBe(true);
    await composerOf(panel).fill("hello");
    await send.click();
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "hello" }]);
    await panel.close();
  });

  it.each([
    ["while composing", { isComposing: true, keyCode: 13 }],
    ["that ends a composition", { isComposing: false, keyCode: 229 }],
  ])("leaves the Enter %s to the input method", async (_when, key) => {
    const panel = await bench.open();
    await composerOf(panel).fill("にほん");
    const prevented = await composerOf(panel).evaluate((area, init) => {
      const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init });
      area.dispatchEvent(event);
      return event.defaultPrevented;
    }, key);
    await panel.settled();
    expect(prevented).toBe(false);
    expect(panel.callsOf("send")).toEqual([]);
    await expect.poll(() => composerOf(panel).inputValue()).toBe("にほん");
    await panel.close();
  });

  it("keeps the keys of text editing to itself and lets Ctrl+S through", async () => {
    const panel = await bench.open();
    await panel.page.evaluate(() => {
      window.addEventListener("keydown", (event) => {
        document.body.dataset.seen = `${document.body.dataset.seen ?? ""}${event.key} `;
      });
    });
    for (const field of [composerOf(panel), panel.page.getByRole("textbox", { name: "Design Name" })]) {
      await field.focus();
      for (const key of ["z", "y", "a", "c", "v", "x", "f", "Shift+Z"])
        await panel.page.keyboard.press(`Control+${key}`);
      await panel.page.keyboard.press("Control+s");
    }
    const seen = await panel.page.evaluate(() => document.body.dataset.seen);
    expect(seen?.replaceAll("Control ", "").replaceAll("Shift ", "").trim()).toBe("s s");
    await panel.close();
  });

  it("undoes text with Ctrl+Z", async () => {
    const panel = await bench.open();
    await composerOf(panel).focus();
    await panel.page.keyboard.type("abc");
    await panel.page.keyboard.press("Control+z");
    await expect.poll(() => composerOf(panel).inputValue()).not.toBe("abc");
    await panel.close();
  });

  it("PKG-7: the draft is kept outside the package and is back after a reload", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill("an unfinished thought");
    await expect.poll(() => panel.savedState()).toMatchObject({ draft: "an unfinished thought" });
    expect(panel.callsOf("send")).toEqual([]);
    await panel.reload();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("an unfinished thought");
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.savedState()).toMatchObject({ draft: "" });
    await panel.close();
  });

  it("PKG-7: every keystroke is kept before anything else happens", async () => {
    const panel = await bench.open();
    const kept = await composerOf(panel).evaluate((area) => {
      if (!(area instanceof HTMLTextAreaElement)) return null;
      area.value = "typed";
      area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: "d" }));
      return sessionStorage.getItem("state");
    });
    expect(JSON.parse(kept ?? "null")).toMatchObject({ draft: "typed" });
    await panel.close();
  });

  it("says what Enter does", async () => {
    const panel = await bench.open();
    await expect(composerOf(panel).getAttribute("placeholder")).resolves.toBe("Message the agent");
    await panel.page.getByText("Enter to send, Shift+Enter for a new line").waitFor();
    await panel.set({ turn: "running" });
    await panel.page.getByText("Enter queues your message").waitFor();
    await panel.close();
  });

  it("a long text and its scrollbar stay clear of the corner and of the line below", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill("A line.\n".repeat(100));
    const text = await composerOf(panel).boundingBox();
    const frame = await panel.page.locator(".composer").boundingBox();
    const hint = await panel.page.locator(".composer-foot").boundingBox();
    if (text === null || frame === null || hint === null) throw new Error("Something isn't shown.");
    expect(text.y - frame.y).toBeGreaterThanOrEqual(8);
    expect(frame.x + frame.width - (text.x + text.width)).toBeGreaterThanOrEqual(4);
    expect(hint.y - (text.y + text.height)).toBeGreaterThanOrEqual(4);
    await panel.close();
  });

  it("stands exactly below the messages, with a scrollbar beside them or without", async () => {
    const long = Array.from({ length: 40 }, (_, index) => itemOf(`u${index}`, "user", "hello"));
    for (const items of [long, long.slice(0, 1)]) {
      const panel = await bench.open({ state: panelStateOf({ items }) });
      const message = await panel.page.locator(".said").last().boundingBox();
      const frame = await panel.page.locator(".composer").boundingBox();
      const rightOf = (box: typeof frame) => (box === null ? Number.NaN : box.x + box.width);
      expect(rightOf(frame)).toBe(rightOf(message));
      await panel.close();
    }
  });

  it("keeps the text of a refused message and says why", async () => {
    const panel = await bench.open();
    panel.answers.send = () => {
      throw new Error("Another turn is being saved.");
    };
    await composerOf(panel).fill("hello");
    await composerOf(panel).press("Enter");
    await panel.page.getByRole("alert").getByText("Another turn is being saved.").waitFor();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
    panel.answers.send = () => ({ accepted: false });
    await composerOf(panel).press("Enter");
    await panel.page.getByRole("alert").getByText("was not sent").waitFor();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
    await panel.close();
  });

  it("keeps what is typed while a message goes out, and sends it only once", async () => {
    const panel = await bench.open();
    let accept: (() => void) | undefined;
    panel.answers.send = () => new Promise((resolve) => (accept = () => resolve({ accepted: true })));
    await composerOf(panel).fill("first");
    await composerOf(panel).press("Enter");
    await composerOf(panel).press("Enter");
    await panel.page.keyboard.type(" second");
    await expect.poll(() => accept).toBeDefined();
    accept?.();
    await expect.poll(() => composerOf(panel).inputValue()).toBe(" second");
    expect(panel.callsOf("send")).toHaveLength(1);
    await panel.close();
  });

  it("shows why nothing can be sent, with its action; writing stays possible", async () => {
    const blocked = { text: "No API key yet.", action: { command: "setApiKey", label: "Set API Key…" } } as const;
    const panel = await bench.open({ state: panelStateOf({ composer: { blocked } }) });
    await composerOf(panel).fill("hello");
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
    await panel.page.getByText("No API key yet.").waitFor();
    await panel.page.getByRole("button", { name: "Set API Key…" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "setApiKey" }]);
    await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
    await panel.set({ composer: {} });
    await expect.poll(() => panel.page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(false);
    await panel.close();
  });

  it("grows with its text up to a part of the window, then scrolls", async () => {
    const panel = await bench.open();
    const height = async () => (await composerOf(panel).boundingBox())?.height ?? 0;
    const before = await height();
    await composerOf(panel).fill("line\n".repeat(5));
    expect(await height()).toBeGreaterThan(before);
    await composerOf(panel).fill("line\n".repeat(100));
    expect(await height()).toBeLessThanOrEqual(800 * 0.4);
    await panel.close();
  });

  it("takes the focus only when the host asks", async () => {
    const panel = await bench.open();
    const focused = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(() => focused()).not.toBe("Message");
    await panel.focusComposer();
    await expect.poll(focused).toBe("Message");
    await panel.close();
  });
});

describe("handed-back messages", () => {
  it("TRN-6: one fills an empty composer, and is sent as what it was", async () => {
    const panel = await bench.open();
    await panel.set({ unsent: [waitingOf("s0", "older"), waitingOf("s1", "newest")] });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("newest");
    await panel.page.getByText("older").waitFor();
    await composerOf(panel).press("End");
    await panel.page.keyboard.type("!");
    await panel.page.keyboard.press("Enter");
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    expect(panel.callsOf("sendUnsent")).toEqual([{ id: "s1", text: "newest!" }]);
    expect(panel.callsOf("send")).toEqual([]);
    await panel.close();
  });

  it("TRN-6: one that fails again and again fills the empty composer every time", async () => {
    const panel = await bench.open({ state: panelStateOf({ unsent: [waitingOf("s1", "hello")] }) });
    const failed: ViewItem[] = [];
    for (const time of [1, 2, 3]) {
      await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
      await composerOf(panel).press("Enter");
      await expect.poll(() => panel.callsOf("sendUnsent")).toHaveLength(time);
      await expect.poll(() => composerOf(panel).inputValue()).toBe("");
      // So fast that the panel never sees the message gone.
      failed.push(itemOf(`f${time}`, "failure", "No key."));
      await panel.change(...failed.map((item, index) => ({ op: "item", index, item }) as const));
    }
    await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
    await expect.poll(() => panel.page.getByRole("button", { name: "Dismiss" }).count()).toBe(0);
    await panel.close();
  });

  it("TRN-6: a state from before the sending doesn't bring the message back", async () => {
    const panel = await bench.open({ state: panelStateOf({ unsent: [waitingOf("s1", "hello")] }) });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
    await panel.page.evaluate(() => {
      // No frame is drawn before the answer is there.
      const draw = window.requestAnimationFrame;
      window.requestAnimationFrame = (callback) => window.setTimeout(() => draw(callback), 100);
    });
    panel.answers.sendUnsent = async () => {
      const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 };
      void panel.change({ op: "set", values: { usage }, removed: [] });
      return { accepted: true };
    };
    await composerOf(panel).press("Enter");
    await panel.page.getByText("1 tokens in").first().waitFor({ state: "attached" });
    await panel.settled();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    await panel.set({ unsent: [], turn: "running" });
    await panel.set({ unsent: [waitingOf("s1", "hello")], turn: "idle" });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("hello");
    await panel.close();
  });

  it("TRN-6: a draft that is there wins, the message waits above with Edit and Dismiss", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill("my draft");
    await panel.set({ unsent: [waitingOf("s1", "handed back"), waitingOf("s2", "another")] });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("my draft");
    const row = (text: string) => panel.page.getByRole("listitem").filter({ hasText: text });
    await row("handed back").getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => panel.callsOf("dismissUnsent")).toEqual([{ id: "s1" }]);
    await row("another").getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("my draft\n\nanother");
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.callsOf("sendUnsent")).toEqual([{ id: "s2", text: "my draft\n\nanother" }]);
    await panel.close();
  });

  it("TRN-6: an emptied composer isn't filled again, and what is written then is a new message", async () => {
    const panel = await bench.open({ state: panelStateOf({ unsent: [waitingOf("s1", "handed back")] }) });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("handed back");
    await composerOf(panel).fill("");
    await panel.set({ usage: { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 } });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    await panel.page.getByRole("button", { name: "Dismiss" }).waitFor();
    await composerOf(panel).fill("something else");
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "something else" }]);
    expect(panel.callsOf("sendUnsent")).toEqual([]);
    await panel.close();
  });

  it("PKG-7: which message a draft came from is known after a reload", async () => {
    const panel = await bench.open({ state: panelStateOf({ unsent: [waitingOf("s1", "handed back")] }) });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("handed back");
    await composerOf(panel).fill("handed back, and changed");
    await panel.reload();
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.callsOf("sendUnsent")).toEqual([{ id: "s1", text: "handed back, and changed" }]);
    await panel.close();
  });

  it("leaves the composer again when it was sent or dismissed elsewhere", async () => {
    const panel = await bench.open({ state: panelStateOf({ unsent: [waitingOf("s1", "handed back")] }) });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("handed back");
    await panel.set({ unsent: [] });
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    await panel.close();
  });

  it("FMT-5: an entry that isn't a message of ours is shown and can't be edited", async () => {
    const state = panelStateOf({ unsent: [waitingOf("s1", '{"odd":1}', { sendable: false })] });
    const panel = await bench.open({ state });
    await panel.page.getByText('{"odd":1}').waitFor();
    await expect.poll(() => composerOf(panel).inputValue()).toBe("");
    await expect.poll(() => panel.page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await panel.close();
  });
});
