import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readImageFacts } from "../../src/conversation/imageSize.ts";
import type { WireImage } from "../../src/protocol/index.ts";
import { PanelBench, type PanelPage } from "../support/panel/panelPage.ts";
import { makePng } from "../support/pictures.ts";

let bench: PanelBench;
let panel: PanelPage;

beforeAll(async () => {
  bench = await PanelBench.start();
  panel = await bench.open();
});

afterAll(() => bench.close());

function wirePng(width: number, height: number): WireImage {
  return { mimeType: "image/png", data: Buffer.from(makePng(width, height, true)).toString("base64") };
}

/** What the bytes that came back are, which have to be what was said of them. */
async function scaled(image: WireImage, edge: number) {
  const { mimeType, data } = await panel.ask("scaleImage", { image, edge });
  const bytes = Buffer.from(data, "base64");
  expect(bytes.toString("base64")).toBe(data);
  const facts = readImageFacts(bytes);
  expect(facts?.mimeType).toBe(mimeType);
  return { facts, data };
}

describe("an image that enters", () => {
  it("IMG-5: is drawn so that its longer edge fits, and the bytes arrive whole", async () => {
    const { facts, data } = await scaled(wirePng(600, 400), 300);
    expect(facts).toEqual({ mimeType: "image/png", width: 300, height: 200 });
    // Its pixels are noise, so that it is larger than any piece in which bytes are encoded.
    expect(data.length).toBeGreaterThan(0x8000 * 2);
    const redrawn = await scaled({ mimeType: "image/png", data }, 3000);
    expect(redrawn.facts).toEqual(facts);
  });

  it("IMG-5: is never drawn larger, and never without a pixel", async () => {
    expect((await scaled(wirePng(30, 20), 300)).facts).toMatchObject({ width: 30, height: 20 });
    expect((await scaled(wirePng(600, 1), 10)).facts).toMatchObject({ width: 10, height: 1 });
  });

  it("IMG-5: stays JPEG where it was one", async () => {
    const jpeg = await panel.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(60, 40);
      canvas.getContext("2d")?.fillRect(0, 0, 30, 20);
      const blob = await canvas.convertToBlob({ type: "image/jpeg" });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    const image = { mimeType: "image/jpeg", data: Buffer.from(jpeg).toString("base64") };
    expect((await scaled(image, 30)).facts).toEqual({ mimeType: "image/jpeg", width: 30, height: 20 });
  });

  it.each([
    ["no image", Buffer.from("not an image").toString("base64")],
    ["no Base64", "%%%"],
    ["nothing", ""],
    ["cut short in its header", Buffer.from(makePng(60, 40)).subarray(0, 20).toString("base64")],
    ["damaged where its pixels are", damaged(makePng(60, 40, true))],
    ["too large for any browser", sized(100_000, 100_000)],
  ])("IMG-5: that is %s is refused, saying what may be wrong with it", async (_what, data) => {
    const drawing = panel.ask("scaleImage", { image: { mimeType: "image/png", data }, edge: 30 });
    await expect(drawing).rejects.toThrow("The image can't be scaled: it is damaged, or too large to be drawn.");
    // The panel goes on.
    expect((await scaled(wirePng(60, 40), 30)).facts).toMatchObject({ width: 30, height: 20 });
  });
});

/** A picture whose compressed pixels are other bytes. */
function damaged(png: Uint8Array): string {
  return Buffer.from(png.map((byte, index) => (index > 45 && index < png.length - 16 ? 0xff : byte))).toString(
    "base64",
  );
}

/** A small file that says it has so many pixels. */
function sized(width: number, height: number): string {
  const bytes = Buffer.from(makePng(8, 8));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes.toString("base64");
}
