/** Base64 with the Web's own functions, so that pure code can use it. */

const chunkSize = 0x8000;

export function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunkSize) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkSize));
  }
  return btoa(binary);
}

/** Throws on what isn't Base64; an archive that was read holds none. */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The bytes as UTF-8 text. What isn't UTF-8 becomes U+FFFD; a byte order mark stays. */
export function decodeBase64Text(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(decodeBase64(text));
}
