import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { matchReference, pixelTolerance } from "../../support/panel/referencePictures.ts";

type Rgb = readonly [number, number, number];
const night: Rgb = [31, 31, 31];
const moon: Rgb = [244, 162, 89];
let folder: string;
let references: string;
let results: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictures-"));
  references = join(folder, "references");
  results = join(folder, "results");
  match(scene(), { update: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function match(picture: Uint8Array, more: { name?: string; update?: boolean } = {}): void {
  const { name = "scene", update = false } = more;
  matchReference(name, picture, { references, results, update });
}

/** A night with a moon of 20 × 20 pixels, and single pixels on it in other colours. */
function scene(more: { x?: number; colour?: Rgb; width?: number; dots?: number; dot?: Rgb } = {}): Buffer {
  const { x = 10, colour = moon, width = 60, dots = 0, dot = [255, 255, 255] } = more;
  const png = new PNG({ width, height: 40 });
  const paint = (column: number, row: number, rgb: Rgb) => png.data.set([...rgb, 255], (row * width + column) * 4);
  for (let row = 0; row < 40; row++) for (let column = 0; column < width; column++) paint(column, row, night);
  for (let row = 10; row < 30; row++) for (let column = x; column < x + 20; column++) paint(column, row, colour);
  for (let each = 0; each < dots; each++) paint(each * 2, 2, dot);
  return PNG.sync.write(png);
}

describe("comparing a picture with its reference", () => {
  it("takes the same picture, and leaves nothing behind", () => {
    match(scene());
    expect(existsSync(results)).toBe(false);
  });

  it("takes colours that are hardly another, and a few pixels that are", () => {
    match(scene({ colour: [246, 160, 91], dots: pixelTolerance }));
  });

  it("fails on one pixel more than may differ", () => {
    expect(() => match(scene({ dots: pixelTolerance + 1 }))).toThrow(`in ${pixelTolerance + 1} pixels`);
  });

  it("fails on a shift of 3 px, says how many pixels differ, and leaves the picture and the difference in red", () => {
    const shifted = scene({ x: 13 });
    expect(() => match(shifted)).toThrow(/scene\.png differs in 120 pixels.*UPDATE_GOLDEN=1/);
    expect(readFileSync(join(results, "scene.png")).equals(shifted)).toBe(true);
    const difference = PNG.sync.read(readFileSync(join(results, "scene.difference.png")));
    const at = (column: number) => [...difference.data.subarray((20 * 60 + column) * 4, (20 * 60 + column) * 4 + 3)];
    expect(at(11)).toEqual([255, 0, 0]);
    expect(at(20)).not.toEqual([255, 0, 0]);
  });

  it("fails on another colour, even a near one", () => {
    match(scene({ colour: [0x5b, 0x2a, 0x86] }), { update: true });
    expect(() => match(scene({ colour: [0x6e, 0x2a, 0x86] }))).toThrow("in 400 pixels");
  });

  it("fails on another size", () => {
    expect(() => match(scene({ width: 61 }))).toThrow("is 60 × 40 pixels, the picture now 61 × 40");
  });

  it("fails where there is no reference, and writes none", () => {
    expect(() => match(scene(), { name: "new" })).toThrow(/new\.png isn't there.*UPDATE_GOLDEN=1/);
    expect(readdirSync(references)).toEqual(["scene.png"]);
    expect(readdirSync(results)).toEqual(["new.png"]);
  });

  it("clears what an earlier failure left once the picture is right", () => {
    expect(() => match(scene({ x: 13 }))).toThrow();
    match(scene());
    expect(readdirSync(results)).toEqual([]);
  });

  it("writes the reference anew when told, with the same pixels in no more bytes", () => {
    const shifted = scene({ x: 13 });
    match(shifted, { update: true });
    const written = join(references, "scene.png");
    expect(PNG.sync.read(readFileSync(written)).data.equals(PNG.sync.read(shifted).data)).toBe(true);
    expect(statSync(written).size).toBeLessThanOrEqual(shifted.byteLength);
    match(shifted);
  });

  it("fails on a damaged reference", () => {
    writeFileSync(join(references, "scene.png"), "no picture");
    expect(() => match(scene())).toThrow();
  });
});
