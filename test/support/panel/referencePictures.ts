/** Pictures compared with the references that are kept beside the tests. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/**
 * How far a colour may be off before its pixel counts as different: 0 to 1, where 1 is black against white. At 0.1 a
 * plum that has turned redder (#5B2A86, #6E2A86) would go unseen.
 */
const colorTolerance = 0.05;

/**
 * How many pixels may be different. Measured on x64: none are when a picture is taken again, nor with Chromium 153 in
 * place of 156. A small thing 3 px further in a page at 46 % are 130, other fonts or hinting 200 to 5,800.
 */
export const pixelTolerance = 12;

export interface PictureFolders {
  readonly references: string;
  /** Where a picture that fails is left as `<name>.png`, and what differs, in red, as `<name>.difference.png`. */
  readonly results: string;
  /** Writes the reference anew instead of comparing. */
  readonly update: boolean;
}

/** Throws, saying what differs and how to take it over, where the PNG isn't as its reference or has none. */
export function matchReference(
  name: string,
  picture: Uint8Array,
  { references, results, update }: PictureFolders,
): void {
  const file = join(references, `${name}.png`);
  const left = join(results, `${name}.png`);
  const difference = join(results, `${name}.difference.png`);
  rmSync(left, { force: true });
  rmSync(difference, { force: true });
  const taken = PNG.sync.read(Buffer.from(picture));
  if (update) {
    write(file, smallest(taken));
    return;
  }
  const complaint = existsSync(file) ? differs(PNG.sync.read(readFileSync(file)), taken, difference) : "isn't there.";
  if (complaint === undefined) return;
  write(left, picture);
  throw new Error(`${file} ${complaint} The picture as it is now: ${left}. UPDATE_GOLDEN=1 writes the reference anew.`);
}

/** What is wrong, in words, or undefined. Edges count as everything else does: what moves by a pixel is all edges. */
function differs(reference: PNG, taken: PNG, difference: string): string | undefined {
  const { width, height } = reference;
  if (taken.width !== width || taken.height !== height) {
    return `is ${width} × ${height} pixels, the picture now ${taken.width} × ${taken.height}.`;
  }
  const drawn = new PNG({ width, height });
  const options = { threshold: colorTolerance, includeAA: true };
  const count = pixelmatch(reference.data, taken.data, drawn.data, width, height, options);
  if (count <= pixelTolerance) return undefined;
  write(difference, PNG.sync.write(drawn));
  return `differs in ${count} pixels (${pixelTolerance} may), in red in ${difference}.`;
}

function write(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** The same pixels in fewer bytes. A page is opaque, so no alpha is kept; the best filter is found by trying each. */
function smallest(picture: PNG): Buffer {
  const written = [0, 1, 2, 3, 4, -1].map((filterType) =>
    PNG.sync.write(picture, { colorType: 2, inputHasAlpha: true, deflateLevel: 9, deflateStrategy: 0, filterType }),
  );
  return written.reduce((best, each) => (each.length < best.length ? each : best));
}
