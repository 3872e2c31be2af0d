import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench } from "../support/panel/panelPage.ts";
import { itemOf, panelStateOf, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

const running = panelStateOf({
  items: [itemOf("u1", "user", "hello"), itemOf("a1", "assistant", "Well", { status: "running" })],
  turn: "running",
});

describe("a running turn", () => {
  it("TRN-6: Stop and Escape stop it; Escape of an input method doesn't", async () => {
    const panel = await bench.open({ state: running });
    await panel.page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => panel.callsOf("stop")).toHaveLength(1);
    const composer = panel.page.getByRole("textbox", { name: "Message" });
    await composer.evaluate((area) =>
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true })),
    );
    await composer.press("Escape");
    await expect.poll(() => panel.callsOf("stop")).toHaveLength(2);
    await panel.set({ turn: "idle" });
    await expect.poll(() => panel.page.getByRole("button", { name: "Stop" }).count()).toBe(0);
    await composer.press("Escape");
    await panel.settled();
    expect(panel.callsOf("stop")).toHaveLength(2);
    await panel.close();
  });

  it("TRN-5: a message can be sent while it runs; the queue shows it, edits it and removes it", async () => {
    const panel = await bench.open({ state: running });
    await panel.page.getByRole("textbox", { name: "Message" }).fill("and then");
    await panel.page.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "and then" }]);
    await panel.set({ queue: { held: false, messages: [waitingOf("q1", "and then"), waitingOf("q2", "last")] } });
    const row = panel.page.getByRole("listitem").filter({ hasText: "and then" });
    await row.getByRole("button", { name: "Edit" }).click();
    const field = panel.page.getByRole("textbox", { name: "Queued Message" });
    await field.fill("and then this");
    await field.evaluate((area) =>
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true })),
    );
    expect(panel.callsOf("editQueued")).toEqual([]);
    await field.press("Enter");
    await expect.poll(() => panel.callsOf("editQueued")).toEqual([{ id: "q1", text: "and then this" }]);
    const last = panel.page.getByRole("listitem").filter({ hasText: "last" });
    await last.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => panel.callsOf("removeQueued")).toEqual([{ id: "q2" }]);
    await expect.poll(() => panel.page.getByRole("button", { name: "Send Queued Messages" }).count()).toBe(0);
    await panel.close();
  });

  it("TRN-5: a held queue goes out when the person says so", async () => {
    const queue = { held: true, messages: [waitingOf("q1", "later")] };
    const panel = await bench.open({ state: panelStateOf({ queue }) });
    await panel.page.getByRole("button", { name: "Send Queued Messages" }).click();
    await expect.poll(() => panel.callsOf("releaseQueue")).toEqual([{}]);
    await panel.close();
  });

  it("TRN-5: a change to a message that went out meanwhile isn't lost", async () => {
    const queue = { held: false, messages: [waitingOf("q1", "later")] };
    const panel = await bench.open({ state: { ...running, queue } });
    await panel.page.getByRole("button", { name: "Edit" }).click();
    await panel.page.getByRole("textbox", { name: "Queued Message" }).fill("later, and better");
    await panel.set({ queue: { held: false, messages: [] } });
    const composer = panel.page.getByRole("textbox", { name: "Message", exact: true });
    await expect.poll(() => composer.inputValue()).toBe("later, and better");
    await panel.close();
  });

  it.each([
    ["Answer complete", {}, itemOf("a1", "assistant", "Well.", { status: "completed" })],
    ["Stopped", {}, itemOf("a1", "assistant", "Well", { status: "interrupted" })],
    ["Failed", {}, itemOf("f1", "failure", "The server is gone.")],
    ["Stopped", { unsent: [waitingOf("s1", "hello")] }, itemOf("a1", "assistant", "Well.")],
  ])("its end is announced in words: %s", async (words, more, item) => {
    const panel = await bench.open({ state: running });
    const region = panel.page.locator('silverpoint-conversation > [role="status"].unseen');
    await panel.change({ op: "append", index: 1, text: " well" });
    await expect.poll(() => region.textContent()).toBe("");
    await panel.change({ op: "item", index: 1, item }, { op: "set", values: { turn: "idle", ...more }, removed: [] });
    await expect.poll(() => region.textContent()).toBe(words);
    await panel.close();
  });

  it.each([
    ["Stopped", "stopping", [], true],
    ["Failed", "running", [itemOf("f2", "failure", "The server is gone.")], true],
    ["Answer complete", "running", [itemOf("u2", "user", "again"), itemOf("a2", "assistant", "Yes.")], false],
  ] as const)(
    "its end is announced as what this turn did, after an earlier failure: %s",
    async (words, turn, items, isBack) => {
      const earlier = [itemOf("u1", "user", "hello"), itemOf("f1", "failure", "No key.")];
      const panel = await bench.open({
        state: panelStateOf({ items: [...earlier, itemOf("u2", "user", "again")], turn }),
      });
      const unsent = isBack ? [waitingOf("s1", "again")] : [];
      await panel.change(
        { op: "truncate", length: earlier.length },
        ...items.map((item, index) => ({ op: "item", index: earlier.length + index, item }) as const),
        { op: "set", values: { turn: "idle", unsent }, removed: [] },
      );
      await expect
        .poll(() => panel.page.locator('silverpoint-conversation > [role="status"].unseen').textContent())
        .toBe(words);
      await panel.close();
    },
  );

  it("a turn that failed before it was seen to run is announced, and announced again", async () => {
    const panel = await bench.open({ state: panelStateOf({ items: [itemOf("u1", "user", "hello")] }) });
    const region = panel.page.locator('silverpoint-conversation > [role="status"].unseen');
    await panel.change({ op: "item", index: 1, item: itemOf("f1", "failure", "No key.") });
    await expect.poll(() => region.textContent()).toBe("Failed");
    await region.evaluate((element) => {
      new MutationObserver(() => (document.body.dataset.said = "again")).observe(element, { childList: true });
    });
    await panel.change({ op: "item", index: 2, item: itemOf("f2", "failure", "No key.") });
    await expect.poll(() => panel.page.evaluate(() => document.body.dataset.said)).toBe("again");
    await expect.poll(() => region.textContent()).toBe("Failed");
    await panel.close();
  });

  it("shows that an item was interrupted, and that work goes on before the first sign of an answer", async () => {
    const panel = await bench.open({
      state: panelStateOf({ items: [itemOf("u1", "user", "hello")], turn: "running" }),
    });
    await panel.page.getByText("Working…").waitFor();
    await panel.change(
      { op: "item", index: 1, item: itemOf("a1", "assistant", "Well", { status: "interrupted" }) },
      { op: "set", values: { turn: "idle" }, removed: [] },
    );
    await panel.page.getByRole("article").getByText("Interrupted").waitFor();
    await expect.poll(() => panel.page.getByText("Working…").count()).toBe(0);
    await panel.close();
  });

  it("PKG-6: shows that a message was interrupted before anything came", async () => {
    const items = [itemOf("u1", "user", "hello", { status: "interrupted" })];
    const panel = await bench.open({ state: panelStateOf({ items }) });
    await panel.page.getByRole("article", { name: "You" }).getByText("Interrupted").waitFor();
    await panel.close();
  });
});

