import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { panelStateOf, waitingOf } from "../support/panel/states.ts";
import { makePng } from "../support/pictures.ts";

let bench: PanelBench;
beforeAll(async () => {
  bench = await PanelBench.start();
});
afterAll(() => bench.close());

const data = Buffer.from(makePng(6, 4)).toString("base64");
const hashOf = (name: string) => Buffer.from(name.padEnd(32, "_").slice(0, 32)).toString("hex");
const file = (name: string, type = "image/png") => ({ name, mimeType: type, buffer: Buffer.from(makePng(6, 4)) });

/** A panel whose host takes images in and gives them back. */
async function open(state = panelStateOf()): Promise<PanelPage> {
  const panel = await bench.open({ state });
  panel.answers.enterImage = ({ name }) => ({ name, sha256: hashOf(name) });
  panel.answers.readImage = () => ({ image: { mimeType: "image/png", data } });
  return panel;
}

const composerOf = ({ page }: PanelPage) => page.getByRole("textbox", { name: "Message", exact: true });
const removers = ({ page }: PanelPage) => page.locator(".composer > .thumbnails vscode-button");
const names = async (panel: PanelPage) =>
  (await panel.page.locator(".composer .thumbnail-name").allTextContents()).map((name) => name.trim());

/** Chooses files by the button's own dialog. */
async function choose(panel: PanelPage, ...files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = panel.page.waitForEvent("filechooser");
  await panel.page.getByRole("button", { name: "Add Image…" }).click();
  await (await chooser).setFiles(files);
}

/** Pastes into what has the focus, as the browser would tell of it; gives whether the panel took it. */
async function paste(panel: PanelPage, texts: Readonly<Record<string, string>>, withImage = true): Promise<boolean> {
  return panel.page.evaluate(
    ([image, given, isThere]) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
      if (isThere) clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
      const target = document.activeElement ?? document.body;
      return !target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [data, texts, withImage] as const,
  );
}

describe("images of a message", () => {
  it("IMG-5: a pasted one enters at once, is shown, and goes out with the text", async () => {
    const panel = await open();
    await composerOf(panel).fill("Like this");
    expect(await paste(panel, {})).toBe(true);
    await panel.page.getByRole("button", { name: "Remove image.png" }).waitFor();
    expect(panel.callsOf("enterImage")).toEqual([{ name: "image.png", image: { mimeType: "image/png", data } }]);
    await expect.poll(() => panel.page.locator(".composer .thumbnails img").count()).toBe(1);
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "Like this", images: [hashOf("image.png")] }]);
    await expect.poll(() => removers(panel).count()).toBe(0);
    expect(await panel.violations()).toEqual([]);
    await panel.close();
  });

  it("IMG-5: text that comes with a picture of itself is pasted as text; other fields keep what they get", async () => {
    const panel = await open();
    await composerOf(panel).focus();
    expect(await paste(panel, { "text/plain": "A1", "text/html": "<b>A1</b>" })).toBe(false);
    expect(await paste(panel, { "text/plain": "words" }, false)).toBe(false);
    await panel.page.getByRole("textbox", { name: "Design Name" }).focus();
    expect(await paste(panel, {})).toBe(false);
    expect(panel.callsOf("enterImage")).toEqual([]);
    await panel.close();
  });

  it("IMG-5: a message of images alone can be sent", async () => {
    const panel = await open();
    await choose(panel, file("a.png"), file("b.png"));
    await expect.poll(() => names(panel)).toEqual(["a.png", "b.png"]);
    await expect.poll(() => panel.focused()).toBe("Message");
    await panel.page.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "", images: [hashOf("a.png"), hashOf("b.png")] }]);
    await panel.close();
  });

  it("IMG-5: one that the host refuses is refused in words, and the rest stays", async () => {
    const panel = await open();
    await composerOf(panel).fill("Mind these");
    panel.answers.enterImage = ({ name }) => {
      if (name === "broken.png") throw new Error("The image can't be sent: it has no pixels.");
      return { name, sha256: hashOf(name) };
    };
    await choose(panel, file("broken.png"), file("b.png"), file("notes.txt", "text/plain"));
    const alert = panel.page.getByRole("alert");
    await alert.filter({ hasText: "“broken.png” was not added. The image can't be sent: it has no pixels." }).waitFor();
    await alert.filter({ hasText: "“notes.txt” is no image." }).waitFor();
    await expect.poll(() => names(panel)).toEqual(["b.png"]);
    await expect.poll(() => composerOf(panel).inputValue()).toBe("Mind these");
    await panel.close();
  });

  it("IMG-5: a message has twenty at most", async () => {
    const panel = await open();
    await choose(panel, ...Array.from({ length: 22 }, (_, index) => file(`${index}.png`)));
    await panel.page.getByRole("alert").filter({ hasText: "A message can have 20 images at most." }).waitFor();
    await expect.poll(() => names(panel)).toHaveLength(20);
    await panel.close();
  });

  it("IMG-5: each can be removed by its button, and the last one by Backspace in the empty text", async () => {
    const panel = await open();
    await choose(panel, file("a.png"), file("b.png"), file("c.png"));
    await panel.page.getByRole("button", { name: "Remove b.png" }).click();
    await expect.poll(() => names(panel)).toEqual(["a.png", "c.png"]);
    await expect.poll(() => panel.focused()).toBe("Message");
    await panel.page.keyboard.type("x");
    await panel.page.keyboard.press("Backspace");
    await expect.poll(() => names(panel)).toEqual(["a.png", "c.png"]);
    await panel.page.keyboard.press("Backspace");
    await expect.poll(() => names(panel)).toEqual(["a.png"]);
    await panel.close();
  });

  it("PKG-7: they are part of the draft, and there again after a reload", async () => {
    const panel = await open();
    await composerOf(panel).fill("Half a thought");
    await choose(panel, file("a.png"));
    const images = [{ name: "a.png", sha256: hashOf("a.png") }];
    await expect.poll(() => panel.callsOf("keepDraft").at(-1)).toMatchObject({ text: "Half a thought", images });
    await panel.reload();
    await panel.page.getByRole("button", { name: "Remove a.png" }).waitFor();
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.callsOf("keepDraft").at(-1)).not.toHaveProperty("images");
    await panel.close();
  });

  it("TRN-6: a handed-back message comes with its images, and goes out with those that are left", async () => {
    const panel = await open();
    await panel.set({ unsent: [waitingOf("s1", "Again", { imageCount: 2 })] });
    await expect.poll(() => removers(panel).count()).toBe(2);
    await panel.page.getByRole("button", { name: "Remove Image 1" }).click();
    await composerOf(panel).press("Enter");
    const sent = { id: "s1", text: "Again", images: ["1".repeat(64)] };
    await expect.poll(() => panel.callsOf("sendUnsent")).toEqual([sent]);
    await panel.close();
  });

  it("TRN-5: a queued message shows its images, and they can be removed where it is edited", async () => {
    const queue = { held: true, reason: "failed" as const, messages: [waitingOf("q1", "Later", { imageCount: 2 })] };
    const panel = await open();
    await panel.set({ queue });
    const list = panel.page.getByRole("region", { name: "Queued messages are on hold" });
    await list.getByText("The last turn failed.").waitFor();
    await expect.poll(() => list.getByRole("img").count()).toBe(2);
    await list.getByRole("button", { name: "Edit" }).click();
    await list.getByRole("button", { name: "Remove Image 2" }).click();
    await list.getByRole("button", { name: "Save" }).click();
    const edited = { id: "q1", text: "Later", images: ["0".repeat(64)] };
    await expect.poll(() => panel.callsOf("editQueued")).toEqual([edited]);
    await panel.close();
  });

  it("IMG-2: one whose bytes are gone says so", async () => {
    const panel = await open();
    panel.answers.readImage = () => ({});
    await panel.set({ unsent: [waitingOf("s1", "Again", { imageCount: 1 })] });
    await panel.page.getByRole("img", { name: "This image is no longer kept" }).waitFor();
    await panel.close();
  });
});

