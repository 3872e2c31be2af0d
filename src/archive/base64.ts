/** Base64 for pure code: with Node's global where there is one, else with the Web's own functions. */

const chunkSize = 0x8000;

/** Each request encodes every image of its conversation: Node's own way takes a hundredth of the time. */
export function encodeBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== "undefined") {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  }
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunkSize) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkSize));
  }
  return btoa(binary);
}

/** Throws on what isn't Base64; an archive that was read holds none. */
export function decodeBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The bytes as UTF-8 text. What isn't UTF-8 becomes U+FFFD; a byte order mark stays. */
export function decodeBase64Text(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(decodeBase64(text));
}
