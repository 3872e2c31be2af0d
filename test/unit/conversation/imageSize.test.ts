import { describe, expect, it } from "vitest";
import { readImageFacts } from "../../../src/conversation/imageSize.ts";
import { makePng } from "../../support/pictures.ts";

const bytesOf = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));

const app0 = [0xff, 0xe0, 0, 4, 1, 2];
const frame = [0xff, 0xc2, 0, 11, 8, 0x01, 0x2c, 0x02, 0x58, 1, 1, 0x11, 0];

describe("an image's own word on what it is", () => {
  const images: [string, Uint8Array, string, number, number][] = [
    ["PNG", makePng(300, 200), "image/png", 300, 200],
    [
      "JPEG, progressive, after other segments and fill bytes",
      bytesOf([0xff, 0xd8], app0, [0xff], frame),
      "image/jpeg",
      600,
      300,
    ],
    ["GIF", bytesOf("GIF89a", [0x58, 0x02, 0x2c, 0x01, 0, 0, 0]), "image/gif", 600, 300],
    [
      "WebP, lossy",
      bytesOf("RIFF", [0, 0, 0, 0], "WEBPVP8 ", Array(10).fill(0), [0x58, 0x02, 0x2c, 0x01]),
      "image/webp",
      600,
      300,
    ],
    [
      "WebP, lossless",
      bytesOf("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0, 0x2f], [0x57, 0xc2, 0x4a, 0]),
      "image/webp",
      600,
      300,
    ],
    [
      "WebP, extended",
      bytesOf("RIFF", [0, 0, 0, 0], "WEBPVP8X", Array(8).fill(0), [0x57, 0x02, 0, 0x2b, 0x01, 0]),
      "image/webp",
      600,
      300,
    ],
  ];
  it.each(images)("IMG-5: %s", (_name, bytes, mimeType, width, height) => {
    expect(readImageFacts(bytes)).toEqual({ mimeType, width, height });
  });

  it("IMG-5: what is cut off or something else is no image", () => {
    expect(readImageFacts(bytesOf("<html></html>"))).toBeUndefined();
    expect(readImageFacts(new Uint8Array())).toBeUndefined();
    for (const [, bytes] of images.map(([name, image]) => [name, image] as const)) {
      for (let length = 0; length < 20; length++) {
        const facts = readImageFacts(bytes.subarray(0, length));
        expect(facts === undefined || facts.width > 0).toBe(true);
      }
    }
    expect(readImageFacts(bytesOf([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0]))).toBeUndefined();
  });
});
