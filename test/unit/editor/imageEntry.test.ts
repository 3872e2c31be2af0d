import { describe, expect, it } from "vitest";
import { acceptImage, type ScaleImage } from "../../../src/editor/imageEntry.ts";
import { makePng } from "../../support/pictures.ts";

const never: ScaleImage = () => Promise.reject(new Error("not to be scaled"));

describe("an image that enters the history", () => {
  it("IMG-5: within the limits it stays byte for byte, under the type that its bytes say", async () => {
    const bytes = makePng(1568, 10);
    expect(await acceptImage(bytes, never)).toEqual({ mimeType: "image/png", bytes });
  });

  it("IMG-5: with a longer edge it is scaled", async () => {
    const small = { mimeType: "image/png", bytes: makePng(1568, 784) };
    const edges: number[] = [];
    const scale: ScaleImage = async (_image, edge) => {
      edges.push(edge);
      return small;
    };
    expect(await acceptImage(makePng(3136, 1568), scale)).toBe(small);
    expect(edges).toEqual([1568]);
  });

  it("IMG-5: what stays too many bytes is drawn smaller until it fits, and refused when it never does", async () => {
    const large = { mimeType: "image/png", bytes: new Uint8Array(4 * 1024 * 1024) };
    const edges: number[] = [];
    const scale: ScaleImage = async (_image, edge) => {
      edges.push(edge);
      return large;
    };
    await expect(acceptImage(makePng(2000, 1), scale)).rejects.toThrow("stays larger");
    expect(edges).toEqual([1568, 784, 392, 196]);
  });

  it("IMG-5: without a panel it is refused, saying so", async () => {
    await expect(acceptImage(makePng(1569, 1), undefined)).rejects.toThrow("1569 × 1 pixels");
    await expect(acceptImage(new Uint8Array([1, 2, 3]), never)).rejects.toThrow("no PNG");
  });

  it("IMG-5: why a panel couldn't scale it is what is said", async () => {
    const reason = "The image can't be scaled: it is damaged, or too large to be drawn.";
    await expect(acceptImage(makePng(1569, 1), () => Promise.reject(new Error(reason)))).rejects.toThrow(reason);
  });
});
