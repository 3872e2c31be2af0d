import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelState } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { panelStateOf, waitingOf } from "../support/panel/states.ts";

let bench: PanelBench;
beforeAll(async () => {
  bench = await PanelBench.start();
});
afterAll(() => bench.close());

const composerOf = ({ page }: PanelPage) => page.getByRole("textbox", { name: "Message", exact: true });
const textIn = (panel: PanelPage) => composerOf(panel).inputValue();
const press = (panel: PanelPage, key: string) => panel.page.keyboard.press(key);

describe("messages that were sent before", () => {
  const sent = ["newest", "newest", "two\nlines", "oldest"].map((text) => ({ text, images: [] }));

  async function open(): Promise<PanelPage> {
    const panel = await bench.open();
    panel.answers.readSentMessages = ({ skip }) => ({ messages: sent.slice(skip, skip + 2), more: skip + 2 < 4 });
    await composerOf(panel).focus();
    return panel;
  }

  it("come back with ↑ in an empty composer, one by one, and go with ↓ until it is empty again", async () => {
    const panel = await open();
    for (const text of ["newest", "two\nlines", "oldest", "oldest"]) {
      await press(panel, "ArrowUp");
      await expect.poll(() => textIn(panel)).toBe(text);
    }
    for (const text of ["two\nlines", "newest", ""]) {
      await press(panel, "ArrowDown");
      await expect.poll(() => textIn(panel)).toBe(text);
    }
    await press(panel, "ArrowDown");
    await expect.poll(() => textIn(panel)).toBe("");
    expect(panel.callsOf("readSentMessages")).toEqual([{ skip: 0 }, { skip: 2 }]);
    await panel.close();
  });

  it("come back at once, however many lines one has", async () => {
    const panel = await bench.open();
    const long = "a line\n".repeat(5000);
    panel.answers.readSentMessages = () => ({ messages: [{ text: long, images: [] }], more: false });
    await panel.page.evaluate(() => {
      const edit = document.execCommand.bind(document);
      document.execCommand = (command, ...rest) => {
        document.body.dataset.edits = `${document.body.dataset.edits ?? ""}${command} `;
        return edit(command, ...rest);
      };
    });
    await composerOf(panel).focus();
    await press(panel, "ArrowUp");
    await expect.poll(async () => (await textIn(panel)) === long, { timeout: 20_000 }).toBe(true);
    await press(panel, "ArrowDown");
    await expect.poll(() => textIn(panel)).toBe("");
    // The browser's own edit takes a time that grows with the square of the lines: such a text doesn't go through it.
    expect(await panel.page.evaluate(() => document.body.dataset.edits)).toBeUndefined();
    await panel.close();
  });

  it("leave alone what is written, and where an input method has the key", async () => {
    const panel = await open();
    await panel.page.keyboard.type("mine");
    await press(panel, "Home");
    await press(panel, "ArrowUp");
    await press(panel, "ArrowDown");
    await composerOf(panel).fill("");
    await composerOf(panel).evaluate((area) =>
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", isComposing: true, bubbles: true })),
    );
    await panel.settled();
    expect([panel.callsOf("readSentMessages"), await textIn(panel)]).toEqual([[], ""]);
    await panel.close();
  });

  it("are drafts like any other once they are changed, and are sent as they are then", async () => {
    const panel = await open();
    await press(panel, "ArrowUp");
    await expect.poll(() => textIn(panel)).toBe("newest");
    await panel.page.keyboard.type("The ");
    await press(panel, "Home");
    await press(panel, "ArrowUp");
    await expect.poll(() => textIn(panel)).toBe("The newest");
    await press(panel, "Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "The newest" }]);
    await panel.close();
  });
});

describe("the key that sends", () => {
  const swapped = panelStateOf({ composer: { sendWith: "modifierEnter" } });

  it("tells of the commands for the last turn while one is being typed", async () => {
    const panel = await bench.open();
    const hint = panel.page.locator("#composer-hint");
    await composerOf(panel).fill("/re");
    await expect.poll(() => hint.textContent()).toBe("/retry answers again, /revise edits the last message");
    await composerOf(panel).fill("/red");
    await expect.poll(() => hint.textContent()).toBe("Enter to send, Shift+Enter for a new line");
    await panel.close();
  });

  it("is Ctrl+Enter where the setting says so; Enter breaks the line then, and hint and tooltip say it", async () => {
    const panel = await bench.open({ state: swapped });
    await composerOf(panel).focus();
    await panel.page.keyboard.type("one");
    await press(panel, "Enter");
    await panel.page.keyboard.type("two");
    expect([await textIn(panel), panel.callsOf("send")]).toEqual(["one\ntwo", []]);
    await panel.page.getByText("Ctrl+Enter to send, Enter for a new line").waitFor();
    await expect.poll(() => panel.page.getByTitle("Send (Ctrl+Enter)").count()).toBe(1);
    await press(panel, "Control+Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "one\ntwo" }]);
    await panel.close();
  });

  it("is the input method's while it composes", async () => {
    const panel = await bench.open({ state: swapped });
    await composerOf(panel).fill("にほん");
    await composerOf(panel).evaluate((area) =>
      area.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, isComposing: true, bubbles: true }),
      ),
    );
    await panel.settled();
    expect(panel.callsOf("send")).toEqual([]);
    await panel.close();
  });
});

