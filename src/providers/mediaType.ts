/** The kinds of image that every provider takes. */
export type MediaType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** What the bytes are, whatever they are called; undefined for what no model is shown. */
export function sniffMediaType(bytes: Uint8Array): MediaType | undefined {
  if (hasAt(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (hasAt(bytes, 0, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (hasAt(bytes, 0, [0x47, 0x49, 0x46, 0x38])) return "image/gif";
  if (hasAt(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && hasAt(bytes, 8, [0x57, 0x45, 0x42, 0x50])) return "image/webp";
  return undefined;
}

function hasAt(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}
