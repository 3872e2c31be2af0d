import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "../support/host/waitUntil.ts";
import { makePng } from "../support/pictures.ts";
import type { PackageFiles } from "../support/product/packageFiles.ts";
import type { PanelDriver } from "../support/product/panelDriver.ts";
import { type ProductRun, startProductRun } from "../support/product/productRun.ts";
import { showsDirty } from "../support/product/workbenchParts.ts";

let run: ProductRun;
/** The image that is dropped, a file outside of the workspace. */
let image: string;
const bytes = makePng(40, 20);
const asset = `${createHash("sha256").update(bytes).digest("hex")}.png`;

beforeAll(async () => {
  run = await startProductRun();
  image = join(run.folder, "lantern.png");
  await writeFile(image, bytes);
});

afterAll(() => run?.stop());
afterEach(({ task }) => run.clean(task));

const dirty = () => showsDirty(run.product.page);
const document = `{ "name": "Poster", "pages": [ {"id":"p1", "width":200.0, "height":100, "children":[]} ] }\n`;

async function open(): Promise<{ files: PackageFiles; panel: PanelDriver }> {
  const files = await run.newPackage({ document });
  const panel = await run.product.openPackage(files.name);
  await panel.waitForDrawing();
  return { files, panel };
}

async function save(panel: PanelDriver): Promise<void> {
  await panel.composer.press("Control+s");
  await expect.poll(dirty).toBe(false);
}

/** Drags the image from outside of the browser onto the drawing, until it `isOver` what would take it, and drops it there. */
async function drop(panel: PanelDriver, withShift: boolean, isOver: () => Promise<boolean>): Promise<void> {
  const { page } = run.product;
  const box = await panel.frame.locator("silverpoint-canvas .desk").boundingBox();
  if (box === null) throw new Error("There is no drawing.");
  const browser = await page.context().newCDPSession(page);
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    browser.send("Input.dispatchDragEvent", {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [image], dragOperationsMask: 1 },
      modifiers: withShift ? 8 : 0,
    });
  await drag("dragEnter");
  await waitUntil("the image to be over its target", async () => {
    await drag("dragOver");
    return isOver();
  });
  await drag("drop");
  await browser.detach();
}

/** Has the panel's page say whether something is dragged over its drawing. */
async function watchDrags(panel: PanelDriver): Promise<() => Promise<boolean>> {
  const drawing = panel.frame.locator("silverpoint-canvas");
  await drawing.evaluate((element) => {
    element.addEventListener("dragover", () => element.setAttribute("data-dragged-over", ""));
  });
  return async () => (await drawing.getAttribute("data-dragged-over")) !== null;
}

describe("an image that is dropped on the drawing", () => {
  it("DOC-1, DOC-3: with Shift it lies in assets/ under its hash and is drawn; one undo step takes it out", async () => {
    const { files, panel } = await open();
    await drop(panel, true, await watchDrags(panel));
    await expect.poll(() => panel.drawnNodes()).toHaveLength(1);
    await expect.poll(dirty).toBe(true);
    expect(Object.keys(await files.all())).toEqual([`assets/${asset}`, "document.json"]);
    expect((await files.all())[`assets/${asset}`]).toBe(Buffer.from(bytes).toString("latin1"));
    const href = await panel.drawing.locator("image").getAttribute("href");
    expect(href).toContain(asset);
    await save(panel);
    const [node] = JSON.parse(await files.text("document.json")).pages[0].children;
    expect(node).toMatchObject({ type: "image", asset, width: 40, height: 20 });
    // The middle of the desk is near the middle of the page, which is shown whole.
    expect(Math.abs(node.x - 80)).toBeLessThan(5);

    await run.product.control.evaluate(async (vscode) => {
      await vscode.commands.executeCommand("undo");
    });
    await expect.poll(() => panel.drawnNodes()).toEqual([]);
    await save(panel);
    expect(await files.text("document.json")).toBe(document);
  });

  it("DOC-3: without Shift VS Code opens the file itself, and the package stays as it was", async () => {
    const { page } = run.product;
    const { files, panel } = await open();
    await drop(panel, false, () => page.locator(".editor-group-overlay-indicator.overlay-move-transition").isVisible());
    await page.getByRole("tab", { name: /^lantern\.png/, selected: true }).waitFor();
    expect(await files.all()).toEqual({ "document.json": document });
  });
});