describe("undo in the composer", () => {
  it.each<[string, (panel: PanelPage) => Promise<void>]>([
    [
      "was deleted",
      async (panel) => {
        await press(panel, "Control+a");
        await press(panel, "Delete");
      },
    ],
    ["was sent", (panel) => press(panel, "Enter")],
  ])("brings back a text that %s, and redo takes it away again", async (_how, clear) => {
    const panel = await bench.open();
    await composerOf(panel).focus();
    await panel.page.keyboard.type("a night market");
    await clear(panel);
    await expect.poll(() => textIn(panel)).toBe("");
    await panel.settled();
    await press(panel, "Control+z");
    await expect.poll(() => textIn(panel)).toBe("a night market");
    await expect.poll(() => panel.callsOf("keepDraft").at(-1)).toMatchObject({ text: "a night market" });
    await press(panel, "Control+Shift+z");
    await expect.poll(() => textIn(panel)).toBe("");
    await panel.close();
  });

  it("stays there when there is nothing to undo", async () => {
    const panel = await bench.open();
    await panel.page.evaluate(() =>
      window.addEventListener("keydown", (event) => {
        if (!["Control", "Shift"].includes(event.key)) document.body.dataset.seen = event.key;
      }),
    );
    await composerOf(panel).focus();
    for (const key of ["Control+z", "Control+y", "Control+Shift+z"]) await press(panel, key);
    expect(await panel.page.evaluate(() => document.body.dataset.seen)).toBeUndefined();
    await panel.close();
  });
});

describe("commands about the last message", () => {
  it("/retry as the whole message retries the last turn, and is no message", async () => {
    const panel = await bench.open();
    await composerOf(panel).fill(" /retry ");
    await press(panel, "Enter");
    await expect.poll(() => panel.callsOf("retryTurn")).toEqual([{}]);
    await expect.poll(() => textIn(panel)).toBe("");
    await composerOf(panel).fill("/retry that");
    await press(panel, "Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "/retry that" }]);
    await panel.close();
  });

  it("TRN-6: /revise brings the last message back into the composer", async () => {
    const panel = await bench.open();
    panel.answers.reviseMessage = async () => {
      await panel.set({ unsent: [waitingOf("s1", "What I wrote")] });
      return {};
    };
    await composerOf(panel).fill("/revise");
    await press(panel, "Enter");
    await expect.poll(() => textIn(panel)).toBe("What I wrote");
    await panel.close();
  });

  it("one that is refused says why, and stays in the composer", async () => {
    const panel = await bench.open();
    panel.answers.retryTurn = () => {
      throw new Error("There is no last message that could be taken back.");
    };
    await composerOf(panel).fill("/retry");
    await press(panel, "Enter");
    await panel.page.getByRole("alert").filter({ hasText: "There is no last message" }).waitFor();
    await expect.poll(() => textIn(panel)).toBe("/retry");
    await panel.close();
  });
});

describe("around the text", () => {
  it("PRV-1: the model of the next message is shown, and its button opens the list of models", async () => {
    const panel = await bench.open();
    await panel.page.getByRole("button", { name: "Model: Claude Opus 5.5" }).click();
    await expect.poll(() => panel.callsOf("runCommand")).toEqual([{ command: "selectModel" }]);
    await panel.close();
  });

  it.each([
    [1440, 900],
    [1000, 700],
    [420, 800],
    [300, 600],
  ])("the text field grows to two fifths of the conversation at %i × %i, and scrolls then", async (width, height) => {
    const panel = await bench.open({ width, height });
    await composerOf(panel).fill("A line.\n".repeat(3));
    const few = await composerOf(panel).evaluate((area) => area.scrollHeight - area.clientHeight);
    await composerOf(panel).fill("A line.\n".repeat(200));
    const [field, pane, send] = await Promise.all([
      composerOf(panel).boundingBox(),
      panel.page.locator("silverpoint-conversation").boundingBox(),
      panel.page.getByRole("button", { name: "Send", exact: true }).boundingBox(),
    ]);
    if (field === null || pane === null || send === null) throw new Error("Something isn't shown.");
    expect(few).toBeLessThanOrEqual(1);
    expect(field.height).toBeGreaterThan(0.3 * pane.height);
    expect(field.height).toBeLessThanOrEqual(0.4 * pane.height + 1);
    expect(send.y + send.height).toBeLessThanOrEqual(height);
    expect(await composerOf(panel).evaluate((area) => area.scrollHeight > area.clientHeight)).toBe(true);
    await panel.close();
  });

  it("an empty conversation offers what fits this design, and fills the composer with it", async () => {
    const outline = [
      { id: "p1", type: "page", name: "Front", depth: 0 },
      { id: "t", type: "text", name: "Title", depth: 1 },
    ];
    const pages = [
      { id: "p1", name: "Front" },
      { id: "p2", name: "Back" },
    ];
    const design = (nodes: typeof outline): PanelState["design"] => ({
      kind: "readable",
      name: "Moon",
      outline: nodes,
      more: 0,
    });
    const panel = await bench.open({
      state: panelStateOf({ design: design(outline), drawing: { revision: 1, assets: "assets/", pages } }),
    });
    await panel.page.getByText("the same on all 2 pages").waitFor();
    await panel.page.getByRole("button", { name: "Look at “Moon” and tell me what would make it clearer." }).click();
    await expect.poll(() => textIn(panel)).toBe("Look at “Moon” and tell me what would make it clearer.");
    await panel.set({ design: design(outline.slice(0, 1)) });
    await panel.page.getByRole("button", { name: /^Draw a first draft of “Moon”/ }).waitFor();
    await panel.close();
  });
});
