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
  ])("IMG-5: that is %s is refused, saying why", async (_what, data) => {
    const drawing = panel.ask("scaleImage", { image: { mimeType: "image/png", data }, edge: 30 });
    await expect(drawing).rejects.toThrow(/\w{3}/);
  });
});