describe("the channel", () => {
  it("a gap in the numbers makes the panel ask for everything again", async () => {
    const panel = await bench.open({ state: running });
    expect(panel.readyCount).toBe(1);
    panel.keep(panelStateOf({ items: [itemOf("a9", "assistant", "the whole state")] }));
    await panel.post({ kind: "changes", sequence: 7, changes: [{ op: "append", index: 1, text: "lost" }] });
    await panel.page.getByText("the whole state").waitFor();
    expect(panel.readyCount).toBe(2);
    await panel.close();
  });

  it("a message of an unknown form does the same", async () => {
    const panel = await bench.open({ state: running });
    await panel.page.evaluate(() => window.postMessage({ kind: "somethingElse" }, "*"));
    await expect.poll(() => panel.readyCount).toBe(2);
    await panel.close();
  });

  it("a refusal that nobody waits for is shown and can be dismissed", async () => {
    const panel = await bench.open({ state: running });
    panel.answers.stop = () => {
      throw new Error("There is nothing to stop.");
    };
    await panel.page.getByRole("button", { name: "Stop" }).click();
    await panel.page.getByRole("alert").getByText("There is nothing to stop.").waitFor();
    await panel.page.getByRole("button", { name: "Dismiss" }).click();
    await panel.page.getByRole("alert").waitFor({ state: "detached" });
    await panel.close();
  });
});
