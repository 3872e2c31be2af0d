import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeBase64, encodeBase64 } from "../../../src/archive/base64.ts";

const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256);
/** Not the whole of its buffer. */
const part = new Uint8Array(bytes.buffer, 3, 70_000);

afterEach(() => vi.unstubAllGlobals());

describe("Base64", () => {
  it("FMT-7: is the same with and without Node's global, and gives the bytes again", () => {
    const quick = [bytes, part, new Uint8Array()].map(encodeBase64);
    vi.stubGlobal("Buffer", undefined);
    expect([bytes, part, new Uint8Array()].map(encodeBase64)).toEqual(quick);
    expect(decodeBase64(quick[0] ?? "")).toEqual(bytes);
    expect(decodeBase64(quick[1] ?? "")).toEqual(part);
  });

  it("FMT-7: what isn't Base64 is refused", () => {
    expect(() => decodeBase64("AAA-")).toThrow();
  });
});