describe("the selection", () => {
  const page = {
    id: "p1",
    children: [
      { id: "t", type: "text", name: "Title", x: 0, y: 0, width: 90, height: 30, text: "Night" },
      { id: "r", type: "rectangle", x: 0, y: 40, width: 20, height: 20, fill: "#cc3344" },
    ],
  };

  async function openSelected(): Promise<PanelPage> {
    const nodes = [
      { id: "p1", type: "page", name: "Front", depth: 0 },
      { id: "t", type: "text", name: "Title", depth: 1 },
    ];
    const panel = await open(panelStateOf({ design: { kind: "readable", name: "Poster", outline: nodes, more: 0 } }));
    panel.answers.readDrawing = () => ({ kind: "whole", drawing: { revision: 2, page, components: {} } });
    await panel.set({ drawing: { revision: 2, assets: "assets/", pages: [{ id: "p1", name: "Front" }] } });
    await panel.page.locator(".drawing [data-page]").waitFor({ state: "attached" });
    await panel.page.getByRole("treeitem", { name: /Title/ }).click();
    return panel;
  }

  it("DOC-3: is shown above the text, and its picture joins the message", async () => {
    const panel = await openSelected();
    const chip = panel.page.getByRole("group", { name: "Selected in the drawing: Title" });
    await chip.getByRole("button", { name: "Attach Picture" }).click();
    await panel.page.getByRole("button", { name: "Remove Title" }).waitFor();
    expect(panel.callsOf("drawSelection")).toEqual([{ nodes: [{ id: "t", name: "Title" }] }]);
    await composerOf(panel).press("Enter");
    await expect.poll(() => panel.callsOf("send")).toEqual([{ text: "", images: ["1".repeat(64)] }]);
    await panel.close();
  });

  it("DOC-3: why it couldn't be drawn is said", async () => {
    const panel = await openSelected();
    panel.answers.drawSelection = () => {
      throw new Error("nothing is drawn there.");
    };
    await panel.page.getByRole("button", { name: "Attach Picture" }).click();
    await panel.page.getByRole("alert").filter({ hasText: "The selection was not drawn." }).waitFor();
    await panel.close();
  });

  it("TRN-1: the chip's × clears it, and the host hears of that", async () => {
    const panel = await openSelected();
    await panel.page.getByRole("button", { name: "Clear Selection" }).click();
    await panel.page.getByRole("group", { name: /Selected in the drawing/ }).waitFor({ state: "detached" });
    await expect.poll(() => panel.callsOf("lookAt").at(-1)).toMatchObject({ selection: [] });
    await expect.poll(() => panel.focused()).toBe("Message");
    await panel.close();
  });
});
