import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireImage } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { panelStateOf } from "../support/panel/states.ts";
import { makePng } from "../support/pictures.ts";

let bench: PanelBench;

beforeAll(async () => {
  bench = await PanelBench.start();
});

afterAll(() => bench.close());

/** A file as it is dragged: its name, its media type, its bytes in Base64. */
interface DraggedFile {
  readonly name: string;
  readonly type: string;
  readonly data: string;
}

const png = (name: string, width: number, height: number): DraggedFile => ({
  name,
  type: "image/png",
  data: Buffer.from(makePng(width, height, true)).toString("base64"),
});
const notes: DraggedFile = { name: "notes.txt", type: "text/plain", data: "bm90ZXM=" };

async function open(): Promise<PanelPage> {
  const panel = await bench.open({
    state: panelStateOf({ drawing: { revision: 1, assets: "assets/", pages: [{ id: "p1", name: "Front" }] } }),
  });
  const page = { id: "p1", name: "Front", width: 400, height: 300, children: [] };
  panel.answers.readDrawing = () => ({ kind: "whole", drawing: { revision: 2, page, components: {} } });
  const { drawing } = panelStateOf();
  await panel.set({ drawing: { ...drawing, revision: 2 } });
  await panel.page.locator(".drawing [data-page]").waitFor({ state: "attached" });
  return panel;
}

/** Drags files to a quarter of the width and height of what a selector finds. Gives whether the panel took each event. */
async function drop(panel: PanelPage, selector: string, files: readonly DraggedFile[]) {
  return panel.page.locator(selector).evaluate((element, dragged) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, data } of dragged) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type }));
    }
    if (dragged.length === 0) dataTransfer.setData("text/plain", "only words");
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = { clientX: left + width / 4, clientY: top + height / 4 };
    const isTaken = (kind: string) =>
      !element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true, ...place }));
    return { isOverTaken: isTaken("dragover"), isDropTaken: isTaken("drop") };
  }, files);
}

const refusal = (panel: PanelPage) => panel.page.getByRole("alert");
const taken = { isOverTaken: true, isDropTaken: true };
const left = { isOverTaken: false, isDropTaken: false };

describe("a file that is dropped on the drawing", () => {
  it("DOC-3: an image reaches the host whole, with the page and the place on it", async () => {
    const panel = await open();
    const image = png("dot.png", 300, 200);
    expect(image.data.length).toBeGreaterThan(0x8000 * 2);
    expect(await drop(panel, ".sheet", [image])).toEqual(taken);
    await expect.poll(() => panel.callsOf("addImage")).toHaveLength(1);
    const [told] = panel.callsOf("addImage");
    const { image: sent, ...where } = told as { image: WireImage; page: string; x: number; y: number };
    expect(sent.mimeType).toBe("image/png");
    expect(sent.data === image.data).toBe(true);
    expect(where.page).toBe("p1");
    // A page lies on whole pixels, and so do the places of a drag.
    expect(Math.abs(where.x - 100)).toBeLessThan(2);
    expect(Math.abs(where.y - 75)).toBeLessThan(2);
    await expect.poll(() => refusal(panel).count()).toBe(0);
    await panel.close();
  });

  it("DOC-3: each of several images is told; what is no image is named in words and not sent", async () => {
    const panel = await open();
    const [one, other] = [png("one.png", 8, 8), png("other.png", 9, 9)];
    expect(await drop(panel, ".sheet", [one, notes, other])).toEqual(taken);
    await refusal(panel).filter({ hasText: "“notes.txt” is no image. Only PNG, JPEG, GIF and WebP" }).waitFor();
    await expect.poll(() => panel.callsOf("addImage")).toHaveLength(2);
    const sent = panel.callsOf("addImage").map((input) => (input as { image: WireImage }).image.data);
    expect(sent.sort()).toEqual([one.data, other.data].sort());
    await panel.close();
  });

  it("DOC-3: without any image among them nothing is sent, and all are named", async () => {
    const panel = await open();
    const folder = { name: "pictures", type: "", data: "" };
    expect(await drop(panel, ".sheet", [notes, folder])).toEqual(taken);
    await refusal(panel).filter({ hasText: "“notes.txt”, “pictures” are no images." }).waitFor();
    expect(panel.callsOf("addImage")).toEqual([]);
    await panel.close();
  });

  it("DOC-3, IMG-5: why the host can't take an image is shown", async () => {
    const panel = await open();
    panel.answers.addImage = () => {
      throw new Error("The image is larger than 20 MiB.");
    };
    await drop(panel, ".sheet", [png("huge.png", 8, 8)]);
    await refusal(panel).filter({ hasText: "The image is larger than 20 MiB." }).waitFor();
    await panel.close();
  });

  it("DOC-3: what is no file, or is dropped beside the drawing and the conversation, is left to VS Code", async () => {
    const panel = await open();
    expect(await drop(panel, ".sheet", [])).toEqual(left);
    expect(await drop(panel, "silverpoint-conversation", [])).toEqual(left);
    expect(await drop(panel, "#design-pane .bar", [png("dot.png", 8, 8), notes])).toEqual(left);
    await panel.settled();
    expect([...panel.callsOf("addImage"), ...panel.callsOf("enterImage")]).toEqual([]);
    await expect.poll(() => refusal(panel).count()).toBe(0);
    await panel.close();
  });
});

describe("a file that is dropped on the conversation", () => {
  it("IMG-5: an image joins the message, and nothing is put on the design", async () => {
    const panel = await open();
    expect(await drop(panel, "silverpoint-conversation", [png("dot.png", 8, 8)])).toEqual(taken);
    await panel.page.getByRole("button", { name: "Remove dot.png" }).waitFor();
    expect(panel.callsOf("enterImage")).toMatchObject([{ name: "dot.png", image: { mimeType: "image/png" } }]);
    expect(panel.callsOf("addImage")).toEqual([]);
    await expect.poll(() => panel.focused()).toBe("Message");
    await panel.close();
  });

  it("IMG-5: what is no image is refused by its name, and takes nothing else with it", async () => {
    const panel = await open();
    await panel.page.getByRole("textbox", { name: "Message" }).fill("Mind these");
    await drop(panel, "silverpoint-conversation", [notes, png("dot.png", 8, 8)]);
    await panel.page.getByRole("alert").filter({ hasText: "“notes.txt” is no image." }).waitFor();
    await panel.page.getByRole("button", { name: "Remove dot.png" }).waitFor();
    await expect.poll(() => panel.page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Mind these");
    await panel.close();
  });
});
