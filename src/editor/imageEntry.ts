/** What every provider takes of one image, in bytes (IMG-5). */
const byteLimit = 3.75 * 1024 * 1024;

/**
 * The type that an image's bytes say it has, checked before it enters the history, where it stays as it is (IMG-5).
 * Throws, saying why, for what is no PNG, JPEG, GIF or WebP image or is too large.
 */
export function sniffImage(bytes: Uint8Array): string {
  const mimeType = typeOf(bytes);
  if (mimeType === undefined) throw new Error("The image can't be sent: it is no PNG, JPEG, GIF or WebP image.");
  if (bytes.byteLength > byteLimit) throw new Error("The image can't be sent: it is larger than 3.75 MiB.");
  return mimeType;
}

function typeOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}
