import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "../../../src/cli/lines.ts";

async function linesOf(chunks: readonly Uint8Array[], limit?: number): Promise<string[]> {
  const source = (async function* () {
    yield* chunks;
  })();
  const lines: string[] = [];
  for await (const line of limit === undefined ? readLines(source) : readLines(source, limit)) lines.push(line);
  return lines;
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

describe("the lines of a CLI", () => {
  it("CLI-4: are the same wherever the bytes are cut", async () => {
    const line = fc.string({ unit: "binary" }).map((text) => text.toWellFormed().replace(/[\n\r]|^\uFEFF/g, "_"));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, places) => {
        const bytes = new TextEncoder().encode(lines.map((each) => `${each}\n`).join(""));
        expect(await linesOf(cutAt(bytes, places))).toEqual(lines);
      }),
    );
  });

  it("CLI-4: are parted at LF only, not at U+2028 or a lone CR, and the last needs no LF", async () => {
    const bytes = new TextEncoder().encode('{"a":"\u2028\u2029\u0085"}\r\nb\rc\n\nlast');
    expect(await linesOf([bytes])).toEqual(['{"a":"\u2028\u2029\u0085"}', "b\rc", "", "last"]);
  });

  it("CLI-4: are refused when one is too long, whether or not its end has come", async () => {
    const bytes = new TextEncoder().encode("12345\n123456");
    expect(await linesOf([bytes], 6)).toEqual(["12345", "123456"]);
    await expect(linesOf([bytes], 5)).rejects.toThrow("longer than 5 bytes");
  });
});
